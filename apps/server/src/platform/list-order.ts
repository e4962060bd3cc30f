import { issueText, type Resource } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import { badRequest } from './errors.ts'

/** A column in the Japanese order of kana, whatever the database's own. */
export const japanese = (column: string): RawBuilder<unknown> => sql`${sql.ref(column)} collate "ja-x-icu"`

type Asked = {
  readonly sortKey?: string | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
  /** True for the exact reverse, by which a page near the end is read from there; `steady` is then reversed too. */
  readonly backwards?: boolean
}

/**
 * A list's order: by the key asked for, then by what makes it steady.
 * @param sortings what each key sorts by, under its own name
 * @throws Refusal 400 where the list has no such key to sort by
 */
export const listOrder = (
  resource: Resource,
  sortings: Readonly<Record<string, RawBuilder<unknown>>>,
  { sortKey, sortOrder = 'asc', backwards = false }: Asked,
  steady: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  if (sortKey === undefined || sortKey === '') return steady
  // The customer's clients write names of fields in any case.
  const by = Object.entries(sortings).find(([key]) => key.toLowerCase() === sortKey.toLowerCase())?.[1]
  if (by === undefined) throw badRequest(issueText(resource, { code: 'invalid_value', path: ['sortKey'], values: [], message: '' }))
  const direction = (sortOrder === 'asc') === backwards ? 'desc' : 'asc'
  return sql`${by} ${sql.raw(direction)} nulls ${sql.raw(backwards ? 'first' : 'last')}, ${steady}`
}

/** The rows of one page; all from the offset on where there is no limit. */
export const pageOf = ({ offset, limit }: { readonly offset: number; readonly limit?: number | undefined }): RawBuilder<unknown> =>
  sql`limit ${limit ?? null}::bigint offset ${offset}`
