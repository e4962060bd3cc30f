import { gradeNames } from '@mimamori/contract/labels'
import type { SafetySummary } from '@mimamori/contract/safety-summary'
import styles from './charts.module.css'
import { ChartTable } from './chart-table.tsx'
import { type CountColumn, ColumnChart } from './column-chart.tsx'
import { type ByLevel, sumOf } from './count-scale.ts'
import { DayLabels } from './day-labels.tsx'
import { dayOf } from './month.ts'
import { labelPace, middleOf } from './slots.ts'

const levelHead = [gradeNames.emergency, gradeNames[3], gradeNames[2], gradeNames[1]]
const levelCells = ({ emergency, level3, level2, level1 }: ByLevel) => [emergency, level3, level2, level1]

/** Hours that are always shown: those of a usual day's work. */
const usual = { from: 7, to: 17 }

/** The hours from the first to the last that has an alert, the usual ones of work at least. */
export const hoursShown = (hours: readonly ByLevel[]): readonly number[] => {
  const busy = hours.flatMap((counts, hour) => (sumOf(counts) > 0 ? [hour] : []))
  const [from, to] = [Math.min(usual.from, ...busy), Math.max(usual.to, ...busy)]
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** The alerts of each day by level. */
export const AlertsByDay = ({ days }: { readonly days: SafetySummary['days'] }) => (
  <>
    <ColumnChart
      label="日ごとのアラートの件数の積み上げ"
      height={190}
      columns={days.map(({ date, ...counts }) => ({ key: date, name: `${dayOf(date)}日`, counts }))}
      renderFoot={(slots, top) => <DayLabels days={days} slots={slots} top={top} />}
    />
    <ChartTable
      caption="日ごとのアラートの件数"
      head={['日', ...levelHead]}
      rows={days.map((day) => [`${dayOf(day.date)}日`, ...levelCells(day)])}
    />
  </>
)

/** The alerts that began in each hour of the day, by level. */
export const AlertsByHour = ({ hours }: { readonly hours: SafetySummary['hours'] }) => {
  const columns: CountColumn[] = hoursShown(hours).flatMap((hour) => {
    const counts = hours[hour]
    return counts === undefined ? [] : [{ key: String(hour), name: `${hour}時台`, counts }]
  })
  return (
    <>
      <ColumnChart
        label="時刻ごとのアラートの件数の積み上げ"
        height={176}
        columns={columns}
        renderFoot={(slots, top) =>
          columns.map(
            ({ key }, index) =>
              Number(key) % labelPace(slots) === 0 && (
                <text key={key} className={styles['tick']} x={middleOf(index, slots)} y={top + 17} textAnchor="middle">
                  {key}
                </text>
              ),
          )
        }
      />
      <ChartTable
        caption="時刻ごとのアラートの件数"
        head={['時刻', ...levelHead]}
        rows={columns.map(({ name, counts }) => [name, ...levelCells(counts)])}
      />
    </>
  )
}
