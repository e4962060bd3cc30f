import { Suspense, type ReactNode } from 'react'
import { FaultBoundary } from '../kit/fault-boundary.tsx'
import styles from './emergency-slot.module.css'

const Broken = () => (
  <p role="alert" className={styles['broken']}>
    緊急の知らせを表示できません。画面を読み込み直してください。
  </p>
)

/** The place of emergencies, above everything. A fault in it must be visible, and must not break the screen. */
export const EmergencySlot = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['slot']}>
    <FaultBoundary fallback={<Broken />}>
      <Suspense fallback={null}>{children}</Suspense>
    </FaultBoundary>
  </div>
)
