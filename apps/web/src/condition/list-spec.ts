import { healthSortKeys } from '@mimamori/contract/health-condition'
import { wireFlag, wireInteger } from '@mimamori/contract/wire'
import { z } from 'zod'

export const rowsPerPage = ['100', '500', '1000'] as const
export type RowsPerPage = (typeof rowsPerPage)[number]

const filters = z.object({
  officeId: wireInteger(1),
  groupId: wireInteger(1),
  /** Off in the address means: show those without data too. */
  healthData: wireFlag,
  rows: z.enum(rowsPerPage),
})

const specOf = (pageSize: number) => ({ filters, sortKeys: healthSortKeys, pageSize })

/** The list's state in the address, by how many rows a page holds. */
export const listSpecs = { 100: specOf(100), 500: specOf(500), 1000: specOf(1_000) } as const

/** How many rows a page holds by the address. */
export const rowsOf = (search: Record<string, unknown>): RowsPerPage => rowsPerPage.find((rows) => rows === search['rows']) ?? '100'
