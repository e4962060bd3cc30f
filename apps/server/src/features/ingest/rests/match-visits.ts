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

/** What a visit of a resting place changes of a rest that is on record. */
export type RestChange = Pick<StoredRest, 'restId' | 'beganAt' | 'endedAt' | 'endedBy'> & {
  readonly arrivedAt: number
  readonly heardAt: number
}

export type MatchedVisits = { readonly begun: readonly RestVisit[]; readonly changed: readonly RestChange[] }

const overlaps = (visit: RestVisit, rest: StoredRest): boolean =>
  visit.heardAt >= rest.beganAt && visit.from <= (rest.endedAt ?? Number.POSITIVE_INFINITY)

const changeOf = (rest: StoredRest, visits: readonly RestVisit[]): RestChange | undefined => {
  const [first, last] = [visits[0], visits.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const { restId, source, beganAt, endedAt, endedBy } = rest
  const isByPlace = source === 'place'
  // A place hears the end of a rest that it began. What a leader or the longest time has ended remains so; a leader's rest lasts through silence.
  const isOpen = endedBy === null || (isByPlace && endedBy === 'place')
  const end = isByPlace || last.hasLeft ? last.to : null
  const change = {
    restId,
    beganAt: isByPlace ? Math.min(first.from, beganAt) : beganAt,
    endedAt: isOpen ? (end === null ? null : Math.max(end, beganAt)) : endedAt,
    endedBy: isOpen ? (end === null ? null : ('place' as const)) : endedBy,
    arrivedAt: rest.arrivedAt ?? Math.max(first.from, beganAt),
    heardAt: Math.max(last.heardAt, rest.heardAt ?? 0),
  }
  const isSame =
    change.beganAt === beganAt && change.endedAt === endedAt && change.arrivedAt === rest.arrivedAt && change.heardAt === rest.heardAt
  return isSame ? undefined : change
}

/**
 * What a person's visits of resting places, in time order, change of their rests on record: those that overlap a rest belong to it, each
 * other one begins a rest. A place's rest ends with its visit; a visit after a silence is another one.
 */
export const matchVisits = (visits: readonly RestVisit[], rests: readonly StoredRest[]): MatchedVisits => {
  const changed: RestChange[] = []
  const free = new Set(visits)
  for (const rest of rests) {
    const all = [...free].filter((visit) => overlaps(visit, rest))
    const own = rest.source === 'place' ? all.slice(0, 1) : all
    for (const visit of own) free.delete(visit)
    const change = changeOf(rest, own)
    if (change !== undefined) changed.push(change)
  }
  return { begun: [...free], changed }
}
