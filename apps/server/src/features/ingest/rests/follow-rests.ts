import { restVisits, type RestVisit } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import { type AttachedReading, officeOfWearer, type Wear } from '../reading.ts'
import type { BatchTransaction } from '../transaction.ts'
import { type HeardPerson, loadRestPlaces, loadRests, loadVisitReadings, type PlacedReading } from './load-rests.ts'
import { matchVisits, type RestChange } from './match-visits.ts'

/** How far before a reading a visit that is not on record yet is looked for. Project choice, decisions/0128. */
const visitSpanMs = 60 * 60_000

type WornReading = AttachedReading & { readonly wear: Wear }

const isWorn = (reading: AttachedReading): reading is WornReading => reading.wear !== null && reading.kind === 'vital'

type NewRest = RestVisit & Pick<Wear, 'userId' | 'groupId'> & { readonly officeId: number } & Pick<PlacedReading, 'gatewayId' | 'excess'>

// A leader may have begun one meanwhile: then it is that one, and the next reading finds it.
const insertRests = {
  name: 'ingest-rests-begun',
  text: `
    insert into rest (company_id, office_id, group_id, user_id, began_at, arrived_at, heard_at, ended_at, ended_by, gateway_id, excess, source)
    select $1::int, x.office_id, x.group_id, x.user_id, x.began_at, x.began_at, x.heard_at, x.ended_at,
           case when x.ended_at is not null then 'place' end, x.gateway_id, x.excess, 'place'
      from unnest($2::int[], $3::int[], $4::int[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[], $8::int[], $9::real[])
        as x (office_id, group_id, user_id, began_at, heard_at, ended_at, gateway_id, excess)
     order by x.user_id
        on conflict do nothing`,
}

const instantOrNull = (at: number | null): string | null => (at === null ? null : instantOf(at))

const storeBegun = async (client: Pick<PoolClient, 'query'>, companyId: number, begun: readonly NewRest[]): Promise<void> => {
  if (begun.length === 0) return
  await client.query({
    ...insertRests,
    values: [
      companyId,
      arrayOf(begun, ({ officeId }) => officeId),
      arrayOf(begun, ({ groupId }) => groupId),
      arrayOf(begun, ({ userId }) => userId),
      arrayOf(begun, ({ from }) => instantOf(from)),
      arrayOf(begun, ({ heardAt }) => instantOf(heardAt)),
      arrayOf(begun, ({ to }) => instantOrNull(to)),
      arrayOf(begun, ({ gatewayId }) => gatewayId),
      arrayOf(begun, ({ excess }) => excess),
    ],
  })
}

type ArrivedRest = RestChange & { readonly gatewayId: number | null }

// One that a leader has ended meanwhile remains so.
const updateRests = {
  name: 'ingest-rests-changed',
  text: `
    update rest r
       set began_at = x.began_at, arrived_at = x.arrived_at, heard_at = x.heard_at, gateway_id = coalesce(r.gateway_id, x.gateway_id),
           ended_at = case when r.ended_by = 'leader' then r.ended_at else x.ended_at end,
           ended_by = case when r.ended_by = 'leader' then r.ended_by else x.ended_by end
      from unnest($2::int[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::text[], $8::int[])
        as x (rest_id, began_at, arrived_at, heard_at, ended_at, ended_by, gateway_id)
     where r.company_id = $1 and r.rest_id = x.rest_id`,
}

const storeChanged = async (client: Pick<PoolClient, 'query'>, companyId: number, changed: readonly ArrivedRest[]): Promise<void> => {
  if (changed.length === 0) return
  await client.query({
    ...updateRests,
    values: [
      companyId,
      arrayOf(changed, ({ restId }) => restId),
      arrayOf(changed, ({ beganAt }) => instantOf(beganAt)),
      arrayOf(changed, ({ arrivedAt }) => instantOf(arrivedAt)),
      arrayOf(changed, ({ heardAt }) => instantOf(heardAt)),
      arrayOf(changed, ({ endedAt }) => instantOrNull(endedAt)),
      arrayOf(changed, ({ endedBy }) => endedBy),
      arrayOf(changed, ({ gatewayId }) => gatewayId),
    ],
  })
}

/** The gateway that heard somebody there, and how hot their work was before. */
const aroundVisit = (readings: readonly PlacedReading[], { from }: RestVisit): Pick<PlacedReading, 'gatewayId' | 'excess'> => {
  const before = readings.findLast(({ at, excess }) => at < from && excess !== null)
  return { gatewayId: readings.find(({ at }) => at >= from)?.gatewayId ?? null, excess: before?.excess ?? null }
}

/**
 * Begins and ends rests by where people are heard, once their readings are stored. Rests are computed again from the stored readings of
 * the last hour, or of the rest that lasts, so that readings which come late count in their places.
 */
export const followRests = async ({ client, companyId }: BatchTransaction, fresh: readonly AttachedReading[]): Promise<void> => {
  const worn = fresh.filter(isWorn)
  if (worn.length === 0) return
  const places = await loadRestPlaces(client, companyId)
  if (places.size === 0) return
  const byPerson = Map.groupBy(worn, ({ wear }) => wear.userId)
  const heard: HeardPerson[] = [...byPerson].map(([userId, own]) => ({ userId, from: Math.min(...own.map(({ at }) => at)) - visitSpanMs }))
  const rests = await loadRests(client, companyId, heard)
  const isThere = ({ gatewayId }: AttachedReading) => gatewayId !== null && places.has(gatewayId)
  const concerned = heard
    .filter(({ userId }) => rests.has(userId) || byPerson.get(userId)?.some(isThere) === true)
    .map(({ userId, from }) => ({ userId, from: Math.min(from, ...(rests.get(userId) ?? []).map(({ beganAt }) => beganAt)) }))
  if (concerned.length === 0) return
  const readings = await loadVisitReadings(client, companyId, concerned, places)
  const begun: NewRest[] = []
  const changed: ArrivedRest[] = []
  for (const { userId } of concerned) {
    const own = readings.get(userId) ?? []
    const matched = matchVisits(restVisits(own), rests.get(userId) ?? [])
    const latest = byPerson.get(userId)?.at(-1)
    if (latest !== undefined)
      for (const visit of matched.begun)
        begun.push({ ...visit, ...aroundVisit(own, visit), userId, groupId: latest.wear.groupId, officeId: officeOfWearer(latest) })
    for (const change of matched.changed)
      changed.push({
        ...change,
        gatewayId: own.find(({ at, isAtRestPlace }) => at >= change.arrivedAt && isAtRestPlace === true)?.gatewayId ?? null,
      })
  }
  await storeChanged(client, companyId, changed)
  await storeBegun(client, companyId, begun)
}
