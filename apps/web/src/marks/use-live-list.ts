import { endpoints } from '@mimamori/contract/endpoints'
import type { HealthRow } from '@mimamori/contract/health-condition'
import type { AnswerOf, QueryIn } from '@mimamori/contract/endpoint'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useEvery } from '../kit/use-every.ts'
import { useSoon } from '../kit/use-soon.ts'
import { useLive } from '../platform/live.ts'
import { queryOf } from '../platform/query.ts'
import { inDefaultOrder, inHeldOrder, patchRows, type Shown } from './live-rows.ts'

const { list } = endpoints.healthCondition
type Answer = AnswerOf<typeof list>

/** The refresh the customer asked for (spec §9). */
const refreshMs = 60_000
/** Changes come in bursts; one fetch answers them all. */
const settleMs = 2_000

/** The rows in the order they had when somebody began to point at them; another page or filter begins anew. */
const useHeldOrder = (rows: readonly HealthRow[], key: string, held: boolean, isPlaceholder: boolean): readonly HealthRow[] => {
  const [seen, setSeen] = useState<{ readonly key: string; readonly order: readonly number[] }>()
  if (held && !isPlaceholder && seen?.key !== key) setSeen({ key, order: rows.map((row) => row.userId) })
  if (!held && seen !== undefined) setSeen(undefined)
  return useMemo(() => (held && seen?.key === key ? inHeldOrder(seen.order, rows) : rows), [rows, held, seen, key])
}

type Settings = {
  readonly query: QueryIn<typeof list>
  readonly shown: Shown
  readonly auto: boolean
  /** True while somebody points at the rows: they keep their places. */
  readonly held: boolean
}

/** The list's rows; with auto-update refreshed each minute and patched by the event stream in between. */
export const useLiveList = ({ query, shown, auto, held }: Settings) => {
  const client = useQueryClient()
  const options = queryOf(list, { query })
  const result = useQuery({ ...options, placeholderData: keepPreviousData })
  useEvery(refreshMs, auto, () => void result.refetch())
  const fetchSoon = useSoon(settleMs, () => result.refetch())

  useLive(auto, {
    condition: (changes) => {
      const answer = client.getQueryData<Answer>(options.queryKey)
      if (answer === undefined) return
      const { rows, membershipChanged } = patchRows(answer.data, changes, shown, { offset: Number(query.offset ?? 0), count: answer.count })
      // The time of the last fetch stays: it is what a failed refresh counts the age from.
      if (rows !== answer.data)
        client.setQueryData<Answer>(options.queryKey, { ...answer, data: [...rows] }, { updatedAt: result.dataUpdatedAt })
      if (membershipChanged) fetchSoon()
    },
    reopened: () => void result.refetch(),
  })

  const rows = useMemo(() => {
    const own = result.data?.data ?? []
    return query.sortKey === undefined && auto ? inDefaultOrder(own) : own
  }, [result.data, query.sortKey, auto])
  const ordered = useHeldOrder(rows, JSON.stringify(query), held, result.isPlaceholderData)
  const data = useMemo(() => (result.data === undefined ? undefined : { data: ordered, count: result.data.count }), [ordered, result.data])
  return { ...result, data }
}
