import type { ReactNode } from 'react'
import { type Column, DataTable } from '../kit/data-table.tsx'
import { RecordCards } from '../kit/record-cards.tsx'
import { useHeldList } from '../kit/use-held-list.ts'
import { useHeldOrder } from '../kit/use-held-order.ts'
import { usePointedOrFocused } from '../kit/use-held.ts'
import { useNarrow } from '../platform/use-media.ts'
import styles from './status.module.css'

type Props<Row extends object> = {
  readonly label: string
  readonly columns: readonly Column<Row, never>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly pageSize: number
}

// The status as a whole is loaded, fails and grows old, not one of its lists.
const settled = { error: null, isFetching: false, dataUpdatedAt: 0, refetch: () => undefined }
const neverEmpty = { filtered: '', none: '' }

/** Rows of the status, in pages; they keep their places while somebody points at them. There is at least one. */
export const StatusRows = <Row extends object>({ label, columns, rows, keyOf, pageSize }: Props<Row>): ReactNode => {
  const list = useHeldList<object>(pageSize)
  const { held, handlers } = usePointedOrFocused()
  const ordered = useHeldOrder(rows, { keyOf, page: label, held, isPlaceholder: false })
  const from = (list.page - 1) * pageSize
  const result = { ...settled, data: { data: ordered.slice(from, from + pageSize), count: rows.length } }
  const frame = { label, columns, rowKey: keyOf, list, result, empty: neverEmpty }
  return (
    <div className={styles['list']} {...handlers}>
      {useNarrow() ? <RecordCards {...frame} /> : <DataTable {...frame} rowHeight={47} />}
    </div>
  )
}
