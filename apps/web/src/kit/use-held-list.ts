import { useState } from 'react'
import type { TableList } from './data-table.tsx'

export type HeldList<Filters extends object> = TableList<never> & {
  readonly filters: Partial<Filters>
  readonly setFilters: (change: { readonly [Name in keyof Filters]?: Filters[Name] | undefined }) => void
  readonly query: Partial<Filters> & { readonly offset: number; readonly limit: number }
}

/** Rows of a page in most dialogs (spec §9). */
const usualPage = 10

/** A list's page and filters kept by a dialog, which has no address of its own. */
export const useHeldList = <Filters extends object>(pageSize = usualPage): HeldList<Filters> => {
  const [page, setPage] = useState(1)
  const [filters, change] = useState<Partial<Filters>>({})
  const setFilters = (next: Partial<Filters>) => {
    setPage(1)
    change(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) as Partial<Filters>)
  }
  return {
    page,
    pageSize,
    setPage,
    sortKey: undefined,
    sortOrder: undefined,
    setSort: () => undefined,
    filters,
    filtered: Object.keys(filters).length > 0,
    setFilters: (part) => setFilters({ ...filters, ...part }),
    clearFilters: () => setFilters({}),
    query: { ...filters, offset: (page - 1) * pageSize, limit: pageSize },
  }
}
