import type { AttachedReading } from '../reading.ts'
import type { HeardSpan } from './load-rests.ts'
import { isEndOpen, type StoredRest } from './match-visits.ts'

/** How far around readings a visit that is not on record yet is looked for. Project choice, decisions/0128. */
export const visitSpanMs = 60 * 60_000

type HeardReading = Pick<AttachedReading, 'at' | 'gatewayId'>

/** The time of which a person's stored readings are needed; undefined where their new readings cannot change a rest. */
export const spanOf = (
  own: readonly HeardReading[],
  rests: readonly StoredRest[],
  places: ReadonlySet<number>,
): Omit<HeardSpan, 'userId'> | undefined => {
  const instants = own.map(({ at }) => at)
  const first = Math.min(...instants)
  const ends = rests.map(({ endedAt, heardAt }) => (endedAt === null ? Number.POSITIVE_INFINITY : Math.max(endedAt, heardAt ?? 0)))
  const isThere = own.some(({ gatewayId }) => gatewayId !== null && places.has(gatewayId))
  if (!isThere && ends.every((end) => end <= first)) return undefined
  return {
    from: Math.min(first - visitSpanMs, ...rests.filter(isEndOpen).map(({ beganAt }) => beganAt)),
    to: Math.max(...instants, ...ends) + visitSpanMs,
  }
}
