import type { HealthDetail } from '@mimamori/contract/health-condition'
import { gradeNames } from '@mimamori/contract/labels'
import { byUrgency } from '../marks/grade.ts'
import { startOfDay } from '../platform/japan-time.ts'
import { firstHour, hoursShown } from './chart-layout.ts'
import { emergencySpans, gradeSpans, type GradeSpan } from './day-series.ts'
import styles from './day-ribbon.module.css'

const hour = 3_600_000
const day = 24 * hour
const hours = Array.from({ length: 24 }, (_, index) => index)

/** The worst grade of an hour in words, for those who do not see the ribbon. */
const worstOf = (spans: readonly GradeSpan[], from: number): string => {
  const grades = spans.filter((span) => span.from < from + hour && span.to > from).map((span) => span.grade)
  const worst = grades.toSorted(byUrgency)[0]
  return worst === undefined ? '記録なし' : gradeNames[worst]
}

type Props = { readonly detail: HealthDetail; readonly hour: number; readonly onHour: (hour: number) => void }

/** A whole day's total alert at a glance; a click on an hour shows the chart from there. */
export const DayRibbon = ({ detail, hour: chosen, onHour }: Props) => {
  const midnight = startOfDay(detail.date)
  const spans = gradeSpans(detail.listData, emergencySpans(detail.listAlert))
  const first = firstHour(chosen)
  const percent = (at: number) => `${(((at - midnight) / day) * 100).toFixed(3)}%`
  return (
    <div className={styles['ribbon']} role="group" aria-label="図に示す時刻">
      <div className={styles['bars']} aria-hidden="true">
        {spans.map((span) => (
          <span key={span.from} className={styles['bar']} data-grade={span.grade} style={{ left: percent(span.from), width: percent(midnight + span.to - span.from) }} />
        ))}
      </div>
      {hours.map((one) => (
        <button
          key={one}
          type="button"
          className={styles['hour']}
          data-shown={one >= first && one < first + hoursShown}
          aria-pressed={one === chosen}
          aria-label={`${one}時から ${worstOf(spans, midnight + one * hour)}`}
          onClick={() => onHour(one)}
        >
          <span>{one}</span>
        </button>
      ))}
      <span className={styles['frame']} style={{ left: `${(first / 24) * 100}%`, width: `${(hoursShown / 24) * 100}%` }} aria-hidden="true" />
    </div>
  )
}
