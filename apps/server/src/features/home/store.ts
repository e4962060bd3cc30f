import { sql } from 'kysely'
import { officeColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'

export type OfficeChoice = { officeId: number; officeName: string; baseCode: string; companyId: number; companyName: string }

/** The offices in scope, by company and name. */
export const findOffices = async (db: Db, actor: Actor): Promise<OfficeChoice[]> => {
  const { rows } = await sql<OfficeChoice>`
    select o.office_id as "officeId", o.name as "officeName", o.base_code as "baseCode",
           c.company_id as "companyId", c.name as "companyName"
      from office o join company c on c.company_id = o.company_id
     where ${withinScope(actor, officeColumns)}
     order by c.name collate "ja-x-icu", c.company_id, o.name collate "ja-x-icu", o.office_id`.execute(db)
  return rows
}
