import { useWidth } from '../../kit/use-width.ts'
import styles from './charts.module.css'
import { ChartTable } from './chart-table.tsx'
import type { ByLevel } from './count-scale.ts'
import { labelPace, middleOf, slotWidth, slotsIn } from './slots.ts'

/** What of an hour's alerts calls for an answer: 警戒 and above. */
export const graveOf = ({ emergency, level3, level2 }: ByLevel): number => emergency + level3 + level2

/** Hours that are always shown: those of a usual day's work. */
const usual = { from: 7, to: 17 }

type HourCount = { readonly hour: number; readonly count: number }

/** The hours from the first to the last that has such an alert, the usual ones of work at least. */
const hoursShown = (hours: readonly ByLevel[]): readonly HourCount[] => {
  const counts = hours.map((counted, hour) => ({ hour, count: graveOf(counted) }))
  const busy = counts.flatMap(({ hour, count }) => (count > 0 ? [hour] : []))
  return counts.slice(Math.min(usual.from, ...busy), Math.max(usual.to, ...busy) + 1)
}

const height = 150
/** The foot of the columns, and where the highest ends: its number is above it. */
const foot = height - 24
const top = 20

/**
 * The alerts of level 2 and above by the hour they began: grey, since the chart of the days shows their levels, each with its
 * number.
 */
export const GraveAlertsByHour = ({ hours }: { readonly hours: readonly ByLevel[] }) => {
  const [element, width] = useWidth(400)
  const shown = hoursShown(hours)
  const slots = { ...slotsIn(width, shown.length), left: 10 }
  const greatest = Math.max(1, ...shown.map(({ count }) => count))
  const barWidth = slotWidth(slots) * 0.82
  const pace = labelPace(slots)
  return (
    <>
      <div ref={element} className={styles['place']}>
        <svg className={styles['drawing']} viewBox={`0 0 ${width} ${height}`} role="img" aria-label="時刻ごとの警戒以上の件数の棒">
          <line className={styles['rule']} data-base x1={slots.left} x2={slots.right} y1={foot} y2={foot} />
          {shown.map(({ hour, count }, index) => {
            const x = middleOf(index, slots)
            const y = foot - (count / greatest) * (foot - top)
            return (
              <g key={hour}>
                <rect className={styles['grey']} x={x - barWidth / 2} width={barWidth} y={y} height={foot - y} />
                {count > 0 && (
                  <text className={styles['times']} x={x} y={y - 5} textAnchor="middle">
                    {count}
                  </text>
                )}
                {hour % pace === 0 && (
                  <text className={styles['tick']} x={x} y={foot + 17} textAnchor="middle">
                    {hour}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </div>
      <ChartTable caption="時刻ごとの警戒以上の件数" head={['時刻', '件']} rows={shown.map(({ hour, count }) => [`${hour}時台`, count])} />
    </>
  )
}
