import type { ListResult } from '../kit/data-table.tsx'

/** A page of rows that are all here already, as a list of the server would answer it. */
export const localPage = <Row>(
  rows: readonly Row[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): ListResult<Row> => ({
  data: { data: rows.slice(offset, offset + limit), count: rows.length },
  error: null,
  isFetching: false,
  dataUpdatedAt: 0,
  refetch: () => undefined,
})

/** Whether a device's number or place has what was typed. */
export const isFound = ({ serial, name }: { readonly serial: string; readonly name: string }, typed = ''): boolean =>
  `${serial}\n${name}`.toLowerCase().includes(typed.normalize('NFKC').trim().toLowerCase())
