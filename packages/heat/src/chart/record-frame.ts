import type { Chart } from './record-chart.ts'
import type { Window } from './time-scale.ts'

/** The measures of a drawing, in its own units; the picture is scaled to the screen or the sheet. */
export type Frame = {
  readonly window: Window
  readonly width: number
  readonly left: number
  readonly right: number
  /** Where the plots begin, below the numbers of the steps. */
  readonly top: number
  readonly between: number
  readonly lane: number
  readonly mostTicks: number
  /** Whether limits are named beside their marks. */
  readonly hasNames: boolean
}

const rows = { top: 42, between: 14, lane: 30 }

export const frameOf = (window: Window, narrow: boolean): Frame =>
  narrow
    ? { window, width: 360, left: 32, right: 300, ...rows, mostTicks: 5, hasNames: false }
    : { window, width: 1060, left: 46, right: 916, ...rows, mostTicks: 12, hasNames: true }

/** The position of a moment; beyond the window at its edge. */
export const xOf = (at: number, { window: { from, to }, left, right }: Frame): number => {
  const part = Math.max(0, Math.min(1, (at - from) / (to - from)))
  return Math.round((left + (right - left) * part) * 10) / 10
}

/** The positions of the plots, one below the other; the lane is under the first. */
export const plotTops = ({ plots, lane }: Chart, { top, between, lane: laneHeight }: Frame) => {
  const [first] = plots
  const under = top + (first?.height ?? 0)
  const tops: number[] = []
  let next = top
  for (const [index, { height }] of plots.entries()) {
    tops.push(next)
    next += height + between + (index === 0 && lane !== undefined ? laneHeight : 0)
  }
  return { plots: tops, lane: under + 6 }
}
