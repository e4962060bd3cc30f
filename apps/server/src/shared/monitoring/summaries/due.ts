import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import { prepared } from '../../../platform/database/prepared.ts'

export const hourMs = 3_600_000
export const slotMs = 600_000

/** The beginning, epoch ms, of the hour (`hourMs`) or the ten minutes (`slotMs`) that an instant lies in. */
export const beginOf = (at: number, spanMs: number): number => Math.floor(at / spanMs) * spanMs

/**
 * How long an hour of the past counts as being filled after the worker was last heard, where their newest reading lies in
 * it: a backlog in order comes minute by minute. The job leaves such hours; the ingestion, whose clock may be another,
 * trusts in that for a minute less.
 */
export const fillingMs = 5 * 60_000
export const surelyFillingMs = fillingMs - 60_000

/** An hour of a worker that begins at `hour`, epoch ms. */
export type WorkerHour = { readonly userId: number; readonly hour: number }

/** Ten minutes of a watcher that begin at `slot`, epoch ms. */
export type WatcherSlot = { readonly deviceId: number; readonly serial: string; readonly slot: number }

/**
 * Marks hours of a company's workers to be computed from the readings, in the transaction that changes their readings
 * or opens their alerts. A row that is there is locked all the same: the job leaves it until these readings are there.
 */
export const markHours = async (db: Db, companyId: number, hours: readonly WorkerHour[]): Promise<void> => {
  if (hours.length === 0) return
  // In one order everywhere, so that two transactions do not wait for each other.
  const requested = sql`
    (select distinct x.user_id, x.hour
       from unnest(${arrayOf(hours, ({ userId }) => userId)}::int[], ${arrayOf(hours, ({ hour }) => instantOf(hour))}::timestamptz[]) as x (user_id, hour)
      order by 1, 2)`
  // A backlog of some hour marks the same rows again and again: a lock costs half of what writing them would.
  // Each is looked up by its key: the plan is right also where it was made while nothing was due.
  const { rows } = await sql`${prepared('lock-due-hours')}
    select from ${requested} x
     cross join lateral (
       select from summary_due d where d.company_id = ${companyId} and d.user_id = x.user_id and d.hour = x.hour for key share) marked`.execute(
    db,
  )
  if (rows.length === new Set(hours.map(({ userId, hour }) => `${userId}/${hour}`)).size) return
  await sql`${prepared('mark-hours')}
    insert into summary_due as d (company_id, user_id, hour)
    select ${companyId}::int, x.user_id, x.hour from ${requested} x
    on conflict (company_id, user_id, hour) do update set hour = excluded.hour`.execute(db)
}

/** Marks ten minutes of a company's watchers to be computed, as `markHours` does. Each slot is given once. */
export const markSlots = async (db: Db, companyId: number, slots: readonly WatcherSlot[]): Promise<void> => {
  if (slots.length === 0) return
  await sql`${prepared('mark-slots')}
    insert into heat_due as d (company_id, device_id, slot, serial)
    select ${companyId}::int, x.device_id, x.slot, x.serial
      from unnest(${arrayOf(slots, ({ deviceId }) => deviceId)}::int[], ${arrayOf(slots, ({ slot }) => instantOf(slot))}::timestamptz[],
        ${slots.map(({ serial }) => serial)}::text[]) as x (device_id, slot, serial)
     order by 2, 3
    on conflict (company_id, device_id, slot) do update set serial = excluded.serial`.execute(db)
}
