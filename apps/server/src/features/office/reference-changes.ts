import type { ReferenceChange } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { officeColumns, withinScope } from '../../shared/organisation/scope.ts'
import { isOpen } from '../../shared/organisation/archived-offices.ts'

/**
 * The sites in scope where the reference value of people fell when the unknown began to count as not acclimatised, as long
 * as nobody has closed the notice (decisions/0116).
 * @param officeId undefined for all sites
 */
export const findReferenceChanges = async (db: Db, actor: Actor, officeId: number | undefined): Promise<ReferenceChange[]> => {
  const { rows } = await sql<ReferenceChange>`
    select o.office_id as "officeId", o.name as "officeName", r.people
      from reference_change r
      join office o on o.company_id = r.company_id and o.office_id = r.office_id
     where ${isOpen('o')} and ${withinScope(actor, officeColumns)} and ${officeId === undefined ? sql`true` : sql`o.office_id = ${officeId}`}
     order by o.name collate "ja-x-icu", o.office_id`.execute(db)
  return rows
}

/**
 * Closes a site's notice for everybody. One that is closed already stays so.
 * @throws Refusal 404 where the site is out of scope
 */
export const closeReferenceChange = async (db: Db, actor: Actor, officeId: number): Promise<void> => {
  const { rows } = await sql<{ company_id: number }>`
    select o.company_id from office o where o.office_id = ${officeId} and ${withinScope(actor, officeColumns)}`.execute(db)
  const office = rows[0]
  if (office === undefined) throw notFound()
  await sql`delete from reference_change r where r.company_id = ${office.company_id} and r.office_id = ${officeId}`.execute(db)
}
