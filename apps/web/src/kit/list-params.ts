import type { z } from 'zod'
import { readSearch } from '../platform/screen.ts'

export type SortOrder = 'ascend' | 'descend'

/** What a list understands: its filters, the keys it sorts by, the rows of a page. */
export type ListSpec<Filters extends z.ZodObject, SortKey extends string> = {
  readonly filters: Filters
  readonly sortKeys: readonly SortKey[]
  readonly pageSize?: number
}

export type ListState<Filters extends z.ZodObject, SortKey extends string> = {
  readonly page: number
  readonly sortKey: SortKey | undefined
  readonly sortOrder: SortOrder | undefined
  readonly filters: Partial<z.output<Filters>>
}

/** Rows of a page where a list does not say otherwise. */
export const defaultPageSize = 20

/** Reads a list's state from the search of the address; whatever is not understood is as if it were not there. */
export const readList = <Filters extends z.ZodObject, SortKey extends string>(
  spec: ListSpec<Filters, SortKey>,
  search: Record<string, unknown>,
): ListState<Filters, SortKey> => {
  const page = Number(search['page'])
  const sortKey = spec.sortKeys.find((key) => key === search['sortKey'])
  const descending = search['sortOrder'] === 'descend' || search['sortOrder'] === 'desc'
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    sortKey,
    sortOrder: sortKey === undefined ? undefined : descending ? 'descend' : 'ascend',
    filters: readSearch(spec.filters, search) as Partial<z.output<Filters>>,
  }
}

/** The search that says a state; the first page and what is unset are left unsaid. */
export const writeList = <Filters extends z.ZodObject, SortKey extends string>(
  state: ListState<Filters, SortKey>,
): Record<string, unknown> => ({
  ...state.filters,
  page: state.page === 1 ? undefined : state.page,
  sortKey: state.sortKey,
  sortOrder: state.sortKey === undefined ? undefined : state.sortOrder,
})

/** The last page that has rows. */
export const lastPage = (count: number, pageSize: number): number => Math.max(1, Math.ceil(count / pageSize))
