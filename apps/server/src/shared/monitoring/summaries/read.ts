import type { Selectable } from 'kysely'
import type { Pool } from 'pg'
import { arrayOf } from '../../../platform/database/columns.ts'
import type { Database } from '../../../platform/database/database-types.ts'
import type { OfficeKey } from '../../organisation/keys.ts'
import { hourColumns, hoursOf } from './hours.ts'
import { oldestPartition } from './oldest-partition.ts'
import { slotColumns, slotsOf } from './slots.ts'

/** An hour of a worker at a site. */
export type HourlySummary = Omit<Selectable<Database['hourly_summary']>, 'company_id'>

/** Ten minutes of a watcher at a site; device 0 is the site's public station. */
export type HeatSummary = Omit<Selectable<Database['heat_summary']>, 'company_id'>

/** Half open: [from, to), on full hours. */
export type Span = { readonly from: Date; readonly to: Date }

const ofPeople = (alias: string, people: string) =>
  `${alias}.company_id = $1 and ${alias}.user_id = any(${people}::int[]) and ${alias}.hour >= $2 and ${alias}.hour < $3`
const dueHours = `select d.user_id, d.hour from summary_due d where ${ofPeople('d', '$4')} and d.hour >= $5`

/*
 * SQL for the hours of people. Its parameters are the company, the span's bounds, the people, and from when on readings are kept.
 */

/** Those that are stored and not due. */
export const storedHours = (columns: string): string => `
  select ${columns} from hourly_summary h
   where ${ofPeople('h', '$4')}
     and not exists (select from (${dueHours}) due where due.user_id = h.user_id and due.hour = h.hour)`

/** Those that run or are due, as computed from the readings at this moment. */
export const computedHours = (columns: string): string => `select ${columns} from (${hoursOf(dueHours, columns)}) computed`

// What lies before the oldest readings cannot be computed; a date before all of them means "never".
const boundOf = (oldest: number): Date | string => (Number.isFinite(oldest) ? new Date(oldest) : 'infinity')

/** From when on readings are kept, as a parameter of the queries. */
export const summariesSince = async (pool: Pool): Promise<Date | string> => boundOf(await oldestPartition(pool))

/** What names an hour. */
type HourKey = 'user_id' | 'office_id' | 'hour'

/**
 * The hours of a company's people in a span, by person and hour: as stored, and those that run or are due as computed
 * from the readings at this moment. A person without readings or alerts in an hour has no row of it.
 * @param values what is read of each hour; all of it unless given, which for many hours takes several times as long
 */
export const readHourlySummaries = async <Value extends keyof HourlySummary = keyof HourlySummary>(
  pool: Pool,
  companyId: number,
  userIds: readonly number[],
  { from, to }: Span,
  values?: readonly Value[],
): Promise<Pick<HourlySummary, HourKey | Value>[]> => {
  const people = arrayOf(userIds, (userId) => userId)
  const columns = values === undefined ? hourColumns : [...new Set(['user_id', 'office_id', 'hour', ...values])].join(', ')
  const query = `${storedHours(columns)} union all ${computedHours(columns)} order by user_id, hour, office_id`
  const { rows } = await pool.query<Pick<HourlySummary, HourKey | Value>>(query, [companyId, from, to, people, await summariesSince(pool)])
  return rows
}

const dueSlots =
  'select d.device_id, d.slot, d.serial from heat_due d where d.company_id = $1 and d.slot >= $2 and d.slot < $3 and d.slot >= $5'

/** SQL for the slots of an office, stored and computed; the office takes the place that the people have for hours. */
export const slotsAsOfNow = `
  select ${slotColumns} from heat_summary h
   where h.company_id = $1 and h.office_id = $4 and h.slot >= $2 and h.slot < $3
     and not exists (select from (${dueSlots}) due where due.device_id = h.device_id and due.slot = h.slot)
   union all
  select ${slotColumns} from (${slotsOf(dueSlots)}) computed where office_id = $4`

const readSlots = `${slotsAsOfNow} order by slot, device_id`

/** Ten minutes by ten minutes what the watchers of a site and its public station said, stored or computed as the hours are. */
export const readHeatSummaries = async (pool: Pool, { companyId, officeId }: OfficeKey, { from, to }: Span): Promise<HeatSummary[]> => {
  const { rows } = await pool.query<HeatSummary>(readSlots, [companyId, from, to, officeId, await summariesSince(pool)])
  return rows
}
