import { type Acclimatisation, ladderKindNames } from '@mimamori/contract/acclimatisation'
import styles from './acclimatisation-ladder.module.css'

type BarsProps = Pick<Acclimatisation, 'day'> & { readonly shares: readonly number[] }

const fullHeight = 20
/** So that the first step of 20 % is still a bar. */
const lowestHeight = 5

/** The days of an acclimatisation plan as rising bars: those that are over pale, the present one in ink, those to come empty. */
export const LadderBars = ({ shares, day }: BarsProps) => (
  <span className={styles['bars']} aria-hidden="true">
    {shares.map((share, index) => (
      <span
        key={share}
        className={styles['bar']}
        data-step={day === null || index + 1 > day ? 'later' : index + 1 === day ? 'now' : 'before'}
        style={{ blockSize: lowestHeight + ((fullHeight - lowestHeight) * share) / 100 }}
      />
    ))}
  </span>
)

type DayProps = Pick<Acclimatisation, 'kind' | 'day' | 'share'> & { readonly shares: readonly number[] }

/** Somebody's day of the plan: the bars, 新人・2日目, and the share of the day that may be in heat. Nothing without one. */
export const LadderDay = ({ kind, day, share, shares }: DayProps) =>
  kind !== null && (
    <span className={styles['ladder']}>
      <LadderBars shares={shares} day={day} />
      <span className={styles['words']}>
        <span className={styles['day']}>
          {ladderKindNames[kind]}・{day}日目
        </span>
        {share !== null && <span>1日の{share}%まで</span>}
      </span>
    </span>
  )
