import type { SiteDay } from '@mimamori/contract/company-day'
import { endpoints } from '@mimamori/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'

/** What is announced appears within a minute of the server's knowing it. */
const refreshMs = 30_000

/** What of the day to look at, site by site: for those who answer for one company, undefined for everybody else. */
export const useCompanyDay = (): readonly SiteDay[] | undefined => {
  const { roleKey } = useViewer()
  const enabled = roleKey === 'AdminUnitContract'
  return useQuery({ ...queryOf(endpoints.companyDay.read, { query: {} }), enabled, refetchInterval: refreshMs }).data?.data
}
