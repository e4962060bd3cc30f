import type { VisitReading } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'
import type { StoredRest } from './match-visits.ts'

/** A person whose readings came, and from when on their rests may have changed, epoch ms. */
export type HeardPerson = { readonly userId: number; readonly from: number }

// A rest lasts four hours at most: the bound spares those of all the days before.
const overlappingRests = {
  name: 'ingest-rests',
  text: `
    select r.user_id, r.rest_id, r.began_at, r.ended_at, r.source, r.ended_by, r.arrived_at, r.heard_at
      from unnest($2::int[], $3::timestamptz[]) as x (user_id, from_at)
      join rest r on r.company_id = $1 and r.user_id = x.user_id and r.began_at >= x.from_at - interval '24 hours'
       and (r.ended_at is null or r.ended_at >= x.from_at or r.heard_at >= x.from_at)
     where r.company_id = $1
     order by r.user_id, r.began_at`,
}

type RestRow = TableRow<'rest', 'user_id' | 'rest_id' | 'began_at' | 'ended_at' | 'arrived_at' | 'heard_at'> & {
  readonly source: StoredRest['source']
  readonly ended_by: StoredRest['endedBy']
}

const msOf = (instant: Date | null): number | null => instant?.getTime() ?? null

/** The rests of people of a company that last, or lasted or kept the person at a resting place at that time, by person in the order in which they began. */
export const loadRests = async (
  client: Pick<PoolClient, 'query'>,
  companyId: number,
  people: readonly HeardPerson[],
): Promise<Map<number, StoredRest[]>> => {
  const values = [companyId, arrayOf(people, ({ userId }) => userId), arrayOf(people, ({ from }) => instantOf(from))]
  const { rows } = await client.query<RestRow>({ ...overlappingRests, values })
  return Map.groupBy(
    rows.map((row) => ({
      userId: row.user_id,
      restId: row.rest_id,
      beganAt: row.began_at.getTime(),
      endedAt: msOf(row.ended_at),
      source: row.source,
      endedBy: row.ended_by,
      arrivedAt: msOf(row.arrived_at),
      heardAt: msOf(row.heard_at),
    })),
    ({ userId }) => userId,
  )
}

// A tag that lies on a table sends no heart rate: what it says of its place says nothing of a person. Each person's readings are looked
// up by the key: a plan made while the table is young would read all of the company for each batch.
/** The statement that reads people's stored readings within a time each. */
export const vitalsSince = {
  name: 'ingest-rest-readings',
  text: `
    select r.user_id, r.at, r.heart_rate is not null as is_worn, r.gateway_id, r.gap_seconds, r.excess
      from unnest($2::int[], $3::timestamptz[], $4::timestamptz[]) as x (user_id, from_at, to_at)
     cross join lateral (
       select v.user_id, v.device_id, v.at, v.heart_rate, v.gateway_id, v.gap_seconds, v.excess from reading v
        where v.company_id = $1 and v.user_id = x.user_id and v.at >= x.from_at and v.at <= x.to_at offset 0) r
      join device d on d.company_id = $1 and d.device_id = r.device_id and d.kind = 'vital'
     order by r.user_id, r.at`,
}

type ReadingRow = TableRow<'reading', 'at' | 'gateway_id' | 'gap_seconds' | 'excess'> & {
  readonly user_id: number
  readonly is_worn: boolean
}

/** A reading with the gateway that heard it, and the excess at that time, °C. */
export type PlacedReading = VisitReading & { readonly gatewayId: number | null; readonly excess: number | null }

/** A time of which a person's readings are read, epoch ms; `to` is infinite for all since. */
export type HeardSpan = HeardPerson & { readonly to: number }

const shortestGapSeconds = 300

const instantOrInfinity = (at: number): string => (Number.isFinite(at) ? instantOf(at) : 'infinity')

/** The stored readings of vital tags of people within a time each, by person in time order. */
export const loadVisitReadings = async (
  client: Pick<PoolClient, 'query'>,
  companyId: number,
  spans: readonly HeardSpan[],
  places: ReadonlySet<number>,
): Promise<Map<number, PlacedReading[]>> => {
  const values = [
    companyId,
    arrayOf(spans, ({ userId }) => userId),
    arrayOf(spans, ({ from }) => instantOf(from)),
    arrayOf(spans, ({ to }) => instantOrInfinity(to)),
  ]
  const { rows } = await client.query<ReadingRow>({ ...vitalsSince, values })
  const byPerson = new Map<number, PlacedReading[]>()
  for (const row of rows) {
    const isThere = row.gateway_id !== null && places.has(row.gateway_id)
    const readings = byPerson.get(row.user_id) ?? []
    readings.push({
      at: row.at.getTime(),
      isAtRestPlace: row.gateway_id === null || (isThere && !row.is_worn) ? null : isThere,
      gapMs: (row.gap_seconds ?? shortestGapSeconds) * 1_000,
      gatewayId: row.gateway_id,
      excess: row.excess,
    })
    byPerson.set(row.user_id, readings)
  }
  return byPerson
}
