import { message, type PersonHold } from '@mimamori/contract'
import { sql } from 'kysely'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { badRequest } from '../../../platform/errors.ts'
import { japanDay, toJapanIso } from '../../../platform/japan-time.ts'

type Row = { readonly reason: string; readonly ends_on: string; readonly held_at: Date; readonly held_by: string }

/** The hold on a person that is in force; undefined where none is, or its last day is over. */
export const findHold = async (db: Db, { companyId, userId }: PersonKey, now: Date): Promise<PersonHold | undefined> => {
  const { rows } = await sql<Row>`
    select h.reason, h.ends_on, h.held_at, h.held_by_name as held_by from person_hold h
     where h.company_id = ${companyId} and h.user_id = ${userId} and h.ends_on >= ${japanDay(now)}::date`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { reason, ends_on, held_at, held_by } = row
  return { reason, endsOn: ends_on, heldAt: toJapanIso(held_at), heldBy: held_by }
}

/** @throws Refusal 400 while a hold prevents that somebody is deleted: what they are reached and judged by would be gone */
export const refuseHeld = async (db: Db, person: PersonKey & { readonly fullName: string }, now: Date): Promise<void> => {
  const hold = await findHold(db, person, now)
  if (hold !== undefined) throw badRequest(message('personHeld', { name: person.fullName, day: hold.endsOn }))
}

type NewHold = { readonly reason: string; readonly endsOn: string; readonly at: Date; readonly by: { userId: number; fullName: string } }

/** Sets a hold, in place of the one that is there. */
export const writeHold = async (db: Db, { companyId, userId }: PersonKey, { reason, endsOn, at, by }: NewHold): Promise<void> => {
  await sql`
    insert into person_hold as h (company_id, user_id, reason, ends_on, held_at, held_by, held_by_name)
    values (${companyId}, ${userId}, ${reason}, ${endsOn}, ${at}, ${by.userId}, ${by.fullName})
    on conflict (company_id, user_id) do update
       set reason = excluded.reason, ends_on = excluded.ends_on, held_at = excluded.held_at, held_by = excluded.held_by,
           held_by_name = excluded.held_by_name`.execute(db)
}

/** Removes it. */
export const removeHold = async (db: Db, { companyId, userId }: PersonKey): Promise<void> => {
  await sql`delete from person_hold h where h.company_id = ${companyId} and h.user_id = ${userId}`.execute(db)
}
