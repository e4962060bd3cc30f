import type { LogbookLine } from '@mimamori/contract/logbook'

/** The highest WBGT at a time, ms; null where nothing is known. */
export type CurvePoint = { readonly at: number; readonly wbgt: number | null }

/**
 * The highest WBGT of all watchers by time, the oldest first: lines that begin at the same time are one point, and a time
 * of which no line has a value breaks the curve.
 */
export const curvePoints = (lines: readonly LogbookLine[], stepMs: number): readonly CurvePoint[] => {
  const highest = new Map<number, number>()
  for (const { at, wbgt } of lines)
    if (wbgt !== null) highest.set(Date.parse(at), Math.max(wbgt, highest.get(Date.parse(at)) ?? Number.NEGATIVE_INFINITY))
  const known = [...highest].toSorted(([one], [other]) => one - other)
  return known.flatMap(([at, wbgt], index) => {
    const before = known[index - 1]?.[0]
    const point = { at, wbgt }
    return before !== undefined && at - before > stepMs ? [{ at: before + stepMs, wbgt: null }, point] : [point]
  })
}
