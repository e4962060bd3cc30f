import { labels } from '@mimamori/contract/labels'
import styles from './marks.module.css'

/** Radio strength 0–4 as four rising bars. Nothing if the device reports nothing. */
export const Signal = ({ level }: { readonly level: number | null }) => {
  if (level === null) return null
  return (
    <svg
      className={styles['mark']}
      width="20"
      height="14"
      viewBox="0 0 20 14"
      role="img"
      aria-label={`${labels.healthCondition.waveLevel} ${level}／4`}
    >
      {[0, 1, 2, 3].map((bar) => (
        <rect
          key={bar}
          className={styles[bar < level ? 'signal-on' : 'signal-off']}
          x={bar * 5 + 0.5}
          y={10 - bar * 3}
          width="3.4"
          height={4 + bar * 3}
          rx=".6"
        />
      ))}
    </svg>
  )
}
