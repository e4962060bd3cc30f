import type { SafetySummary } from '@mimamori/contract/safety-summary'
import styles from '../marks/charts/charts.module.css'
import { dayOf, isSunday } from './month.ts'
import { labelPace, middleOf, type Slots } from '../marks/charts/slots.ts'

type Props = { readonly days: SafetySummary['days']; readonly slots: Slots; readonly top: number }

/** The days of the month below a chart; where they are close, every second or fifth. Sundays are paler. */
export const DayLabels = ({ days, slots, top }: Props) => {
  const pace = labelPace(slots)
  return days.map(({ date }, index) => {
    const day = dayOf(date)
    if (day !== 1 && day % pace !== 0) return null
    return (
      <text key={date} className={styles['tick']} data-rest={isSunday(date)} x={middleOf(index, slots)} y={top + 17} textAnchor="middle">
        {day}
      </text>
    )
  })
}
