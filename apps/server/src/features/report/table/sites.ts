import { sql } from 'kysely'
import { officeColumns, withinScope } from '../../../shared/organisation/scope.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Person } from './person.ts'
import type { Db } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'

export type ReportSite = OfficeKey & { readonly officeName: string; readonly companyName: string }

/**
 * The requested sites of a report, in the requested order.
 * @throws Refusal 404 where one of them is not in the actor's scope
 */
export const findReportSites = async (db: Db, actor: Person, officeIds: readonly number[]): Promise<ReportSite[]> => {
  const requested = [...new Set(officeIds)]
  const { rows } = await sql<ReportSite>`
    select o.company_id as "companyId", o.office_id as "officeId", o.name as "officeName", c.name as "companyName"
      from office o join company c on c.company_id = o.company_id and c.deleted_at is null
     where o.office_id = any(${requested}::int[]) and ${withinScope(actor, officeColumns)}
     order by array_position(${requested}::int[], o.office_id)`.execute(db)
  if (rows.length < requested.length) throw notFound()
  return rows
}
