import type { AlertEpisode } from '@mimamori/contract/alert'
import type { QueryIn } from '@mimamori/contract/endpoint'
import { endpoints } from '@mimamori/contract/endpoints'
import type { BeltRow } from '@mimamori/contract/safety-belt'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useHeldOrder } from '../kit/use-held-order.ts'
import { useLiveQuery } from '../kit/use-live-query.ts'
import { queryOf } from '../platform/query.ts'
import { patchBelts, type BeltFilter } from './live-belts.ts'

const { list, summary } = endpoints.safetyBelt

const keyOf = (row: BeltRow) => row.deviceId
// A person closes or the data ends an alert without a word of the belt itself.
const onBeltAlert = <Data>(data: Data, alerts: readonly AlertEpisode[]) => ({
  data,
  refetch: alerts.some(({ kind }) => kind === 'belt'),
})

type Settings = {
  readonly query: QueryIn<typeof list>
  readonly shown: BeltFilter
  readonly auto: boolean
  /** True while somebody points at the rows: they keep their places. */
  readonly held: boolean
}

/** The list's rows; with auto-update refreshed each minute and patched by the event stream in between. */
export const useBelts = ({ query, shown, auto, held }: Settings) => {
  const result = useLiveQuery({
    query: { ...queryOf(list, { query }), placeholderData: keepPreviousData },
    patches: {
      belt: patchBelts(shown, { offset: Number(query.offset ?? 0), byUrgency: query.sortKey === undefined }),
      alert: onBeltAlert,
    },
    on: auto,
  })
  const page = JSON.stringify(query)
  const rows = useHeldOrder(result.data?.data ?? [], { keyOf, page, held, isPlaceholder: result.isPlaceholderData })
  const count = result.data?.count
  const data = useMemo(() => (count === undefined ? undefined : { data: rows, count }), [rows, count])
  return { ...result, data }
}

/** How many belts are in each state. An alert asks for a new count; what else moves waits for the minute. */
export const useBeltCounts = (place: Pick<BeltFilter, 'officeId' | 'groupId'>, auto: boolean) =>
  useLiveQuery({ query: queryOf(summary, { query: place }), patches: { alert: onBeltAlert }, on: auto })
