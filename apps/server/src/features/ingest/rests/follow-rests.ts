import { restVisits, type RestVisit } from '@mimamori/heat'
import { isTransient } from '../transient.ts'
import { type AttachedReading, officeOfWearer, type Wear } from '../reading.ts'
import type { BatchTransaction } from '../transaction.ts'
import { type HeardPerson, type HeardSpan, loadRests, loadVisitReadings, type PlacedReading } from './load-rests.ts'
import { spanOf, visitSpanMs } from './heard-span.ts'
import { matchVisits, type StoredRest } from './match-visits.ts'
import { type ArrivedRest, type NewRest, storeBegun, storeChanged } from './store-rests.ts'

type WornReading = AttachedReading & { readonly wear: Wear }

const isWorn = (reading: AttachedReading): reading is WornReading => reading.wear !== null && reading.kind === 'vital'

/** The gateway that heard somebody there, and how hot their work was before. */
const aroundVisit = (readings: readonly PlacedReading[], { from }: RestVisit): Pick<PlacedReading, 'gatewayId' | 'excess'> => {
  const before = readings.findLast(({ at, excess }) => at < from && excess !== null)
  return { gatewayId: readings.find(({ at }) => at >= from)?.gatewayId ?? null, excess: before?.excess ?? null }
}

/** The visits within a time: one at its end that is over is known to last until the person was last heard there. */
const visitsWithin = (readings: readonly PlacedReading[], to: number, now: number): RestVisit[] =>
  restVisits(readings).map((visit) => (visit.to === null && to < now ? { ...visit, to: visit.heardAt } : visit))

type RestTurn = BatchTransaction & {
  readonly byPerson: ReadonlyMap<number, readonly WornReading[]>
  readonly rests: ReadonlyMap<number, readonly StoredRest[]>
  readonly places: ReadonlySet<number>
}

const updateRests = async (
  { client, companyId, context, byPerson, rests, places }: RestTurn,
  spans: readonly HeardSpan[],
): Promise<void> => {
  const readings = await loadVisitReadings(client, companyId, spans, places)
  const begun: NewRest[] = []
  const changed: ArrivedRest[] = []
  const merged: number[] = []
  for (const { userId, to } of spans) {
    const own = readings.get(userId) ?? []
    const matched = matchVisits(visitsWithin(own, to, context.clock().getTime()), rests.get(userId) ?? [])
    const latest = byPerson.get(userId)?.at(-1)
    if (latest !== undefined)
      for (const visit of matched.begun)
        begun.push({ ...visit, ...aroundVisit(own, visit), userId, groupId: latest.wear.groupId, officeId: officeOfWearer(latest) })
    for (const change of matched.changed)
      changed.push({
        ...change,
        gatewayId: own.find(({ at, isAtRestPlace }) => at >= change.arrivedAt && isAtRestPlace === true)?.gatewayId ?? null,
      })
    merged.push(...matched.merged)
  }
  await storeChanged(client, companyId, { changed, merged })
  await storeBegun(client, companyId, begun)
}

/** Does it so that a failure costs the rests of this batch alone: readings are worth more, and the next ones compute them again. */
const orWithout = async ({ client, companyId, context }: BatchTransaction, work: () => Promise<void>): Promise<void> => {
  await client.query('savepoint rests')
  try {
    await work()
    await client.query('release savepoint rests')
  } catch (error) {
    if (isTransient(error)) throw error
    await client.query('rollback to savepoint rests')
    context.log.error({ err: error, companyId }, 'the rests of a batch of readings could not be stored')
  }
}

/**
 * Begins and ends rests by where people are heard, once their readings are stored. Rests are computed again from the stored readings of
 * the last hour, or of the rest that lasts, so that readings which come late count in their places. Of people who neither rest, nor are
 * heard at a resting place, nor have readings from before the end of a rest, nothing is read.
 * @param places the gateways by which people of the company rest
 */
export const followRests = async (
  transaction: BatchTransaction,
  fresh: readonly AttachedReading[],
  places: ReadonlySet<number>,
): Promise<void> => {
  if (places.size === 0) return
  const { client, companyId } = transaction
  const worn = fresh.filter(isWorn)
  if (worn.length === 0) return
  const byPerson = Map.groupBy(worn, ({ wear }) => wear.userId)
  const heard: HeardPerson[] = [...byPerson].map(([userId, own]) => ({ userId, from: Math.min(...own.map(({ at }) => at)) - visitSpanMs }))
  const rests = await loadRests(client, companyId, heard)
  const spans = [...byPerson].flatMap(([userId, own]): HeardSpan[] => {
    const span = spanOf(own, rests.get(userId) ?? [], places)
    return span === undefined ? [] : [{ userId, ...span }]
  })
  if (spans.length === 0) return
  await orWithout(transaction, () => updateRests({ ...transaction, byPerson, rests, places }, spans))
}
