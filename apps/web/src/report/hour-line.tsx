import { pathOf } from '../marks/curve.ts'
import type { Line } from './lines.ts'
import styles from './report-table.module.css'

const size = { width: 78, height: 18 }
const edge = 3

type HourLineProps = {
  readonly line: Line
  readonly span: { readonly from: number; readonly to: number }
  readonly scale: { readonly low: number; readonly high: number }
  /** A value drawn across: above it is too hot. */
  readonly reference: number | undefined
}

/** The course of a row's hours, with a dot at its highest; hours without a value break it. The table says the numbers. */
export const HourLine = ({ line: { data, top }, span, scale, reference }: HourLineProps) => {
  if (top === undefined) return null
  const xOf = (hour: number) => edge + ((hour - span.from) / Math.max(1, span.to - 1 - span.from)) * (size.width - 2 * edge)
  const yOf = (value: number) => edge + (1 - (value - scale.low) / (scale.high - scale.low || 1)) * (size.height - 2 * edge)
  const points = data
    .slice(span.from, span.to)
    .map((value, index) => (value === null ? null : { x: xOf(span.from + index), y: yOf(value) }))
  return (
    <svg className={styles['line']} width={size.width} height={size.height} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
      {reference !== undefined && <line className={styles['reference']} x1="0" x2={size.width} y1={yOf(reference)} y2={yOf(reference)} />}
      <path className={styles['course']} d={pathOf(points)} />
      <circle className={styles['peak']} cx={xOf(top.hour)} cy={yOf(top.value)} r="2.2" />
    </svg>
  )
}
