import type { SafetySummary } from '@mimamori/contract/safety-summary'
import { useWidth } from '../kit/use-width.ts'
import styles from '../marks/charts/charts.module.css'
import { ChartTable } from '../marks/charts/chart-table.tsx'
import { DayLabels } from './day-labels.tsx'
import { dayOf } from './month.ts'
import { middleOf, slotsIn, slotWidth } from '../marks/charts/slots.ts'
import { nothing } from '../marks/charts/figure-words.ts'

const rowHeight = 8
const hoursOfDay = 24
const top = 6
const bottom = top + hoursOfDay * rowHeight
const height = bottom + 24

/** Steps of WBGT, ℃, by the guidance on heat (日常生活における熱中症予防指針): 25, 28, 31. Heat is no level of a person, so it is grey. */
const steps = [
  { shade: 1, below: 25, name: '25未満' },
  { shade: 2, below: 28, name: '25以上' },
  { shade: 3, below: 31, name: '28以上' },
  { shade: 4, below: Number.POSITIVE_INFINITY, name: '31以上' },
] as const

const shadeOf = (wbgt: number) => steps.find(({ below }) => wbgt < below)?.shade

/** What the shades mean. */
export const HeatLegend = () => (
  <ul className={styles['shades']} aria-label="濃さの凡例">
    {steps.map(({ shade, name }) => (
      <li key={shade}>
        <span className={styles['swatch']} data-shade={shade} />
        {name}
      </li>
    ))}
    <li>
      <span className={styles['swatch']} data-shade="none" />
      記録なし
    </li>
  </ul>
)

type Days = SafetySummary['days']

const Drawing = ({ days }: { readonly days: Days }) => {
  const [element, width] = useWidth(640)
  const slots = slotsIn(width, days.length)
  const cell = slotWidth(slots)
  return (
    <div ref={element} className={styles['place']}>
      <svg className={styles['drawing']} viewBox={`0 0 ${width} ${height}`} role="img" aria-label="日と時刻ごとのWBGTの濃淡">
        {[0, 6, 12, 18].map((hour) => (
          <text key={hour} className={styles['tick']} x={slots.left - 8} y={top + hour * rowHeight + 11} textAnchor="end">
            {hour}時
          </text>
        ))}
        <rect className={styles['ground']} x={slots.left} y={top} width={slots.right - slots.left} height={bottom - top} />
        {days.map(({ date, wbgt }, day) =>
          wbgt.map(
            (value, hour) =>
              value !== null && (
                <rect
                  key={`${date} ${hour}`}
                  className={styles['cell']}
                  data-shade={shadeOf(value)}
                  x={middleOf(day, slots) - cell / 2}
                  y={top + hour * rowHeight}
                  width={cell}
                  height={rowHeight}
                >
                  <title>
                    {dayOf(date)}日 {hour}時台　{value.toFixed(1)} ℃
                  </title>
                </rect>
              ),
          ),
        )}
        {[6, 12, 18].map((hour) => (
          <line
            key={hour}
            className={styles['quarter']}
            x1={slots.left}
            x2={slots.right}
            y1={top + hour * rowHeight}
            y2={top + hour * rowHeight}
          />
        ))}
        <DayLabels days={days} slots={slots} top={bottom} />
      </svg>
    </div>
  )
}

/** The highest WBGT of each hour of each day: darker is hotter, white is not known. */
export const HeatGrid = ({ days }: { readonly days: Days }) => (
  <>
    <Drawing days={days} />
    <ChartTable
      caption="日と時刻ごとのWBGTの最高（℃）"
      head={['日', ...Array.from({ length: hoursOfDay }, (_, hour) => `${hour}時`)]}
      rows={days.map(({ date, wbgt }) => [`${dayOf(date)}日`, ...wbgt.map((value) => value?.toFixed(1) ?? nothing)])}
    />
  </>
)
