import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import type { HourRow } from './cell.ts'

export type ReportGroup = { readonly groupId: number; readonly groupName: string; readonly groupCode: string }

/** The groups that hours were spent in, by their ids; one that was deleted since is not among them. */
export const findReportGroups = async (db: Db, companyId: number, rows: readonly HourRow[]): Promise<ReportGroup[]> => {
  const ids = [...new Set(rows.flatMap(({ group_id: id }) => id ?? []))]
  const { rows: groups } = await sql<ReportGroup>`
    select g.group_id as "groupId", g.name as "groupName", g.code as "groupCode"
      from work_group g where g.company_id = ${companyId} and g.group_id = any(${ids}::int[])`.execute(db)
  return groups
}
