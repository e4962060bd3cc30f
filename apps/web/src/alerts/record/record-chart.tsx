import type { AlertRecord } from '@mimamori/contract/alert-record'
import { windowInWords, withoutChart } from '@mimamori/contract/alert-record-facts'
import { useMemo } from 'react'
import { chartOf, type Chart, type Plot } from '@mimamori/heat/chart/record-chart'
import { spaced, timeTicks } from '@mimamori/heat/chart/time-scale'
import type { Step } from '@mimamori/contract/alert-record-steps'
import { frameOf, plotTops, type Frame, xOf } from '@mimamori/heat/chart/record-frame'
import { clockOf } from '../../platform/japan-time.ts'
import { useNarrow } from '../../platform/use-media.ts'
import { ChartPlot } from './chart-plot.tsx'
import { ChartLane } from './chart-lane.tsx'
import styles from './record-chart.module.css'
import panel from './record-panel.module.css'

type Props = { readonly record: AlertRecord; readonly steps: readonly Step[] }

const Times = ({ frame, bottom }: { readonly frame: Frame; readonly bottom: number }) =>
  timeTicks(frame.window, frame.mostTicks).map((tick) => (
    <g key={tick}>
      <line className={styles['rule']} x1={xOf(tick, frame)} x2={xOf(tick, frame)} y1={frame.top} y2={bottom} />
      <text className={styles['tick']} x={xOf(tick, frame)} y={bottom + 16} textAnchor="middle">
        {clockOf(tick)}
      </text>
    </g>
  ))

const badge = 10

/** The numbered steps above the plots, each with a line down to its moment. */
const Steps = ({ steps, frame, bottom }: { readonly steps: readonly Step[]; readonly frame: Frame; readonly bottom: number }) => {
  const shown = steps
    .map((step, index) => ({ at: step.at, number: index + 1 }))
    .filter(({ at }) => at >= frame.window.from && at <= frame.window.to)
  const places = spaced(
    shown.map(({ at }) => xOf(at, frame)),
    badge * 2 + 3,
    { min: badge + 1, max: frame.width - badge - 1 },
  )
  return shown.map(({ at, number }, index) => {
    const [x, place] = [xOf(at, frame), places[index] ?? 0]
    return (
      <g key={number}>
        <path className={styles['lead']} d={`M${place} ${badge * 2 + 1}L${x} ${frame.top - 4}V${bottom}`} />
        <circle className={styles['badge']} cx={place} cy={badge + 1} r={badge} />
        <text className={styles['number']} x={place} y={badge + 5} textAnchor="middle">
          {number}
        </text>
      </g>
    )
  })
}

const Emergency = ({ record, frame, bottom }: { readonly record: AlertRecord; readonly frame: Frame; readonly bottom: number }) => {
  const { episode } = record
  const from = xOf(Date.parse(episode.startedAt), frame)
  const to = episode.endedAt === null ? xOf(frame.window.to, frame) : xOf(Date.parse(episode.endedAt), frame)
  return (
    <g data-emergency={episode.emergency === '1'} className={styles['span']}>
      <rect className={styles['while']} x={from} y={frame.top} width={Math.max(1, to - from)} height={bottom - frame.top} />
      <line className={styles['edge']} x1={from} x2={from} y1={frame.top} y2={bottom} />
      {episode.endedAt !== null && <line className={styles['edge']} x1={to} x2={to} y1={frame.top} y2={bottom} />}
    </g>
  )
}

const Missing = ({ chart, frame, bottom }: { readonly chart: Chart; readonly frame: Frame; readonly bottom: number }) =>
  chart.gaps.map(({ from, to }) => {
    const [left, right] = [xOf(from, frame), xOf(to, frame)]
    return (
      <g key={from}>
        <rect className={styles['gap']} x={left} y={frame.top} width={right - left} height={bottom - frame.top} />
        {right - left > 60 && (
          <text className={styles['note']} x={(left + right) / 2} y={bottom - 8} textAnchor="middle">
            データ途絶
          </text>
        )}
      </g>
    )
  })

const heightOf = (plots: readonly Plot[]) => plots.reduce((sum, { height }) => sum + height, 0)

const Drawing = ({ chart, record, steps }: Props & { readonly chart: Chart }) => {
  const narrow = useNarrow()
  const frame = useMemo(
    () => frameOf({ from: Date.parse(record.window.from), to: Date.parse(record.window.to) }, narrow),
    [record.window, narrow],
  )
  const tops = plotTops(chart, frame)
  const bottom = frame.top + heightOf(chart.plots) + frame.between * (chart.plots.length - 1) + (chart.lane === undefined ? 0 : frame.lane)
  return (
    <svg
      className={styles['drawing']}
      viewBox={`0 0 ${frame.width} ${bottom + 24}`}
      role="img"
      aria-label={`${clockOf(record.window.from)}から${clockOf(record.window.to)}までの測定値`}
    >
      <Times frame={frame} bottom={bottom} />
      <Missing chart={chart} frame={frame} bottom={bottom} />
      <Emergency record={record} frame={frame} bottom={bottom} />
      {chart.plots.map((plot, index) => (
        <ChartPlot key={plot.name} plot={plot} top={tops.plots[index] ?? 0} frame={frame} />
      ))}
      {chart.lane !== undefined && <ChartLane lane={chart.lane} top={tops.lane} frame={frame} />}
      {chart.corrections.map(({ from, to, word }) => (
        <g key={from}>
          <line className={styles['corrected']} x1={xOf(from, frame)} x2={xOf(to, frame)} y1={bottom - 2} y2={bottom - 2} />
          <text className={styles['note']} x={Math.min(xOf(from, frame) + 4, frame.right - 150)} y={bottom - 8}>
            {word}
          </text>
        </g>
      ))}
      <Steps steps={steps} frame={frame} bottom={bottom} />
    </svg>
  )
}

/** The readings around the alert, with the numbers of its steps; or why there are none. */
export const RecordChart = ({ record, steps }: Props) => {
  const chart = useMemo(() => chartOf(record), [record])
  return (
    <section className={`${panel['panel']} ${styles['chart']}`} aria-labelledby="record-course">
      <header className={panel['heading']}>
        <h2 id="record-course">経過</h2>
        {chart !== undefined && <span className={panel['hint']}>{windowInWords(record)}</span>}
      </header>
      {chart === undefined ? (
        <p className={styles['nothing']}>{withoutChart[record.kept]}</p>
      ) : (
        <Drawing chart={chart} record={record} steps={steps} />
      )}
    </section>
  )
}
