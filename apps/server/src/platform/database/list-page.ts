import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../context.ts'
import { type OrderQuery, type ListOrder, orderBy } from './list-order.ts'

/** The number of rows of a page where the request gives none and the list is not answered whole. */
export const defaultLimit = 20

export type Page = { readonly offset: number; /** All rows from the offset on where there is none. */ readonly limit?: number | undefined }

/** The requested page and order. */
export type PageQuery = Page & OrderQuery

type Queries<Row> = {
  /** The rows; `tail` is their ORDER BY, LIMIT and OFFSET. */
  readonly rows: (tail: RawBuilder<unknown>) => RawBuilder<Row>
  readonly count: RawBuilder<{ readonly count: number }>
}

/**
 * One page of a list, and how many rows match in all. The first page is read while they are counted; a page of the
 * second half is read from the end, so that the last page costs as much as the first.
 */
export const readPage = async <Row>(
  db: Db,
  { steps }: ListOrder,
  { offset, limit }: Page,
  { rows, count }: Queries<Row>,
): Promise<{ data: Row[]; count: number }> => {
  const read = async (from: number, length: number | undefined, backwards: boolean): Promise<Row[]> => {
    const tail = sql`${orderBy(steps, backwards)} limit ${length ?? null}::bigint offset ${from}`
    const found = await rows(tail).execute(db)
    return backwards ? found.rows.toReversed() : found.rows
  }
  const countAll = async () => (await count.execute(db)).rows[0]?.count ?? 0
  if (offset === 0) {
    const [data, counted] = await Promise.all([read(0, limit, false), countAll()])
    return { data, count: counted }
  }
  const counted = await countAll()
  const length = Math.min(limit ?? counted, counted - offset)
  if (length <= 0) return { data: [], count: counted }
  const fromEnd = counted - offset - length
  const backwards = fromEnd < offset
  return { data: await read(backwards ? fromEnd : offset, length, backwards), count: counted }
}
