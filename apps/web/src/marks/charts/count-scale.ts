import type { SafetySummary } from '@mimamori/contract/safety-summary'

/** Episodes by their highest level; emergencies apart. */
export type ByLevel = SafetySummary['totals']

/** The levels of a column from its foot up; an emergency is on top of it. */
export const stackedLevels = [1, 2, 3] as const

export const ofLevel = (counts: ByLevel, level: 1 | 2 | 3): number => counts[`level${level}`]

/** How high a column is: what of it is not an emergency. */
export const heightOf = (counts: ByLevel): number => counts.level1 + counts.level2 + counts.level3

/** All of them. */
export const sumOf = (counts: ByLevel): number => heightOf(counts) + counts.emergency

const mostTicks = 4
const rounds = [1, 2, 5]

/** The axis of counts: whole and round steps (1, 2, 5, 10, 20 …), at most four, that hold the greatest. */
export const countScale = (greatest: number): { readonly max: number; readonly ticks: readonly number[] } => {
  const stepsIn = (step: number) => Math.ceil(Math.max(greatest, 1) / step)
  let step = 1
  for (let index = 1; stepsIn(step) > mostTicks; index += 1) step = (rounds[index % 3] ?? 1) * 10 ** Math.floor(index / 3)
  return { max: stepsIn(step) * step, ticks: Array.from({ length: stepsIn(step) + 1 }, (_, index) => index * step) }
}
