import { endpoints } from '@mimamori/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useEvery } from '../kit/use-every.ts'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { useLiveList } from '../marks/use-live-list.ts'
import { queryOf } from '../platform/query.ts'

export type HomeScope = { readonly officeId: number | undefined; readonly groupId: number | undefined }

const countMs = 30_000
const siteMs = 60_000

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

/** The heat and the silent devices of a site. */
export const useOfficeNow = (officeId: number) => {
  const result = useQuery(queryOf(endpoints.officeNow.read, { params: { id: officeId } }))
  useEvery(siteMs, true, () => void result.refetch())
  return result
}
