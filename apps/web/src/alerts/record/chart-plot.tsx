import { spread, yOf as placeOf } from '@mimamori/heat/chart/scale'
import type { Point } from '@mimamori/heat/chart/day-series'
import type { Plot } from '@mimamori/heat/chart/record-chart'
import { type Frame, xOf } from '@mimamori/heat/chart/record-frame'
import { LevelMark } from '../../marks/level-mark.tsx'
import styles from './record-chart.module.css'

type Props = { readonly plot: Plot; readonly top: number; readonly frame: Frame }

const dashes = { dotted: '2 4', dashed: '7 4', solid: undefined } as const
const apart = 19

const useScale = ({ plot, top, frame }: Props) => {
  const y = (value: number) => Math.round(placeOf(value, plot, { top, height: plot.height }) * 10) / 10
  const isIn = ([at]: Point) => at >= frame.window.from && at <= frame.window.to
  // A value that is missing breaks the line.
  const path = (points: readonly Point[]) => {
    let draws = false
    return points
      .filter(isIn)
      .map(([at, value]) => {
        const verb = draws ? 'L' : 'M'
        draws = value !== null
        return value === null ? '' : `${verb}${xOf(at, frame)} ${y(value)}`
      })
      .join('')
  }
  return { y, path }
}

const Ends = ({ plot, top, frame }: Props) => {
  const { y } = useScale({ plot, top, frame })
  const ends = [
    ...plot.limits.map(({ name, value, grade }) => ({ name, grade, at: y(value), text: String(Math.round(value * 10) / 10) })),
    ...plot.lines.flatMap(({ name, points, end }) => {
      const last = points.findLast(([, value]) => value !== null)?.[1]
      return end === undefined || last == null ? [] : [{ name, grade: undefined, at: y(last), text: end }]
    }),
  ]
  const places = spread(
    ends.map(({ at }) => at),
    apart,
  )
  return ends.map(({ name, grade, text }, index) => (
    <g key={name} transform={`translate(${frame.right + 8} ${places[index] ?? 0})`}>
      {grade !== undefined && (
        <g transform="translate(0 -8)">
          <LevelMark grade={grade} size={16} decorative />
        </g>
      )}
      <text className={styles['end']} x={grade === undefined ? 0 : 22} y="4">
        {(frame.hasNames || grade === undefined) && <tspan className={styles['end-name']}>{name} </tspan>}
        <tspan className={styles['end-value']} {...(!frame.hasNames && grade === undefined && { x: 0, dy: 13 })}>
          {text}
        </tspan>
      </text>
    </g>
  ))
}

/** One plot: its scale, limits and lines, coloured only where a limit is passed. */
export const ChartPlot = ({ plot, top, frame }: Props) => {
  const { y, path } = useScale({ plot, top, frame })
  return (
    <g>
      {plot.ticks.map((tick) => (
        <g key={tick}>
          <line className={styles['rule']} x1={frame.left} x2={frame.right} y1={y(tick)} y2={y(tick)} data-base={tick === 0} />
          <text className={styles['tick']} x={frame.left - 7} y={y(tick) + 4} textAnchor="end">
            {String(tick).replace('-', '−')}
          </text>
        </g>
      ))}
      {plot.areas.flatMap(({ level, polygons }) =>
        polygons.map((polygon, index) => (
          <polygon
            key={`${level}/${index}`}
            className={styles['area']}
            data-level={level}
            points={polygon.map(([at, value]) => `${xOf(at, frame)},${y(value)}`).join(' ')}
          />
        )),
      )}
      {plot.limits
        .filter(({ value }) => value <= plot.max)
        .map(({ name, value, dash }) => (
          <line
            key={name}
            className={styles['limit']}
            x1={frame.left}
            x2={frame.right}
            y1={y(value)}
            y2={y(value)}
            strokeDasharray={dashes[dash]}
          />
        ))}
      {plot.lines.map(({ name, points, isMain }) => (
        <path key={name} className={styles['line']} data-main={isMain} d={path(points)} />
      ))}
      <text className={styles['plot-name']} x={frame.left + 8} y={top + 16}>
        {plot.name}
      </text>
      <Ends plot={plot} top={top} frame={frame} />
    </g>
  )
}
