import type { QueryFunction, QueryKey } from '@tanstack/react-query'
import type { Key } from 'react'
import { useLiveQuery } from '../../kit/use-live-query.ts'
import { inPlace } from './in-place.ts'

type Answer<Row> = { data: Row[]; count: number }

/** By what news the rows of a list are touched. */
type News<Row> = {
  /** Of which kinds the devices are whose news it shows. */
  readonly kinds: readonly string[]
  /** The serials of the devices in a row: its own, and those of linked ones. */
  readonly serialsOf: (row: Row) => readonly string[]
  /** Who wears it, where a row shows what that person's readings say. */
  readonly wearerOf?: (row: Row) => number | null
}

export type DeviceRows<Row> = {
  /** `queryOf` the kind's list. */
  readonly query: { readonly queryKey: QueryKey; readonly queryFn?: QueryFunction<Answer<Row>> }
  readonly keyOf: (row: Row) => Key
  readonly news: News<Row>
}

/**
 * A page of devices, read again each minute, and within moments of hearing something of one of them. News moves no row
 * under somebody's finger: rows are put in order again with the next minute, or when they are asked for.
 */
export const useDeviceRows = <Row>({ query, keyOf, news }: DeviceRows<Row>) =>
  useLiveQuery<Answer<Row>>({
    query,
    patches: {
      device: (answer, devices) => {
        const shown = new Set(answer.data.flatMap((row) => news.serialsOf(row)))
        return { data: answer, refetch: devices.some(({ kind, serial }) => news.kinds.includes(kind) && shown.has(serial)) }
      },
      condition: (answer, people) => {
        const worn = new Set(answer.data.map((row) => news.wearerOf?.(row)))
        return { data: answer, refetch: people.some(({ userId }) => worn.has(userId)) }
      },
      // A device that falls silent says nothing itself; the alert of it does.
      alert: (answer) => ({ data: answer, refetch: true }),
    },
    settle: (shown, read) => ({ count: read.count, data: [...inPlace(shown.data, read.data, keyOf)] }),
  })
