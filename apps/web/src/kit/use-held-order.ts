import { useMemo, useState, type Key } from 'react'
import { inHeldOrder } from './held-order.ts'

type HeldOrderOptions<Row> = {
  readonly keyOf: (row: Row) => Key
  /** What page of which list the rows are: another one starts a new order. */
  readonly page: string
  /** True while somebody points at the rows. */
  readonly held: boolean
  /** The rows are those of the page before, while this one is on its way. */
  readonly isPlaceholder: boolean
}

/** The rows in the order they had when somebody began to point at them. */
export const useHeldOrder = <Row>(rows: readonly Row[], { keyOf, page, held, isPlaceholder }: HeldOrderOptions<Row>): readonly Row[] => {
  const [seen, setSeen] = useState<{ readonly page: string; readonly order: readonly Key[] }>()
  if (held && !isPlaceholder && seen?.page !== page) setSeen({ page, order: rows.map(keyOf) })
  if (!held && seen !== undefined) setSeen(undefined)
  return useMemo(() => (held && seen?.page === page ? inHeldOrder(seen.order, rows, keyOf) : rows), [rows, held, seen, page, keyOf])
}
