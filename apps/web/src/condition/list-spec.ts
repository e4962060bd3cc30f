import { healthSortKeys } from '@mimamori/contract/health-condition'
import { conditionFilters as filters } from '@mimamori/contract/screen-search'

const rowsPerPage = filters.shape.rows.options
type RowsPerPage = (typeof rowsPerPage)[number]

const specOf = (pageSize: number) => ({ filters, sortKeys: healthSortKeys, pageSize })

/** The list's state in the address, by how many rows a page holds. */
export const listSpecs = { 100: specOf(100), 500: specOf(500), 1000: specOf(1_000) } as const

/** How many rows a page holds: 100, unless a link asks for more. No screen offers the choice (spec §9, organisation). */
export const rowsOf = (search: Record<string, unknown>): RowsPerPage => rowsPerPage.find((rows) => rows === search['rows']) ?? '100'
