import { useQuery, useQueryClient, type QueryFunction } from '@tanstack/react-query'
import type { Key } from 'react'
import { useEvery } from '../kit/use-every.ts'
import { useSoon } from '../kit/use-soon.ts'
import { useLive } from '../platform/live.ts'
import { inPlace } from './in-place.ts'

/** The refresh the customer asked for (spec §9). */
const refreshMs = 60_000
/** News comes in bursts: one look answers a burst, and where it never ends, one look in so long. */
const settleMs = 500
const restMs = 2_000

type Answer<Row> = { data: Row[]; count: number }

/** By what news the rows of a list are touched. */
type News<Row> = {
  /** Of which kinds the devices are whose news it shows. */
  readonly kinds: readonly string[]
  /** The serials of the devices that a row tells of: its own, and of what hangs on it. */
  readonly serialsOf: (row: Row) => readonly string[]
  /** Who wears it, where a row shows what that person's readings say. */
  readonly wearerOf?: (row: Row) => number | null
}

export type DeviceRows<Row> = {
  /** `queryOf` the kind's list. */
  readonly query: { readonly queryKey: readonly unknown[]; readonly queryFn?: QueryFunction<Answer<Row>> }
  readonly keyOf: (row: Row) => Key
  readonly news: News<Row>
}

/**
 * A page of devices, read anew each minute, and within moments of hearing something of one of them. News moves no row
 * under somebody's finger: rows are put in order again with the next minute, or when they are asked for.
 */
export const useDeviceRows = <Row>({ query, keyOf, news }: DeviceRows<Row>) => {
  const client = useQueryClient()
  const result = useQuery<Answer<Row>>(query)
  useEvery(refreshMs, true, () => void result.refetch())
  const readSoon = useSoon(
    settleMs,
    async () => {
      const askedAt = Date.now()
      try {
        // Beside the list's own query: nothing is to look busy over what nobody asked for.
        const { data, count } = await client.query({ ...query, queryKey: ['news', ...query.queryKey], gcTime: 0 })
        // What the list has read meanwhile is newer: a row that was deleted must not come back.
        if ((client.getQueryState(query.queryKey)?.dataUpdatedAt ?? 0) > askedAt) return
        client.setQueryData<Answer<Row>>(query.queryKey, (before) =>
          before === undefined ? before : { count, data: [...inPlace(before.data, data, keyOf)] },
        )
      } catch {
        // The list tries for itself, and says how old it is where that fails too.
        await result.refetch()
      }
    },
    restMs,
  )

  const rows = result.data?.data ?? []
  useLive(true, {
    device: (devices) => {
      const shown = new Set(rows.flatMap((row) => news.serialsOf(row)))
      if (devices.some(({ kind, serial }) => news.kinds.includes(kind) && shown.has(serial))) readSoon()
    },
    condition: (people) => {
      const worn = new Set(rows.map((row) => news.wearerOf?.(row)))
      if (people.some(({ userId }) => worn.has(userId))) readSoon()
    },
    // A device that falls silent says nothing itself; the alert of it does.
    alert: readSoon,
    reopened: () => void result.refetch(),
  })
  return result
}
