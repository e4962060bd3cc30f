import type { Report, ReportRequest } from '@mimamori/contract'
import { type HealthRead, recordRead } from '../../../shared/audit/record-read.ts'
import type { Requester } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { findReportSites, type ReportSite } from './sites.ts'
import { readReport } from './table.ts'

const readsOf = ({ workers = [] }: ReportRequest, sites: readonly ReportSite[], table: Report): HealthRead[] => {
  const [userId, ...others] = new Set(workers)
  const fullName = table.workerName ?? table.dailyData[0]?.workerName
  return sites.map(({ companyId, officeId, officeName }) =>
    userId === undefined || others.length > 0
      ? { screen: 'dailyReport', companyId, officeId, userId: null, about: { officeName } }
      : { screen: 'workerReport', companyId, officeId, userId, about: { fullName } },
  )
}

/**
 * A report's table for its screen. That somebody looked at it is on the log: of one worker under their name, of several
 * under the site's.
 * @throws Refusal what `readReport` refuses
 */
export const lookAtReport = async (
  context: Pick<Context, 'db' | 'pool' | 'clock'>,
  requester: Requester,
  request: ReportRequest,
): Promise<Report> => {
  const table = await readReport(context, requester.actor, request)
  const sites = await findReportSites(context.db, requester.actor, request.officeId)
  for (const read of readsOf(request, sites, table)) await recordRead(context, requester, read)
  return table
}
