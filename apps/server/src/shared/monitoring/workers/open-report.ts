import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { PersonKey } from '../../organisation/keys.ts'
import type { TenantFilter } from '../../organisation/tenant-filter.ts'

// The condition of the index alert_open_report, by which few rows are read where few people reported.
const openReportOf = (tenant: TenantFilter) => sql`
  from alert report
 where report.company_id = u.company_id and ${tenant('report')} and report.user_id = u.user_id
   and report.kind = 'report'
   and report.handling <> 'closed' and report.user_id is not null`

/** SQL: a report (申告) by or about the person (alias `u`) is open. It changes no level (decisions/0133-self-reports.md). */
export const isReported = (tenant: TenantFilter): RawBuilder<boolean> => sql<boolean>`exists (select ${openReportOf(tenant)})`

/** SQL: since when a report is open; null where none is. */
export const reportedAt = (tenant: TenantFilter): RawBuilder<Date | null> =>
  sql<Date | null>`(select min(report.started_at) ${openReportOf(tenant)})`

/** Everybody of these companies of whom a report is open, which are few. */
export const findReported = async (db: Db, tenant: TenantFilter): Promise<PersonKey[]> => {
  const { rows } = await sql<PersonKey>`
    select distinct report.company_id as "companyId", report.user_id as "userId" from alert report
     where ${tenant('report')} and report.kind = 'report' and report.handling <> 'closed' and report.user_id is not null`.execute(db)
  return rows
}
