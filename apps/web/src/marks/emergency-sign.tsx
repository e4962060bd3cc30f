import styles from './marks.module.css'

type Props = {
  readonly size: number
  /** Only an emergency that nobody has acknowledged pulses. */
  readonly pulses?: boolean
}

/** The 緊急 square reversed, for a ground that is already filled with its colour. */
export const EmergencySign = ({ size, pulses = false }: Props) => (
  <svg className={styles['mark']} data-pulse={pulses} width={size} height={size} viewBox="0 0 24 24" aria-hidden>
    <rect className={styles['badge-ground']} width="24" height="24" rx="4" />
    <rect className={styles['badge-stroke']} x="10.2" y="3.6" width="3.6" height="11.6" rx="1.8" />
    <circle className={styles['badge-stroke']} cx="12" cy="18.5" r="2.2" />
  </svg>
)
