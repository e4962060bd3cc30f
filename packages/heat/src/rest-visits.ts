import { MINUTE_MS } from './milliseconds.ts'

/** So long somebody has to be heard at a resting place until it is a rest. Customer's figure. */
const REST_BEGINS_MS = 5 * MINUTE_MS

/** A reading of a person's tag, with where it was heard; null where that says nothing. `gapMs`: longest time to the next that is unbroken. */
export type VisitReading = { readonly at: number; readonly isAtRestPlace: boolean | null; readonly gapMs: number }

/**
 * A time at resting places, epoch ms: from the first reading there to the first elsewhere, or to the last there where silence followed;
 * `to` is null while it lasts.
 */
export type RestVisit = {
  readonly from: number
  readonly heardAt: number
  readonly to: number | null
  /** Whether it ended because the person was heard elsewhere. */
  readonly hasLeft: boolean
}

/** The visit after one more reading, and the one that it has ended. */
const follow = (
  visit: RestVisit | undefined,
  { at, isAtRestPlace, gapMs }: VisitReading,
): readonly [now: RestVisit | undefined, ended: RestVisit | undefined] => {
  const isThere = isAtRestPlace === true
  const begun = isThere ? { from: at, heardAt: at, to: null, hasLeft: false } : undefined
  if (visit === undefined) return [begun, undefined]
  const isUnbroken = at - visit.heardAt <= gapMs
  if (isThere && isUnbroken) return [{ ...visit, heardAt: at }, undefined]
  return [begun, { ...visit, to: isUnbroken ? at : visit.heardAt, hasLeft: !isThere }]
}

/**
 * The times at resting places that are long enough to be rests, from readings in time order. Silence does not count: a gap ends a visit
 * with the last reading there.
 */
export function restVisits(readings: readonly VisitReading[]): RestVisit[] {
  const visits: RestVisit[] = []
  let visit: RestVisit | undefined
  for (const reading of readings.filter(({ isAtRestPlace }) => isAtRestPlace !== null)) {
    const [now, ended] = follow(visit, reading)
    if (ended !== undefined) visits.push(ended)
    visit = now
  }
  if (visit !== undefined) visits.push(visit)
  return visits.filter(({ from, heardAt }) => heardAt - from >= REST_BEGINS_MS)
}
