import type { OfficeNow } from '@mimamori/contract/office-now'
import { shownHours, workingHoursOf } from '@mimamori/heat/working-hours'
import { useNow } from '../platform/clock.ts'
import { freePlace, heatRange, pathOf, curvePointsIn, samplesOf } from './curve.ts'
import styles from './heat-curve.module.css'

const width = 398
const aroundCurve = { left: 44, top: 14, width: 316, below: 32 }
const hour = 3_600_000
/** What the name of the reference takes. */
const nameSize = { width: 68, height: 14 }

type Heat = Pick<OfficeNow, 'workingHours' | 'heatToday' | 'heatForecast' | 'referenceWbgt' | 'watchers' | 'publicWbgt'>

/** Whether the screen shows a value now, also one from before the hours of the curve. */
const hasValue = ({ watchers, publicWbgt }: Heat): boolean =>
  publicWbgt?.wbgtValue != null || watchers.some(({ wbgtValue }) => wbgtValue !== null)

/** The heat of a site's working hours, or of the day while nobody works, by the half hour, the reference it is judged by, and the forecast. */
export const HeatCurve = ({ site, height = 152 }: { readonly site: Heat; readonly height?: number }) => {
  const now = useNow(60_000)
  const { opensAt, closesAt } = site.workingHours
  const day = shownHours(now, workingHoursOf(opensAt, closesAt))
  const [heat, foreseen] = [samplesOf(site.heatToday, day), samplesOf(site.heatForecast, day)]
  if (heat.length === 0) return hasValue(site) ? null : <p className={styles['nothing']}>きょうの測定値はまだありません。</p>

  const { left, top, below } = aroundCurve
  const box = { left, top, width: aroundCurve.width, height: height - top - below }
  const range = heatRange([...[...heat, ...foreseen].map(({ wbgtValue }) => wbgtValue), site.referenceWbgt])
  const measured = curvePointsIn(heat, day, range, box)
  const forecast = curvePointsIn(foreseen, day, range, box)
  const latest = measured.at(-1)
  const yOf = (value: number) => box.top + (1 - (value - range.min) / (range.max - range.min)) * box.height
  const reference = yOf(site.referenceWbgt)
  const [start, end] = [box.left + 4, box.left + box.width - nameSize.width]
  const [above, underneath] = [reference - 2 - nameSize.height, reference + 2]
  const name = freePlace(
    [...measured, ...forecast, ...(latest === undefined ? [] : [{ x: latest.x, y: latest.y - 16 }])].toSorted((a, b) => a.x - b.x),
    [
      { ...nameSize, left: start, top: above },
      { ...nameSize, left: end, top: above },
      { ...nameSize, left: end, top: underneath },
      { ...nameSize, left: start, top: underneath },
    ],
  )
  const hours = (day.to - day.from) / hour
  const every = hours > 16 ? 4 : hours > 8 ? 2 : 1
  return (
    <svg
      className={styles['curve']}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`きょうのWBGT。いま ${latest?.value.toFixed(1) ?? '不明'} ℃、基準値 ${site.referenceWbgt} ℃`}
    >
      {range.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={styles['rule']}
            x1={box.left}
            x2={box.left + box.width}
            y1={yOf(tick)}
            y2={yOf(tick)}
            data-base={tick === range.min}
          />
          <text className={styles['tick']} x={box.left - 10} y={yOf(tick) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      {Array.from({ length: Math.floor(hours / every) + 1 }, (_, index) => {
        const x = box.left + ((index * every) / hours) * box.width
        return (
          <text key={index} className={styles['tick']} x={x} y={height - 8} textAnchor="middle">
            {new Date(day.from + (9 + index * every) * hour).getUTCHours()}時
          </text>
        )
      })}
      <line className={styles['reference']} x1={box.left} x2={box.left + box.width} y1={reference} y2={reference} />
      <text
        className={styles['reference-name']}
        x={name.left === start ? start : end + nameSize.width}
        y={name.top + nameSize.height - 2}
        textAnchor={name.left === start ? 'start' : 'end'}
      >
        基準値 {site.referenceWbgt}
      </text>
      <path className={styles['forecast']} d={pathOf([...(latest === undefined ? [] : [latest]), ...forecast])} />
      {forecast.at(-1) !== undefined && (
        <text className={styles['tick']} x={box.left + box.width + 6} y={(forecast.at(-1)?.y ?? 0) + 4}>
          予測
        </text>
      )}
      <path className={styles['line']} d={pathOf(measured)} />
      {latest !== undefined && (
        <>
          <circle className={styles['dot']} cx={latest.x} cy={latest.y} r="4.5" />
          <text className={styles['latest']} x={latest.x} y={latest.y - 10} textAnchor="middle">
            {latest.value.toFixed(1)}
          </text>
        </>
      )}
    </svg>
  )
}

const spark = { width: 96, height: 24 }

/** A watcher's recent course against the reference, without axes: rising, level or falling. */
export const Sparkline = ({ trend, reference }: { readonly trend: readonly (number | null)[]; readonly reference: number }) => {
  const known = trend.filter((value) => value !== null)
  if (known.length < 2) return null
  const [low, high] = [Math.min(...known, reference) - 0.5, Math.max(...known, reference) + 0.5]
  const yOf = (value: number) => 2 + (1 - (value - low) / (high - low)) * (spark.height - 4)
  const points = trend.map((value, index) =>
    value === null ? null : { x: 2 + (index / (trend.length - 1)) * (spark.width - 8), y: yOf(value) },
  )
  const last = points.findLast((point) => point !== null)
  return (
    <svg width={spark.width} height={spark.height} viewBox={`0 0 ${spark.width} ${spark.height}`} aria-hidden="true">
      <line className={styles['spark-reference']} x1="2" x2={spark.width - 6} y1={yOf(reference)} y2={yOf(reference)} />
      <path className={styles['spark-line']} d={pathOf(points)} />
      {last != null && <circle className={styles['dot']} cx={last.x} cy={last.y} r="2.4" />}
    </svg>
  )
}
