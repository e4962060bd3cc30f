import { gradeNames } from '@mimamori/contract/labels'
import type { AlertLoad } from '@mimamori/contract/alert-load'
import { ChartTable } from '../marks/charts/chart-table.tsx'
import styles from '../marks/charts/charts.module.css'
import { ColumnChart } from '../marks/charts/column-chart.tsx'
import { labelPace, middleOf, type Slots } from '../marks/charts/slots.ts'
import { othersOf, shortDay } from './load-words.ts'

const others = '暑さ・安全帯・機器'

const DayLabels = ({ days, slots, top }: { readonly days: AlertLoad['days']; readonly slots: Slots; readonly top: number }) => {
  // A day with its month is wider than a number.
  const pace = labelPace(slots) * 2
  return days.map(({ date }, index) =>
    (days.length - 1 - index) % pace === 0 ? (
      <text key={date} className={styles['tick']} x={middleOf(index, slots)} y={top + 17} textAnchor="middle">
        {shortDay(date)}
      </text>
    ) : null,
  )
}

/** The alerts of each day, by level; what is not about a person's condition at the foot. */
export const DayChart = ({ days }: Pick<AlertLoad, 'days'>) => (
  <>
    <ColumnChart
      label="日ごとのアラートの件数の積み上げ"
      height={260}
      columns={days.map((day) => ({
        key: day.date,
        name: shortDay(day.date),
        counts: day,
        others: { name: others, count: othersOf(day) },
      }))}
      renderFoot={(slots, top) => <DayLabels days={days} slots={slots} top={top} />}
    />
    <ChartTable
      caption="日ごとのアラートと通知の件数"
      head={[
        '日',
        gradeNames.emergency,
        gradeNames[3],
        gradeNames[2],
        gradeNames[1],
        '現場の暑さ',
        '安全帯',
        '途絶・機器',
        '届いた通知',
        'WBGTの最高',
      ]}
      rows={days.map((day) => [
        shortDay(day.date),
        day.emergency,
        day.level3,
        day.level2,
        day.level1,
        day.siteHeat,
        day.belt,
        day.device,
        day.received,
        day.wbgtMax?.toFixed(1) ?? '―',
      ])}
    />
  </>
)
