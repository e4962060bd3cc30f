import type { PlanHour } from '@mimamori/contract/plan'
import { pathOf } from '../marks/curve.ts'
import { chartScale, type LimitLine, withRoom } from './chart-scale.ts'
import styles from './hours-chart.module.css'
import { limitInWords } from './plan-words.ts'

const height = 150
/** What a name beside the axis takes, px. */
const nameHeight = 16

type Props = {
  readonly hours: readonly PlanHour[]
  readonly limits: readonly LimitLine[]
  /** How far the forecast of the last days was off, °C; null where that is not known. */
  readonly error: number | null
  /** Whether the values are those measured on another day. */
  readonly isMeasured: boolean
  readonly label: string
  /** Whether the names of the limits have no room beside their lines. */
  readonly isNarrow: boolean
}

type Line = readonly ({ readonly x: number; readonly y: number } | null)[]

/** What lies between two lines, in one piece for each run of hours. */
const bandOf = (above: Line, below: Line): string => {
  const pieces: string[] = []
  let run: { x: number; top: number; bottom: number }[] = []
  const close = () => {
    const there = run.map(({ x, top }) => `${x} ${top}`)
    const back = run.toReversed().map(({ x, bottom }) => `${x} ${bottom}`)
    if (run.length > 1) pieces.push(`M${[...there, ...back].join('L')}Z`)
    run = []
  }
  above.forEach((point, index) => {
    const other = below[index]
    if (point === null || other == null) close()
    else run.push({ x: point.x, top: point.y, bottom: other.y })
  })
  close()
  return pieces.join('')
}

/** The heat of the day hour by hour, its columns those of the table below it: the site's values, the public forecast, its error, the limits. */
export const HoursChart = ({ hours, limits, error, isMeasured, isNarrow, label }: Props) => {
  const values = hours.flatMap(({ site, forecast }) => [site, forecast]).filter((value) => value !== null)
  const scale = chartScale([...values, ...limits.map(({ value }) => value)], height)
  const lineOf = (valueOf: (hour: PlanHour) => number | null): Line =>
    hours.map((hour, index) => {
      const value = valueOf(hour)
      return value === null ? null : { x: index + 0.5, y: scale.yOf(value) }
    })
  const shifted = (by: number) => lineOf(({ site }) => (site === null ? null : site + by))
  const highest = hours.reduce<{ index: number; site: number } | null>(
    (best, { site }, index) => (site !== null && (best === null || site > best.site) ? { index, site } : best),
    null,
  )
  const leftOf = (index: number) => `${((index + 0.5) / hours.length) * 100}%`
  const named = withRoom(limits, ({ value }) => scale.yOf(value), nameHeight)
  const ticks = withRoom(
    scale.ticks,
    scale.yOf,
    nameHeight,
    named.map(({ value }) => scale.yOf(value)),
  )
  return (
    <div className={styles['chart']} data-measured={isMeasured} role="img" aria-label={label}>
      <div className={styles['axis']} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} className={styles['tick']} style={{ top: scale.yOf(tick) }}>
            {tick}
          </span>
        ))}
        {named.map(({ value, name, kind }) => (
          <span key={`${kind}${value}`} className={styles['limit-name']} style={{ top: scale.yOf(value) }}>
            {!isNarrow && name} <strong>{limitInWords(value)}</strong>
          </span>
        ))}
      </div>
      <div className={styles['plot']} aria-hidden="true">
        <svg width="100%" height={height}>
          {scale.ticks.map((tick) => (
            <line key={tick} className={styles['rule']} x1="0" x2="100%" y1={scale.yOf(tick)} y2={scale.yOf(tick)} />
          ))}
          {named.map(({ value, kind }) => (
            <line
              key={`${kind}${value}`}
              className={styles['limit']}
              data-kind={kind}
              x1="0"
              x2="100%"
              y1={scale.yOf(value)}
              y2={scale.yOf(value)}
            />
          ))}
          <svg viewBox={`0 0 ${hours.length} ${height}`} preserveAspectRatio="none" width="100%" height={height}>
            {error !== null && !isMeasured && <path className={styles['band']} d={bandOf(shifted(error), shifted(-error))} />}
            {!isMeasured && <path className={styles['forecast']} d={pathOf(lineOf(({ forecast }) => forecast))} />}
            <path className={styles['site']} d={pathOf(lineOf(({ site }) => site))} />
          </svg>
          {!isMeasured &&
            hours.map(({ at, forecast, isInterpolated }, index) =>
              forecast === null || isInterpolated ? null : (
                <circle key={at} className={styles['issued']} cx={leftOf(index)} cy={scale.yOf(forecast)} r="2.5" />
              ),
            )}
          {highest !== null && <circle className={styles['dot']} cx={leftOf(highest.index)} cy={scale.yOf(highest.site)} r="4.5" />}
        </svg>
        {highest !== null && (
          <strong className={styles['highest']} style={{ left: leftOf(highest.index), top: scale.yOf(highest.site) }}>
            {highest.site.toFixed(1)}
          </strong>
        )}
      </div>
    </div>
  )
}
