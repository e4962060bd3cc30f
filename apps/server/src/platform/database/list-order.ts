import { issueText, type Resource } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import { badRequest } from '../errors.ts'

type Direction = 'asc' | 'desc'

/** One of the expressions that rows are sorted by, one after another. */
export type SortStep = {
  readonly by: RawBuilder<unknown>
  readonly direction: Direction
  /** Rows without a value come last either way. Left out, PostgreSQL's own order of nulls holds. */
  readonly nullsLast?: boolean
}

type Sorting = {
  readonly by: RawBuilder<unknown>
  /** Further joins that only this order needs. */
  readonly join?: RawBuilder<unknown>
  /** Every row has a value. Nulls are then not mentioned: an index serves only the order it was made for, nulls included. */
  readonly neverNull?: true
  /** Replaces the list's tie-breaker, in the direction asked for, so that one index serves the whole order. */
  readonly tieBreaker?: readonly RawBuilder<unknown>[]
}

/** What one key sorts by: an expression, an expression with options, or a function that returns either at the time of the request. */
export type SortKey<Given extends readonly unknown[] = []> =
  | RawBuilder<unknown>
  | Sorting
  | ((...given: Given) => RawBuilder<unknown> | Sorting)

/** What a list can be sorted by. `Given`: what its expressions depend on at the time of the request, such as the time itself. */
export type ListOrders<Given extends readonly unknown[] = []> = {
  /** The resource whose labels a refusal uses. */
  readonly resource: Resource
  /** By the names of the row's fields. */
  readonly keys: Readonly<Record<string, SortKey<Given>>>
  /** Comes before the tie-breaker if the query names no key. */
  readonly standard?: (...given: Given) => readonly SortStep[]
  /** What makes the order of any two rows certain. */
  readonly tieBreaker: readonly SortStep[]
}

export type ListOrder = { readonly join: RawBuilder<unknown>; readonly steps: readonly SortStep[] }

export type OrderQuery = { readonly sortKey?: string | undefined; readonly sortOrder?: Direction | undefined }

/** A column in the Japanese order of kana, whatever the database's own. */
export const japanese = (column: string): RawBuilder<unknown> => sql`${sql.ref(column)} collate "ja-x-icu"`

/** Coded words by their meaning, not alphabetically. */
export const byMeaning = (column: string, words: readonly string[]): RawBuilder<unknown> =>
  sql`array_position(${words}::text[], ${sql.ref(column)})`

/** By these expressions, one after another. */
export const ascending = (...columns: readonly RawBuilder<unknown>[]): SortStep[] => columns.map((by) => ({ by, direction: 'asc' }))
export const descending = (...columns: readonly RawBuilder<unknown>[]): SortStep[] => columns.map((by) => ({ by, direction: 'desc' }))

/**
 * The requested order of a list: by the key, then by the tie-breaker. Only the SQL of that key is built.
 * @throws Refusal 400 where the list has no such key
 */
export const orderOf = <Given extends readonly unknown[]>(
  { resource, keys, standard, tieBreaker }: ListOrders<Given>,
  { sortKey = '', sortOrder: direction = 'asc' }: OrderQuery,
  ...given: Given
): ListOrder => {
  if (sortKey === '') return { join: sql``, steps: [...(standard?.(...given) ?? []), ...tieBreaker] }
  // The customer's clients write names of fields in any case.
  const key = Object.entries(keys).find(([name]) => name.toLowerCase() === sortKey.toLowerCase())?.[1]
  if (key === undefined) throw badRequest(issueText(resource, { code: 'invalid_value', path: ['sortKey'], values: [], message: '' }))
  const made = typeof key === 'function' ? key(...given) : key
  const sorting: Sorting = 'by' in made ? made : { by: made }
  return {
    join: sorting.join ?? sql``,
    steps: [
      { by: sorting.by, direction, nullsLast: sorting.neverNull !== true },
      ...(sorting.tieBreaker?.map((by) => ({ by, direction })) ?? tieBreaker),
    ],
  }
}

/** The ORDER BY of these steps; backwards it is the exact reverse. */
export const orderBy = (steps: readonly SortStep[], backwards = false): RawBuilder<unknown> => {
  const sorted = steps.map(({ by, direction, nullsLast = false }) => {
    const turned = (direction === 'asc') === backwards ? 'desc' : 'asc'
    return sql`${by} ${sql.raw(nullsLast ? `${turned} nulls ${backwards ? 'first' : 'last'}` : turned)}`
  })
  return sql`order by ${sql.join(sorted)}`
}
