import { endpoints } from '@mimamori/contract/endpoints'
import type { HealthRow } from '@mimamori/contract/health-condition'
import type { QueryIn } from '@mimamori/contract/endpoint'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useHeldOrder } from '../kit/use-held-order.ts'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { queryOf } from '../platform/query.ts'
import { inDefaultOrder, patchRows, type RowFilter } from './live-rows.ts'

const { list } = endpoints.healthCondition

const keyOf = (row: HealthRow) => row.userId

type Settings = {
  readonly query: QueryIn<typeof list>
  readonly shown: RowFilter
  readonly auto: boolean
  /** True while somebody points at the rows: they keep their places. */
  readonly held: boolean
}

/** The list's rows; with auto-update refreshed each minute and patched by the event stream in between. */
export const useLiveList = ({ query, shown, auto, held }: Settings) => {
  const result = useLiveQuery({
    query: { ...queryOf(list, { query }), placeholderData: keepPreviousData },
    patches: {
      condition: patchRows(shown, { offset: Number(query.offset ?? 0), byUrgency: query.sortKey === undefined }),
      // For a person who has left the group or the office no more rows come: the maps' news reports it.
      map: (data) => ({ data, refetch: true }),
    },
    on: auto,
  })

  const rows = useMemo(() => {
    const own = result.data?.data ?? []
    return query.sortKey === undefined && auto ? inDefaultOrder(own) : own
  }, [result.data, query.sortKey, auto])
  const ordered = useHeldOrder(rows, { keyOf, page: JSON.stringify(query), held, isPlaceholder: result.isPlaceholderData })
  const data = useMemo(() => (result.data === undefined ? undefined : { data: ordered, count: result.data.count }), [ordered, result.data])
  return { ...result, data }
}
