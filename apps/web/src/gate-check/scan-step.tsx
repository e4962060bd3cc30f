import CameraOutlined from '@ant-design/icons/CameraOutlined'
import IdcardOutlined from '@ant-design/icons/IdcardOutlined'
import { Button, Input } from 'antd'
import type { TFunction } from 'i18next'
import { lazy, Suspense, useState } from 'react'
import { useScanner } from '../organisation/scanning/use-scanner.ts'
import styles from './gate-screen.module.css'

const CameraView = lazy(() => import('../organisation/scanning/camera-view.tsx').then(({ CameraView: View }) => ({ default: View })))

type ScanStepProps = {
  readonly t: TFunction
  /** What is said of the last card, or of the last answers. */
  readonly words: string | undefined
  readonly isBad: boolean
  readonly isLooking: boolean
  readonly onCard: (card: string) => void
}

/** Waits for a card: a scanner that types, the camera, or its number. */
export const ScanStep = ({ t, words, isBad, isLooking, onCard }: ScanStepProps) => {
  const [isCameraOpen, setCameraOpen] = useState(false)
  const [number, setNumber] = useState('')
  useScanner(onCard)
  const open = () => {
    if (number.trim() !== '') onCard(number.trim())
    setNumber('')
  }
  return (
    <div className={styles['scan']}>
      <IdcardOutlined aria-hidden="true" className={styles['card'] ?? ''} />
      <h2>{t('check.gate.scan')}</h2>
      <p role="status" className={styles['words']} data-bad={isBad}>
        {words}
      </p>
      {isCameraOpen && (
        <Suspense fallback={null}>
          <CameraView hint={t('check.gate.hold')} onCode={onCard} />
        </Suspense>
      )}
      {window.isSecureContext && (
        <Button size="large" icon={<CameraOutlined aria-hidden="true" />} onClick={() => setCameraOpen(!isCameraOpen)}>
          {t(isCameraOpen ? 'check.gate.closeCamera' : 'check.gate.camera')}
        </Button>
      )}
      <form
        className={styles['typed']}
        onSubmit={(event) => {
          event.preventDefault()
          open()
        }}
      >
        <Input
          size="large"
          aria-label={t('check.gate.number')}
          placeholder={t('check.gate.number')}
          autoComplete="off"
          maxLength={100}
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
        <Button size="large" htmlType="submit" loading={isLooking}>
          {t('check.gate.open')}
        </Button>
      </form>
    </div>
  )
}
