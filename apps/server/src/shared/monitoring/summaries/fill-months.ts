import type { PoolClient } from 'pg'
import { onClient } from '../../../platform/exchange/on-client.ts'
import { inTransaction } from '../../../platform/database/recurring.ts'
import { version } from '../../../platform/version.ts'
import type { ReachableCompanies } from '../../cluster-health/reachable-companies.ts'
import { addPeople, takeMonths } from './keep-months.ts'

/** People at once: with years of hours each a second's work, during which hours of their company wait. */
const stepPeople = 50

// A process of another release that has not been heard for so long has ended without a word; one that has just begun may not have
// reported itself yet.
const silence = '1 hour'
const waitMs = 120_000

const otherRelease = `
  with process as (
    select p.version, p.stopped_at, p.heard_at - make_interval(secs => p.clock_ahead_ms / 1000.0) as at from server_process p)
  select from process p where p.version <> $1 and p.stopped_at is null and p.at > (select max(p.at) from process p) - interval '${silence}' limit 1`

/** Whether the sums of months wait to begin, and may: no process of another release runs, which would store hours without them. */
export const mayMonthsBegin = async (client: PoolClient, now: Date): Promise<boolean> => {
  const { rows: waiting } = await client.query('select from monthly_wait w where w.since <= $1', [new Date(now.getTime() - waitMs)])
  if (waiting.length === 0) return false
  const { rows: others } = await client.query(otherRelease, [version])
  return others.length === 0
}

const markEverybody = 'insert into monthly_due (company_id, user_id) select u.company_id, u.user_id from app_user u'

/** Empties the sums of a company's months and marks all its people to be added, while the sums wait to begin. */
export const emptyMonths = (client: PoolClient, companyId: number): Promise<void> =>
  inTransaction(client, async () => {
    await client.query(takeMonths, [companyId])
    await client.query('delete from monthly_summary m where m.company_id = $1', [companyId])
    await client.query('delete from group_rest_day g where g.company_id = $1', [companyId])
    await client.query(`${markEverybody} where u.company_id = $1 on conflict do nothing`, [companyId])
  })

/** Begins the sums of months, after those of all companies were emptied; who came meanwhile is marked as well. */
export const beginMonths = (client: PoolClient): Promise<void> =>
  inTransaction(client, async () => {
    await client.query(`${markEverybody} on conflict do nothing`)
    await client.query('delete from monthly_wait')
  })

/** Some people whose stored hours are not in the sums of months. */
export type PeopleDue = { readonly companyId: number; readonly users: readonly number[] }

const next = `
  select d.company_id, d.user_id from monthly_due d
   where $1::int[] is null or d.company_id = any($1::int[])
   order by d.company_id, d.user_id limit ${stepPeople}`

/** Finds the next people to add, by companies. */
export const findPeopleDue = async (client: PoolClient, atHand: ReachableCompanies): Promise<PeopleDue[]> => {
  const { rows } = await client.query<{ company_id: number; user_id: number }>(next, [atHand])
  return [...Map.groupBy(rows, (row) => row.company_id)].map(([companyId, own]) => ({
    companyId,
    users: own.map(({ user_id: userId }) => userId),
  }))
}

/** Puts the stored hours of people of a company into the sums: of each person all or nothing. */
export const fillMonths = (client: PoolClient, { companyId, users }: PeopleDue): Promise<void> =>
  inTransaction(client, async () => {
    await client.query(takeMonths, [companyId])
    // Another process may have had them since.
    const { rows } = await client.query<{ user_id: number }>(
      'select d.user_id from monthly_due d where d.company_id = $1 and d.user_id = any($2::int[])',
      [companyId, users],
    )
    await addPeople(
      onClient(client),
      companyId,
      rows.map(({ user_id: userId }) => userId),
    )
  })
