import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import { useNewestSearch } from '../platform/newest-search.ts'
import { defaultPageSize, readList, writeList, type ListSpec, type ListState, type SortOrder } from './list-params.ts'

type WholeQuery<Filters extends z.ZodObject, SortKey extends string> = Partial<z.output<Filters>> & {
  sortKey?: SortKey
  sortOrder?: SortOrder
}

export type ListParams<Filters extends z.ZodObject = z.ZodObject, SortKey extends string = string> = ListState<Filters, SortKey> & {
  readonly pageSize: number
  /** What the list's call takes: filters, offset, limit, sort. */
  readonly query: WholeQuery<Filters, SortKey> & { offset: number; limit: number }
  /** The same without the page, for a file of the whole list. */
  readonly wholeQuery: WholeQuery<Filters, SortKey>
  /** True where any filter is set. */
  readonly filtered: boolean
  /** Changes some filters, unsets those given as undefined, and goes to the first page. */
  readonly setFilters: (change: { readonly [Key in keyof z.output<Filters>]?: z.output<Filters>[Key] | undefined }) => void
  readonly clearFilters: () => void
  readonly setPage: (page: number) => void
  readonly setSort: (key: SortKey | undefined, order: SortOrder | undefined) => void
}

/**
 * A list's filters, page and sorting, kept in the address: a reload, the back button and a link sent to a colleague
 * all show the same rows. `spec` is a constant of the screen's module.
 */
export const useListParams = <Filters extends z.ZodObject, SortKey extends string>(
  spec: ListSpec<Filters, SortKey>,
): ListParams<Filters, SortKey> => {
  const search: Record<string, unknown> = useNewestSearch()
  const navigate = useNavigate()
  const state = useMemo(() => readList(spec, search), [spec, search])
  const { page, sortKey, sortOrder, filters } = state
  const pageSize = spec.pageSize ?? defaultPageSize

  const go = useCallback(
    (change: Partial<ListState<Filters, SortKey>>) => {
      const next = writeList({ page, sortKey, sortOrder, filters, ...change })
      void navigate({ to: '.', search: () => next as never })
    },
    [navigate, page, sortKey, sortOrder, filters],
  )

  const wholeQuery = {
    ...filters,
    ...(sortKey !== undefined && { sortKey }),
    ...(sortOrder !== undefined && { sortOrder }),
  }
  return {
    ...state,
    pageSize,
    query: { ...wholeQuery, offset: (page - 1) * pageSize, limit: pageSize },
    wholeQuery,
    filtered: Object.keys(filters).length > 0,
    setFilters: (change) => go({ page: 1, filters: { ...filters, ...change } }),
    clearFilters: () => go({ page: 1, filters: {} }),
    setPage: (next) => go({ page: next }),
    setSort: (key, order) => go({ page: 1, sortKey: order === undefined ? undefined : key, sortOrder: order }),
  }
}
