import type { RestVisit } from '@mimamori/heat'

/** A rest on record, times in epoch ms. */
export type StoredRest = {
  readonly restId: number
  readonly beganAt: number
  readonly endedAt: number | null
  readonly source: 'leader' | 'place'
  readonly endedBy: 'leader' | 'place' | 'limit' | null
  readonly arrivedAt: number | null
  readonly heardAt: number | null
}

/** What visits of resting places change of a rest that is on record. */
export type RestChange = Omit<StoredRest, 'source' | 'arrivedAt' | 'heardAt'> & {
  readonly arrivedAt: number
  readonly heardAt: number
}

/** The rests that visits begin and change, and the numbers of those that are part of another one now. */
export type MatchedVisits = {
  readonly begun: readonly RestVisit[]
  readonly changed: readonly RestChange[]
  readonly merged: readonly number[]
}

type End = Pick<StoredRest, 'endedAt' | 'endedBy'>

/** Whether a rest was ended because nobody had heard the person for long. */
const isEndedBySilence = ({ endedBy, endedAt, heardAt, beganAt }: StoredRest): boolean =>
  endedBy === 'limit' && heardAt !== null && endedAt === Math.max(heardAt, beganAt)

/**
 * Whether readings may change the end of a rest: a place hears the end of one that it began, and silence is filled by readings that come
 * late. What a leader or the longest time has ended remains so.
 */
export const isEndOpen = (rest: StoredRest): boolean =>
  rest.endedBy === null || (rest.source === 'place' && rest.endedBy === 'place') || isEndedBySilence(rest)

/** Until when a visit belongs to a rest: one whose end is fixed keeps the person who still sits there. */
const reachOf = (rest: StoredRest): number => {
  const end = rest.endedAt ?? Number.POSITIVE_INFINITY
  return isEndOpen(rest) ? end : Math.max(end, rest.heardAt ?? 0)
}

const overlaps = (visit: RestVisit, rest: StoredRest): boolean => visit.heardAt >= rest.beganAt && visit.from <= reachOf(rest)

/** The end of a rest that `next`, the beginning of the one after it, bounds. */
const bounded = (end: number | null, beganAt: number, next: number | null): number | null => {
  if (end === null) return next
  return Math.max(beganAt, next === null ? end : Math.min(end, next))
}

const endOf = (rest: StoredRest, visit: RestVisit, next: number | null): End => {
  const { endedAt, endedBy, heardAt } = rest
  if (!isEndOpen(rest)) return { endedAt, endedBy }
  const isUnchanged = isEndedBySilence(rest) && !visit.hasLeft && visit.heardAt <= (heardAt ?? 0)
  if (isUnchanged) return { endedAt, endedBy }
  // A leader's rest lasts through silence.
  const end = bounded(rest.source === 'place' || visit.hasLeft ? visit.to : null, rest.beganAt, next)
  return { endedAt: end, endedBy: end === null ? null : 'place' }
}

/** Neighbouring rests that are one: each but the last was begun by a place and its end is open. A leader's rest is one by itself. */
const mergeable = (rests: readonly StoredRest[]): StoredRest[][] => {
  const groups: StoredRest[][] = []
  for (const rest of rests) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    const isOne = rest.source === 'place' && last?.source === 'place' && isEndOpen(last)
    if (group !== undefined && isOne) group.push(rest)
    else groups.push([rest])
  }
  return groups
}

const isSame = (one: StoredRest, other: StoredRest): boolean =>
  one.beganAt === other.beganAt && one.endedAt === other.endedAt && one.arrivedAt === other.arrivedAt && one.heardAt === other.heardAt

/** Rests in the order in which they began, with one visit: those that it overlaps are changed by it or merged. */
const withVisit = (rests: readonly StoredRest[], visit: RestVisit): readonly StoredRest[] => {
  const groups = mergeable(rests.filter((rest) => overlaps(visit, rest)))
  const replaced = new Map<StoredRest, StoredRest | undefined>()
  for (const [index, group] of groups.entries()) {
    const [first, last] = [group[0], group.at(-1)]
    if (first === undefined || last === undefined) continue
    const beganAt = first.source === 'place' && index === 0 ? Math.min(visit.from, first.beganAt) : first.beganAt
    const next = rests[rests.indexOf(last) + 1]?.beganAt ?? null
    for (const rest of group) replaced.set(rest, undefined)
    replaced.set(first, {
      ...first,
      beganAt,
      ...endOf(last, visit, next),
      arrivedAt: Math.min(first.arrivedAt ?? Number.POSITIVE_INFINITY, Math.max(visit.from, beganAt)),
      heardAt: Math.max(visit.heardAt, ...group.map(({ heardAt }) => heardAt ?? 0)),
    })
  }
  return rests.flatMap((rest) => (replaced.has(rest) ? (replaced.get(rest) ?? []) : rest))
}

const changeOf = (before: StoredRest, after: StoredRest): RestChange[] => {
  const { restId, beganAt, endedAt, endedBy, arrivedAt, heardAt } = after
  if (isSame(before, after) || arrivedAt === null || heardAt === null) return []
  return [{ restId, beganAt, endedAt, endedBy, arrivedAt, heardAt }]
}

/**
 * What a person's visits of resting places, in time order, change of their rests on record, in the order in which they began: those
 * that overlap a rest belong to it, each other one begins a rest. A place's rest ends with its visit, and where the next rest begins;
 * a visit that fills the time between several of them makes them one.
 */
export const matchVisits = (visits: readonly RestVisit[], stored: readonly StoredRest[]): MatchedVisits => {
  const begun: RestVisit[] = []
  let rests = stored
  for (const visit of visits)
    if (rests.some((rest) => overlaps(visit, rest))) rests = withVisit(rests, visit)
    else begun.push({ ...visit, to: bounded(visit.to, visit.from, rests.find(({ beganAt }) => beganAt > visit.from)?.beganAt ?? null) })
  const after = new Map(rests.map((rest) => [rest.restId, rest]))
  const pairs = stored.map((before) => ({ before, now: after.get(before.restId) }))
  return {
    begun,
    changed: pairs.flatMap(({ before, now }) => (now === undefined ? [] : changeOf(before, now))),
    merged: pairs.flatMap(({ before, now }) => (now === undefined ? before.restId : [])),
  }
}
