import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'

/** A person's latest rest that had begun by now. */
export type LatestRest = {
  readonly rest_id: number
  readonly user_id: number
  readonly began_at: Date
  readonly ended_at: Date | null
  readonly source: 'leader' | 'place'
  readonly arrived_at: Date | null
}

/** The latest rest of each of these people of a company, locked. */
export const lockLatestRests = async (db: Db, companyId: number, userIds: readonly number[]): Promise<Map<number, LatestRest>> => {
  const { rows } = await sql<LatestRest>`
    select r.rest_id, r.user_id, r.began_at, r.ended_at, r.source, r.arrived_at from rest r
     where r.company_id = ${companyId}
       and (r.user_id, r.rest_id) in (
         select distinct on (l.user_id) l.user_id, l.rest_id from rest l
          where l.company_id = ${companyId} and l.user_id = any(${userIds}::int[])
          order by l.user_id, l.ended_at is null desc, l.began_at desc, l.rest_id desc)
     order by r.user_id
       for update of r`.execute(db)
  return new Map(rows.map((row) => [row.user_id, row]))
}

export type RestPlacing = {
  readonly user_id: number
  readonly office_id: number
  readonly group_id: number | null
  readonly excess: number | null
}

/** How long before a rest a person's excess still says how hot their work was. Project choice. */
const recentMinutes = 30

/** Where people belong, and the WBGT excess of their latest reading before a time. */
export const findRestPlacings = async (
  db: Db,
  companyId: number,
  userIds: readonly number[],
  at: Date,
): Promise<Map<number, RestPlacing>> => {
  const earliest = new Date(at.getTime() - recentMinutes * 60_000)
  const { rows } = await sql<RestPlacing>`
    select u.user_id, u.office_id, u.group_id,
           (select r.excess from reading r
             where r.company_id = ${companyId} and r.user_id = u.user_id and r.at <= ${at}::timestamptz and r.at >= ${earliest}::timestamptz
               and r.excess is not null
             order by r.at desc limit 1) as excess
      from app_user u
     where u.company_id = ${companyId} and u.user_id = any(${userIds}::int[]) and u.office_id is not null`.execute(db)
  return new Map(rows.map((row) => [row.user_id, row]))
}

type NewRest = RestPlacing & { readonly companyId: number; readonly at: Date }

/** A rest by a leader's word. @returns its number */
export const beginRest = async (db: Db, { companyId, user_id, office_id, group_id, excess, at }: NewRest): Promise<number> => {
  const { rest_id: id } = await db
    .insertInto('rest')
    .values({ company_id: companyId, user_id, office_id, group_id, began_at: at, sent_at: at, source: 'leader', excess })
    .returning('rest.rest_id')
    .executeTakeFirstOrThrow()
  return id
}

export const sendAgain = async (db: Db, companyId: number, restId: number, at: Date): Promise<void> => {
  await sql`
    update rest r set sent_at = greatest(r.sent_at, ${at}::timestamptz)
     where r.company_id = ${companyId} and r.rest_id = ${restId}`.execute(db)
}

export const endRest = async (db: Db, companyId: number, restId: number, at: Date): Promise<void> => {
  await sql`
    update rest r set ended_at = ${at}, ended_by = 'leader'
     where r.company_id = ${companyId} and r.rest_id = ${restId} and r.ended_at is null`.execute(db)
}
