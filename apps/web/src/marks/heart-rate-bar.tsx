import { limitNames } from '@mimamori/contract/labels'
import { type Limits, passedLimit, placeOnBar } from './heart-rate-scale.ts'
import styles from './marks.module.css'

type Props = { readonly bpm: number; readonly limits: Limits; readonly width?: number; readonly stale?: boolean; readonly label?: string }

const passedNames = { 0: '上限より下', 1: limitNames.sustained, 2: limitNames.instantaneous, 3: limitNames.maximum } as const

/** What the bar says, in words: 166、最大心拍 162 を超過. */
export const heartRateInWords = (bpm: number, limits: Limits): string => {
  const passed = passedLimit(bpm, limits)
  if (passed === 0) return `心拍 ${bpm}、${limitNames.sustained} ${limits.sustained} より下`
  const limit = [limits.sustained, limits.sustained, limits.instantaneous, limits.maximum][passed] ?? limits.maximum
  return `心拍 ${bpm}、${passedNames[passed]} ${limit} を超過`
}

/**
 * A heart rate judged against its own person: ticks are the three limits, colour begins at the first one passed.
 * Below the limits the bar is pale, since a high number alone says nothing.
 */
export const HeartRateBar = ({ bpm, limits, width = 80, stale = false, label = heartRateInWords(bpm, limits) }: Props) => {
  const passed = passedLimit(bpm, limits)
  const at = placeOnBar(bpm, limits) * width
  const ticks = [limits.sustained, limits.instantaneous, limits.maximum].map((limit) => placeOnBar(limit, limits) * width)
  const first = ticks[0] ?? 0
  return (
    <svg className={styles['mark']} width={width} height="16" viewBox={`0 0 ${width} 16`} role="img" aria-label={label}>
      <rect className={styles['heart-track']} y="5.5" width={width} height="5" />
      <rect className={styles[passed > 0 && !stale ? 'heart-high' : 'heart-low']} y="5.5" width={passed > 0 ? first : at} height="5" />
      {passed > 0 && !stale && (
        <rect className={styles['heart-over']} data-passed={passed} x={first} y="3.5" width={Math.max(2, at - first)} height="9" />
      )}
      {ticks.map((x, index) => (
        <rect
          key={index}
          className={styles[index < passed && !stale ? 'heart-tick-passed' : 'heart-tick']}
          x={x - 0.6}
          y="1"
          width="1.2"
          height="14"
        />
      ))}
    </svg>
  )
}
