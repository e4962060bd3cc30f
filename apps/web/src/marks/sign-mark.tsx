import { statusNames } from '@mimamori/contract/labels'
import styles from './marks.module.css'

type Props = { readonly size?: number; readonly decorative?: boolean }

const named = (decorative: boolean | undefined, name: string) =>
  decorative === true ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': name } as const)

/** A broken ring with a cross: nothing has been received (データ途絶). */
export const SilentMark = ({ size = 20, decorative }: Props) => (
  <svg
    className={`${styles['mark']} ${styles['note']}`}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    {...named(decorative, statusNames['0'])}
  >
    <circle cx="12" cy="12" r="9.6" strokeWidth="2.1" strokeDasharray="4.4 3.14" strokeDashoffset="2.2" />
    <path d="M8.6 8.6l6.8 6.8M15.4 8.6l-6.8 6.8" strokeWidth="2.1" />
  </svg>
)

/** A struck heart: readings arrive without a heart rate (心拍取得不可). */
export const NoHeartRateMark = ({ size = 20, decorative }: Props) => (
  <svg
    className={`${styles['mark']} ${styles['note']}`}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    {...named(decorative, statusNames['1'])}
  >
    <path d="M6.4 16.2C3.7 13.7 1.8 11.6 1.8 8.6a5.3 5.3 0 0 1 9-3.8L12 6l1.2-1.2a5.3 5.3 0 0 1 3.4-1.5" strokeWidth="1.9" />
    <path d="M20.6 5.1a5.3 5.3 0 0 1 1.6 3.5c0 4.2-4.4 7-10.2 12.5l-1.6-1.5" strokeWidth="1.9" />
    <path d="M21.4 1.9L2.8 22.2" strokeWidth="1.9" />
  </svg>
)
