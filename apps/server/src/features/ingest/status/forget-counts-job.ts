import { dayMs } from '@mimamori/contract/day'
import { type RawBuilder, sql } from 'kysely'
import type { Recurring } from '../../../platform/database/recurring.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'
import { companiesOf, eachCompany } from '../../../shared/cluster-health/each-company.ts'

// Holds every working day of a site, which lasts 24 hours.
const countsKeptMs = 25 * 3_600_000
const linesKeptMs = 30 * dayMs

/** What is removed of each table, under the alias `x`. */
const outdated = (now: Date): readonly { readonly table: string; readonly where: RawBuilder<unknown> }[] => {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return [
    { table: 'ingest_count', where: sql`x.minute < ${before(countsKeptMs)}` },
    { table: 'ingest_hour', where: sql`x.hour < ${before(countsKeptMs)}` },
    // A key that is revoked stays, and with it when it sent last.
    { table: 'ingest_sender', where: sql`x.deleted_at < ${before(linesKeptMs)}` },
    { table: 'ingest_refusal', where: sql`x.last_at < ${before(linesKeptMs)}` },
    { table: 'unread_field', where: sql`x.last_at < ${before(linesKeptMs)}` },
  ]
}

/** Removes counts that belong to no working day of now, and refusals, unread fields and deleted connections of a month ago. */
export const forgetCountsJob: Recurring = {
  name: 'forget-counts',
  everySeconds: 3_600,
  lockedBy: 'session',
  run: async (context, client) => {
    for (const { table, where } of outdated(context.clock()))
      await eachCompany(context, client, companiesOf(table, 'x', where), async (companyId) => {
        await sql`delete from ${sql.table(table)} x where x.company_id = ${companyId} and ${where}`.execute(onClient(client))
      })
  },
}
