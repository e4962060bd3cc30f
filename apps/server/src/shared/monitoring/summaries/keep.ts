import type { PoolClient } from 'pg'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import { inTransaction } from '../../../platform/database/recurring.ts'
import { type ChangedSlot, markForecastHours } from '../forecast/due.ts'
import { heardSince, isBeingFilled } from './being-filled.ts'
import { hourMs, slotMs, type WatcherSlot, type WorkerHour } from './due.ts'
import { hourColumns, hoursOf } from './hours.ts'
import { type ChangedHour, changedHour, followHours, takeMonths } from './keep-months.ts'
import { lockWeeksShared } from './week-lock.ts'
import { oldestPartition } from './oldest-partition.ts'
import { slotColumns, slotsOf } from './slots.ts'

/** What became of due hours or slots: computed, or left as they were since their readings are dropped. The rest were in use. */
export type ComputedCounts = { readonly computed: number; readonly gone: number }

// Readings that were taken while their hour ran mark nothing; the transaction that stores them locks the worker's state. Waiting for
// it lets them be there; a later one sees that the hour is over, and marks it.
const waitForReadings = `
  select from worker_state s where s.company_id = $1 and s.user_id = any($2::int[]) order by s.user_id for key share`

// A row that is locked is being marked again by readings on their way in. It is left for the next turn, as is an hour that
// is being filled: readings on their way into it mark nothing.
const takeHours = `
  with mine as (
    select d.user_id, d.hour
      from unnest($2::int[], $3::timestamptz[]) as x (user_id, hour)
      join summary_due d on d.company_id = $1 and d.user_id = x.user_id and d.hour = x.hour
     where not ${isBeingFilled('$4')}
       for update of d skip locked
  )
  delete from summary_due d using mine where d.company_id = $1 and d.user_id = mine.user_id and d.hour = mine.hour
  returning d.user_id, d.hour`

const wantedHours = 'select x.user_id, x.hour from unnest($4::int[], $5::timestamptz[]) as x (user_id, hour)'
const removeHours = `
  delete from hourly_summary h using unnest($2::int[], $3::timestamptz[]) as x (user_id, hour)
   where h.company_id = $1 and h.user_id = x.user_id and h.hour = x.hour
  returning ${changedHour}`
const insertHours = `
  insert into hourly_summary as h (company_id, ${hourColumns}) select $1, computed.* from (${hoursOf(wantedHours)}) computed
  returning ${changedHour}`

const takeSlots = `
  with mine as (
    select d.device_id, d.slot
      from unnest($2::int[], $3::timestamptz[]) as x (device_id, slot)
      join heat_due d on d.company_id = $1 and d.device_id = x.device_id and d.slot = x.slot
       for update of d skip locked
  )
  delete from heat_due d using mine where d.company_id = $1 and d.device_id = mine.device_id and d.slot = mine.slot
  returning d.device_id, d.slot, d.serial`

const wantedSlots =
  'select x.device_id, x.slot, x.serial from unnest($4::int[], $5::timestamptz[], $6::text[]) as x (device_id, slot, serial)'
const removeSlots = `
  delete from heat_summary h using unnest($2::int[], $3::timestamptz[]) as x (device_id, slot)
   where h.company_id = $1 and h.device_id = x.device_id and h.slot = x.slot
  returning h.office_id, h.slot`
const insertSlots = `
  insert into heat_summary as h (company_id, ${slotColumns}) select $1, computed.* from (${slotsOf(wantedSlots)}) computed
  returning h.office_id, h.slot`

const boundsOf = (begins: readonly number[], spanMs: number): [string, string] => [
  instantOf(begins.reduce((a, b) => Math.min(a, b))),
  instantOf(begins.reduce((a, b) => Math.max(a, b)) + spanMs),
]

/** What of it lies where readings are kept. No week of them can be dropped from here to the transaction's end. */
const withReadings = async <Due>(client: PoolClient, taken: readonly Due[], beginOf: (due: Due) => number): Promise<Due[]> => {
  await client.query(lockWeeksShared)
  const oldest = await oldestPartition(client)
  return taken.filter((due) => beginOf(due) >= oldest)
}

/** Computes due hours of one company from its readings and stores them with what their months come to, all or none. */
export const storeHours = async (client: PoolClient, companyId: number, due: readonly WorkerHour[], now: Date): Promise<ComputedCounts> => {
  const users = arrayOf([...new Set(due.map(({ userId }) => userId))], (userId) => userId)
  await client.query(waitForReadings, [companyId, users])
  const keysOf = (hours: readonly WorkerHour[]) => [arrayOf(hours, ({ userId }) => userId), arrayOf(hours, ({ hour }) => instantOf(hour))]
  return inTransaction(client, async () => {
    await client.query(takeMonths, [companyId])
    const { rows } = await client.query<{ user_id: number; hour: Date }>(takeHours, [companyId, ...keysOf(due), heardSince(now)])
    const taken = rows.map((row) => ({ userId: row.user_id, hour: row.hour.getTime() }))
    const hours = await withReadings(client, taken, ({ hour }) => hour)
    if (hours.length > 0) {
      const begins = hours.map(({ hour }) => hour)
      const removed = await client.query<ChangedHour>(removeHours, [companyId, ...keysOf(hours)])
      const stored = await client.query<ChangedHour>(insertHours, [companyId, ...boundsOf(begins, hourMs), ...keysOf(hours)])
      await followHours(onClient(client), companyId, removed.rows, stored.rows)
    }
    return { computed: hours.length, gone: taken.length - hours.length }
  })
}

/** Computes due slots of one company's watchers from their readings and stores them, all or none. */
export const storeSlots = async (
  client: PoolClient,
  companyId: number,
  due: readonly Omit<WatcherSlot, 'serial'>[],
): Promise<ComputedCounts> => {
  const keysOf = (slots: readonly Omit<WatcherSlot, 'serial'>[]) => [
    arrayOf(slots, ({ deviceId }) => deviceId),
    arrayOf(slots, ({ slot }) => instantOf(slot)),
  ]
  return inTransaction(client, async () => {
    const { rows } = await client.query<{ device_id: number; slot: Date; serial: string }>(takeSlots, [companyId, ...keysOf(due)])
    const taken = rows.map(({ device_id: deviceId, slot, serial }) => ({ deviceId, slot: slot.getTime(), serial }))
    const slots = await withReadings(client, taken, ({ slot }) => slot)
    if (slots.length > 0) {
      const begins = slots.map(({ slot }) => slot)
      const removed = await client.query<ChangedSlot>(removeSlots, [companyId, ...keysOf(slots)])
      const serials = slots.map(({ serial }) => serial)
      const inserted = await client.query<ChangedSlot>(insertSlots, [companyId, ...boundsOf(begins, slotMs), ...keysOf(slots), serials])
      await markForecastHours(client, companyId, [...removed.rows, ...inserted.rows])
    }
    return { computed: slots.length, gone: taken.length - slots.length }
  })
}
