import type { SafetySummary } from '@mimamori/contract/safety-summary'
import { useWidth } from '../kit/use-width.ts'
import { ChartTable } from '../marks/charts/chart-table.tsx'
import charts from '../marks/charts/charts.module.css'
import { labelPace, middleOf, slotWidth, slotsIn } from '../marks/charts/slots.ts'
import styles from './rest-hours.module.css'

type Hours = SafetySummary['rests']['hours']

/** Hours that are always shown: those of a usual day's work. */
const usual = { from: 7, to: 17 }

const shownOf = (hours: Hours) => {
  const counts = hours.map((counted, hour) => ({ hour, ...counted }))
  const busy = counts.flatMap(({ hour, alerts }) => (alerts > 0 ? [hour] : []))
  return counts.slice(Math.min(usual.from, ...busy), Math.max(usual.to, ...busy) + 1)
}

const height = 132
const foot = height - 24
const top = 20

/** Alerts by the hour in which they began; what is filled was followed by rest within 30 minutes. */
export const RestHours = ({ hours }: { readonly hours: Hours }) => {
  const [element, width] = useWidth(400)
  const shown = shownOf(hours)
  const slots = { ...slotsIn(width, shown.length), left: 10 }
  const greatest = Math.max(1, ...shown.map(({ alerts }) => alerts))
  const barWidth = slotWidth(slots) * 0.7
  const pace = labelPace(slots)
  const heightOf = (count: number) => (count / greatest) * (foot - top)
  return (
    <>
      <div ref={element} className={charts['place']}>
        <svg
          className={charts['drawing']}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label="時刻ごとのアラートと30分以内の休憩の棒"
        >
          <line className={charts['rule']} data-base x1={slots.left} x2={slots.right} y1={foot} y2={foot} />
          {shown.map(({ hour, alerts, within30 }, index) => {
            const x = middleOf(index, slots) - barWidth / 2
            return (
              <g key={hour}>
                <rect className={charts['grey']} x={x} width={barWidth} y={foot - heightOf(within30)} height={heightOf(within30)} />
                {alerts > 0 && (
                  <>
                    <rect className={styles['all']} x={x} width={barWidth} y={foot - heightOf(alerts)} height={heightOf(alerts)} />
                    <text className={charts['times']} x={x + barWidth / 2} y={foot - heightOf(alerts) - 5} textAnchor="middle">
                      {alerts}
                    </text>
                  </>
                )}
                {hour % pace === 0 && (
                  <text className={charts['tick']} x={x + barWidth / 2} y={foot + 17} textAnchor="middle">
                    {hour}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
      </div>
      <ChartTable
        caption="時刻ごとのアラートと休憩"
        head={['時刻', 'アラート', '30分以内に休憩']}
        rows={shown.map(({ hour, alerts, within30 }) => [`${hour}時台`, alerts, within30])}
      />
    </>
  )
}
