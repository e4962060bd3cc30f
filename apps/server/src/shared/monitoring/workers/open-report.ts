import { sql, type RawBuilder } from 'kysely'
import type { TenantFilter } from '../../organisation/tenant-filter.ts'

// The condition of the index alert_open_report, by which few rows are read where few people reported.
const openReportOf = (tenant: TenantFilter, person: string) => sql`
  from alert report
 where report.company_id = ${sql.ref(`${person}.company_id`)} and ${tenant('report')} and report.user_id = ${sql.ref(`${person}.user_id`)}
   and report.kind = 'report'
   and report.handling <> 'closed' and report.user_id is not null`

/** SQL: a report (申告) by or about the person (alias `u`, or another) is open. It changes no level (decisions/0133-self-reports.md). */
export const isReported = (tenant: TenantFilter, person = 'u'): RawBuilder<boolean> =>
  sql<boolean>`exists (select ${openReportOf(tenant, person)})`

/** SQL: since when a report is open; null where none is. */
export const reportedAt = (tenant: TenantFilter): RawBuilder<Date | null> =>
  sql<Date | null>`(select min(report.started_at) ${openReportOf(tenant, 'u')})`
