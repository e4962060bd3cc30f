import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { arrayOf } from '../../../platform/database/columns.ts'
import { haveMonthsBegun } from './keep-months.ts'
import { monthsIn } from './month-of-days.ts'
import type { Span } from './read.ts'

/** Whether all stored hours of a company's people are in the sums of months; after an update it takes a while until they are. */
export const areMonthsKept = async (db: Db, companyId: number): Promise<boolean> => {
  if (!(await haveMonthsBegun(db))) return false
  const { rows } = await sql`select from monthly_due d where d.company_id = ${companyId} limit 1`.execute(db)
  return rows.length === 0
}

/** SQL: the months of a span of whole days, as `s (month, mask, first, last)`: which of their days are in it. */
export const partsOf = (span: Span): RawBuilder<unknown> => {
  const parts = monthsIn(span)
  return sql`unnest(${arrayOf(parts, ({ month }) => month)}::date[], ${arrayOf(parts, ({ mask }) => mask)}::int[],
                    ${arrayOf(parts, ({ first }) => first)}::int[], ${arrayOf(parts, ({ last }) => last)}::int[]) as s (month, mask, first, last)`
}
