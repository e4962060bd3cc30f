import type { HealthDetail } from '@mimamori/contract/health-condition'
import { gradeNames } from '@mimamori/contract/labels'
import { emergencySpans, gradeSpans, type GradeSpan } from '@mimamori/heat/chart/day-series'
import { useNarrow } from '../platform/use-media.ts'
import { byUrgency } from '../marks/grade.ts'
import { usePhrase } from '../platform/phrases.ts'
import { startOfDay } from '../platform/japan-time.ts'
import { endHour } from './chart-layout.ts'
import styles from './day-ribbon.module.css'

const hour = 3_600_000
const day = 24 * hour
// A finger needs 24 px, so a phone's ribbon is chosen by two hours; the list of hours beside it has them all.
const stepOf = (narrow: boolean) => (narrow ? 2 : 1)

/** The worst grade of a span in words, for those who do not see the ribbon. */
const worstOf = (spans: readonly GradeSpan[], from: number, to: number): string => {
  const grades = spans.filter((span) => span.from < to && span.to > from).map((span) => span.grade)
  const worst = grades.toSorted(byUrgency)[0]
  return worst === undefined ? '記録なし' : gradeNames[worst]
}

type Props = { readonly detail: HealthDetail; readonly hour: number; readonly onHour: (hour: number) => void }

/** A whole day's total alert at a glance; a click on an hour shows the chart from there. */
export const DayRibbon = ({ detail, hour: chosen, onHour }: Props) => {
  const midnight = startOfDay(detail.date)
  const spans = gradeSpans(detail.listData, emergencySpans(detail.listAlert))
  const step = stepOf(useNarrow())
  const phrase = usePhrase()
  const hours = Array.from({ length: 24 / step }, (_, index) => index * step)
  const percent = (at: number) => `${(((at - midnight) / day) * 100).toFixed(3)}%`
  return (
    <div
      className={styles['ribbon']}
      role="group"
      aria-label={phrase('図に示す時刻')}
      style={{ gridTemplateColumns: `repeat(${hours.length}, minmax(0, 1fr))` }}
    >
      <div className={styles['bars']} aria-hidden="true">
        {spans.map((span) => (
          <span
            key={span.from}
            className={styles['bar']}
            data-grade={span.grade}
            style={{ left: percent(span.from), width: percent(midnight + span.to - span.from) }}
          />
        ))}
      </div>
      {hours.map((one) => (
        <button
          key={one}
          type="button"
          className={styles['hour']}
          data-shown={one >= chosen && one < endHour(chosen)}
          aria-pressed={chosen >= one && chosen < one + step}
          aria-label={phrase(`${one}時から ${worstOf(spans, midnight + one * hour, midnight + (one + step) * hour)}`)}
          onClick={() => onHour(one)}
        >
          <span>{one}</span>
        </button>
      ))}
      <span
        className={styles['frame']}
        style={{ left: `${(chosen / 24) * 100}%`, width: `${((endHour(chosen) - chosen) / 24) * 100}%` }}
        aria-hidden="true"
      />
    </div>
  )
}
