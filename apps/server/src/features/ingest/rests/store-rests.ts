import type { RestVisit } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import type { Wear } from '../reading.ts'
import type { PlacedReading } from './load-rests.ts'
import type { RestChange } from './match-visits.ts'

/** A rest that a visit begins, where and after what work. */
export type NewRest = RestVisit &
  Pick<Wear, 'userId' | 'groupId'> & { readonly officeId: number } & Pick<PlacedReading, 'gatewayId' | 'excess'>

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

/** Stores rests that visits begin. */
export const storeBegun = async (client: Pick<PoolClient, 'query'>, companyId: number, begun: readonly NewRest[]): Promise<void> => {
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

/** A change of a rest, with the gateway that heard the person there. */
export type ArrivedRest = RestChange & { readonly gatewayId: number | null }

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

const updateChanged = async (client: Pick<PoolClient, 'query'>, companyId: number, changed: readonly ArrivedRest[]): Promise<void> => {
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

/** Deletes rests that are part of another one now: only those that a place began. */
const deleteMerged = {
  name: 'ingest-rests-merged',
  text: `delete from rest r where r.company_id = $1 and r.rest_id = any($2::int[]) and r.source = 'place' and r.sent_at is null`,
}

/** Stores what visits change of the rests on record. Those that end come first: nobody may have two open rests at any time. */
export const storeChanged = async (
  client: Pick<PoolClient, 'query'>,
  companyId: number,
  { changed, merged }: { readonly changed: readonly ArrivedRest[]; readonly merged: readonly number[] },
): Promise<void> => {
  if (merged.length > 0) await client.query({ ...deleteMerged, values: [companyId, merged] })
  await updateChanged(
    client,
    companyId,
    changed.filter(({ endedAt }) => endedAt !== null),
  )
  await updateChanged(
    client,
    companyId,
    changed.filter(({ endedAt }) => endedAt === null),
  )
}
