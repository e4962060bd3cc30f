import { labels } from '@mimamori/contract/labels'
import styles from './marks.module.css'

/** At or below this the battery is called low (decisions/0004). */
const lowBattery = 1

type Props = {
  readonly level: number | null
  /** Whose battery it is, where it is not the device's own. */
  readonly label?: string
}

/** A battery of five cells; 残少 is beside it when it runs low. Nothing if the device reports nothing. */
export const Battery = ({ level, label = labels.healthCondition.bateryLevel }: Props) => {
  if (level === null) return null
  const low = level <= lowBattery
  return (
    <span className={styles['battery']} data-low={low}>
      <svg className={styles['mark']} width="28" height="14" viewBox="0 0 28 14" role="img" aria-label={`${label} ${level}／5`}>
        <rect className={styles['battery-case']} x=".75" y=".75" width="23.5" height="12.5" rx="2.6" />
        <rect className={styles['battery-tip']} x="25.4" y="4.2" width="2" height="5.6" rx="1" />
        {Array.from({ length: Math.max(0, Math.min(5, level)) }, (_, cell) => (
          <rect key={cell} className={styles['battery-cell']} x={3.2 + cell * 3.85} y="3.4" width="2.9" height="7.2" />
        ))}
      </svg>
      {low && <b>残少</b>}
    </span>
  )
}
