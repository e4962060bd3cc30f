import { dayMs } from '@mimamori/contract/day'
import { logbook } from '@mimamori/contract/logbook'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWidth } from '../kit/use-width.ts'
import { pathOf } from '../marks/curve.ts'
import { heatFrom, wbgtRange } from '../marks/wbgt-axis.ts'
import { startOfDay } from '../platform/japan-time.ts'
import { queryOf } from '../platform/query.ts'
import styles from './book-curve.module.css'
import { type CurvePoint, curvePoints } from './curve-points.ts'
import { bookQueryOf, type Book } from './use-book.ts'

const hourMs = 3_600_000
/** As many lines as one call answers. */
const most = 1_000
const height = 132
const around = { left: 42, right: 16, top: 12, bottom: 26 }

type Frame = { readonly from: number; readonly to: number; readonly width: number }

const xOf = (at: number, { from, to, width }: Frame): number =>
  Math.round((around.left + ((at - from) / (to - from)) * (width - around.left - around.right)) * 10) / 10

/** A day is labelled by hours, several days by their dates, as many as there is room for. */
const timeLabels = ({ from, to, width }: Frame): readonly { readonly at: number; readonly text: string }[] => {
  const days = Math.round((to - from) / dayMs)
  if (days === 1) {
    const pace = width < 500 ? 6 : 3
    return Array.from({ length: 24 / pace + 1 }, (_, index) => ({ at: from + index * pace * hourMs, text: `${index * pace}時` }))
  }
  const pace = [1, 2, 5].find((every) => ((width - around.left) / days) * every >= 36) ?? 10
  return Array.from({ length: Math.ceil(days / pace) }, (_, index) => {
    const at = from + index * pace * dayMs
    const day = new Date(at + 9 * hourMs)
    return { at, text: `${day.getUTCMonth() + 1}/${day.getUTCDate()}` }
  })
}

const Drawing = ({ points, from, to }: { readonly points: readonly CurvePoint[]; readonly from: number; readonly to: number }) => {
  const [element, width] = useWidth(900)
  const frame = { from, to, width }
  const known = points.flatMap(({ wbgt }) => (wbgt === null ? [] : [wbgt]))
  const range = wbgtRange(known)
  const bottom = height - around.bottom
  const yOf = (wbgt: number) => Math.round((bottom - ((wbgt - range.min) / (range.max - range.min)) * (bottom - around.top)) * 10) / 10
  const highest = Math.max(...known)
  return (
    <div ref={element} className={styles['place']}>
      <svg
        className={styles['drawing']}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`期間のWBGTの曲線。最高 ${highest.toFixed(1)} ℃。値は下の表にあります`}
      >
        {range.ticks.map((tick) => (
          <g key={tick}>
            <line
              className={styles['rule']}
              data-limit={tick === heatFrom}
              x1={around.left}
              x2={width - around.right}
              y1={yOf(tick)}
              y2={yOf(tick)}
            />
            <text className={styles['tick']} data-limit={tick === heatFrom} x={around.left - 8} y={yOf(tick) + 4} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        {timeLabels(frame).map(({ at, text }) => (
          <g key={at}>
            <line className={styles['mark']} x1={xOf(at, frame)} x2={xOf(at, frame)} y1={bottom} y2={bottom + 4} />
            <text className={styles['tick']} x={xOf(at, frame)} y={bottom + 18} textAnchor="middle">
              {text}
            </text>
          </g>
        ))}
        <path
          className={styles['line']}
          d={pathOf(points.map(({ at, wbgt }) => (wbgt === null ? null : { x: xOf(at, frame), y: yOf(wbgt) })))}
        />
      </svg>
    </div>
  )
}

/** The course of the WBGT through the span: of a day by ten minutes, of several days by the hour; the highest of the site. */
export const BookCurve = ({ book }: { readonly book: Book }) => {
  const from = startOfDay(book.span.from)
  const to = startOfDay(book.span.to) + dayMs
  const unit = to - from === dayMs ? 'slot' : 'hour'
  const { data } = useQuery(queryOf(logbook.read, { query: { ...bookQueryOf(book), unit, offset: 0, limit: most } }))
  const points = useMemo(() => curvePoints(data?.data ?? [], unit === 'slot' ? 600_000 : hourMs), [data, unit])
  if (data === undefined) return <div className={styles['waiting']} />
  if (data.count > most) return <p className={styles['note']}>暑さ指数計を1台選ぶか、期間を短くすると、WBGTの曲線が出ます。</p>
  if (points.length < 2) return null
  return <Drawing points={points} from={from} to={to} />
}
