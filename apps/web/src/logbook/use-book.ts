import { logbook } from '@mimamori/contract/logbook'
import { screenSearch } from '@mimamori/contract/screen-search'
import { useQuery } from '@tanstack/react-query'
import { useListParams } from '../kit/use-list-params.ts'
import { useOneOffice } from '../organisation/offices/one-office.ts'
import { useNow } from '../platform/clock.ts'
import { dateOf } from '../platform/japan-time.ts'
import { queryOf } from '../platform/query.ts'
import { spanOf } from './span.ts'

const minute = 60_000

const spec = { filters: screenSearch.logbook, sortKeys: [] as const, pageSize: 100 }

/** What the address asks for: the site (who has one sees that one, one out of reach is as if not asked for), the watcher, the days. */
export const useBook = () => {
  const params = useListParams(spec)
  const { device, unit = 'value', ...bookQuery } = params.filters
  const today = dateOf(useNow(minute))
  const { office, isKnown, failure } = useOneOffice(bookQuery.officeId, 'all')
  // Nothing here is a filter that one could do without.
  const list = { ...params, filtered: false }
  return { list, office, officeId: office?.officeId, isKnown, failure, device, unit, span: spanOf(bookQuery, today), today }
}

export type Book = ReturnType<typeof useBook>

/** The query of the book, for reading and for downloading. */
export const bookQueryOf = ({ officeId, device, unit, span }: Book) => ({
  officeId: officeId ?? 0,
  ...(device !== undefined && { device }),
  ...span,
  unit,
})

/** A page of the book. */
export const useLines = (book: Book) => {
  const { offset, limit } = book.list.query
  return useQuery({
    ...queryOf(logbook.read, { query: { ...bookQueryOf(book), offset, limit } }),
    enabled: book.officeId !== undefined,
  })
}
