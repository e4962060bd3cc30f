import { endpoints } from '@mimamori/contract/endpoints'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { queryOf } from '../platform/query.ts'
import { useViewer } from '../platform/viewer.ts'

/** The viewer's own condition of today, as it changes. */
export const useOwn = () => {
  const { userId } = useViewer()
  return useLiveQuery({
    query: queryOf(endpoints.healthCondition.detail, { params: { userId, dayOffset: 0 } }),
    patches: { condition: (data, rows) => ({ data, refetch: rows.some((row) => row.userId === userId) }) },
  })
}

export type Own = NonNullable<ReturnType<typeof useOwn>['data']>
