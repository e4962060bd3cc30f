import { endpoints } from '@mimamori/contract/endpoints'
import type { OfficeNow } from '@mimamori/contract/office-now'
import { useQuery } from '@tanstack/react-query'
import { useEvery } from '../kit/use-every.ts'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { useLiveList } from '../marks/use-live-list.ts'
import { queryOf } from '../platform/query.ts'

export type HomeScope = { readonly officeId: number | undefined; readonly groupId: number | undefined }

const countMs = 30_000
/** What is announced appears within a minute of the server's knowing it. */
const siteMs = 30_000

/** How many people are at which level. An alert opens or rises whenever somebody gets worse, so it asks for a new count. */
export const useSummary = (scope: HomeScope) =>
  useLiveQuery({
    query: queryOf(endpoints.healthCondition.summary, { query: scope }),
    patches: { alert: (data) => ({ data, refetch: true }) },
    everyMs: countMs,
  })

const mostInHeat = 100

/** Those whose time in heat is long today, the longest first. */
export const useLongInHeat = (scope: HomeScope) => {
  const { data } = useLiveList({
    query: { ...scope, longInHeat: '1', sortKey: 'heatMinutesToday', sortOrder: 'desc', limit: mostInHeat },
    shown: { ...scope, longInHeat: true, hidesNoData: false },
    auto: true,
    held: false,
  })
  return data?.data ?? []
}

/** The heat, the public alerts and the silent devices of a site; undefined without a site, and until they are read. */
export const useOfficeNow = (officeId: number | undefined): OfficeNow | undefined => {
  const enabled = officeId !== undefined
  const result = useQuery({ ...queryOf(endpoints.officeNow.read, { params: { id: officeId ?? 0 } }), enabled })
  useEvery(siteMs, enabled, () => void result.refetch())
  return result.data
}
