import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { OfficeKey } from './keys.ts'

/**
 * The numbers of a site's people (alias `u`) whom a condition names, by group and name, those without a group last. An index has them by name
 * already, and groups are put in order once: numbers compare much faster than names.
 */
export const findInOrder = async (db: Db, { companyId, officeId }: OfficeKey, condition: RawBuilder<boolean>): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    with place as materialized (
      select g.group_id, row_number() over (order by g.name collate "ja-x-icu") as number
        from work_group g where g.company_id = ${companyId} and g.office_id = ${officeId})
    select p.user_id
      from (select u.user_id, u.group_id, row_number() over (order by u.furigana collate "ja-x-icu", u.user_id) as number
              from app_user u where u.company_id = ${companyId} and u.office_id = ${officeId} and ${condition}) p
      left join place on place.group_id = p.group_id
     order by place.number nulls last, p.number`.execute(db)
  return rows.map((row) => row.user_id)
}
