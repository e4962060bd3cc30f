import type { SafetySummary } from '@mimamori/contract/safety-summary'
import { useWidth } from '../kit/use-width.ts'
import { pathOf } from '../marks/curve.ts'
import { heatFrom, wbgtRange } from '../marks/wbgt-axis.ts'
import styles from '../marks/charts/charts.module.css'
import { ChartTable } from '../marks/charts/chart-table.tsx'
import { DayLabels } from './day-labels.tsx'
import { dayOf } from './month.ts'
import { middleOf, slotsIn } from '../marks/charts/slots.ts'
import { nothing } from '../marks/charts/figure-words.ts'

const height = 118
const around = { top: 18, bottom: 24 }

type Days = SafetySummary['days']

const Drawing = ({ days }: { readonly days: Days }) => {
  const [element, width] = useWidth(640)
  const slots = slotsIn(width, days.length)
  const known = days.map(({ wbgtMax }) => wbgtMax).filter((value) => value !== null)
  const range = wbgtRange(known)
  const bottom = height - around.bottom
  const yOf = (value: number) => Math.round((bottom - ((value - range.min) / (range.max - range.min)) * (bottom - around.top)) * 10) / 10
  const points = days.map(({ wbgtMax }, index) => (wbgtMax === null ? null : { x: middleOf(index, slots), y: yOf(wbgtMax) }))
  const highest = Math.max(...known)
  const top = points[days.findIndex(({ wbgtMax }) => wbgtMax === highest)]
  return (
    <div ref={element} className={styles['place']}>
      <svg className={styles['drawing']} viewBox={`0 0 ${width} ${height}`} role="img" aria-label="日ごとのWBGT最高の折れ線">
        {range.ticks.map((tick) => (
          <g key={tick}>
            <line
              className={styles['rule']}
              data-base={tick === range.min}
              x1={slots.left}
              x2={slots.right}
              y1={yOf(tick)}
              y2={yOf(tick)}
            />
            <text className={styles['tick']} data-limit={tick === heatFrom} x={slots.left - 8} y={yOf(tick) + 4} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        <line className={styles['limit']} x1={slots.left} x2={slots.right} y1={yOf(heatFrom)} y2={yOf(heatFrom)} />
        <path className={styles['line']} d={pathOf(points)} />
        {points.map(
          (point, index) =>
            point !== null && (
              <circle key={days[index]?.date} className={styles['dot']} cx={point.x} cy={point.y} r="2.4">
                <title>
                  {dayOf(days[index]?.date ?? '')}日　{days[index]?.wbgtMax?.toFixed(1)} ℃
                </title>
              </circle>
            ),
        )}
        {top != null && (
          <text className={styles['highest']} x={top.x} y={top.y - 8} textAnchor="middle">
            {highest.toFixed(1)}
          </text>
        )}
        <DayLabels days={days} slots={slots} top={bottom} />
      </svg>
    </div>
  )
}

/** The highest WBGT of each day against 28. */
export const WbgtChart = ({ days }: { readonly days: Days }) => (
  <>
    <Drawing days={days} />
    <ChartTable
      caption="日ごとのWBGTの最高"
      head={['日', 'WBGT最高 ℃', '暑い時間 分']}
      rows={days.map(({ date, wbgtMax, heatMinutes }) => [`${dayOf(date)}日`, wbgtMax?.toFixed(1) ?? nothing, heatMinutes])}
    />
  </>
)
