import { endpoints } from '@mimamori/contract/endpoints'
import type { AnswerOf, QueryIn } from '@mimamori/contract/endpoint'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useEvery } from '../kit/use-every.ts'
import { useLive } from '../platform/live.ts'
import { queryOf } from '../platform/query.ts'
import { inDefaultOrder, inHeldOrder, patchRows, type Shown } from './live-rows.ts'

const { list } = endpoints.healthCondition
type Answer = AnswerOf<typeof list>

/** The refresh the customer asked for (spec §9). */
const refreshMs = 60_000
/** Changes come in bursts; one fetch answers them all. */
const settleMs = 2_000

/** One fetch, a moment after the first of many reasons. */
const useSoon = (work: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      work()
    }, settleMs)
  }
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
  const fetchSoon = useSoon(() => void result.refetch())

  useLive(auto, {
    condition: (changes) => {
      const answer = client.getQueryData<Answer>(options.queryKey)
      if (answer === undefined) return
      const { rows, membershipChanged } = patchRows(answer.data, changes, shown, { offset: Number(query.offset ?? 0), count: answer.count })
      // The time of the last fetch stays: it is what a failed refresh counts the age from.
      if (rows !== answer.data) client.setQueryData<Answer>(options.queryKey, { ...answer, data: [...rows] }, { updatedAt: result.dataUpdatedAt })
      if (membershipChanged) fetchSoon()
    },
    reopened: () => void result.refetch(),
  })

  const key = JSON.stringify(query)
  const seen = useRef<{ readonly key: string; readonly order: readonly number[] }>({ key, order: [] })
  const ordered = useMemo(() => {
    const rows = query.sortKey === undefined && auto ? inDefaultOrder(result.data?.data ?? []) : (result.data?.data ?? [])
    return held && seen.current.key === key ? inHeldOrder(seen.current.order, rows) : rows
  }, [result.data, query.sortKey, auto, held, key])

  useEffect(() => {
    if (!result.isPlaceholderData) seen.current = { key, order: ordered.map((row) => row.userId) }
  }, [ordered, key, result.isPlaceholderData])

  const data = useMemo(() => (result.data === undefined ? undefined : { data: ordered, count: result.data.count }), [ordered, result.data])
  return { ...result, data }
}
