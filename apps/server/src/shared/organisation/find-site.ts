import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import type { OfficeKey } from './keys.ts'
import { officeColumns, withinScope } from './scope.ts'

/** A site with the names that are shown of it. */
export type Site = OfficeKey & { readonly officeName: string; readonly companyName: string }

/** One site in the actor's scope. @throws Refusal 404 where the actor sees no such site */
export const findSite = async (db: Db, actor: Actor, officeId: number): Promise<Site> => {
  const { rows } = await sql<Site>`
    select o.company_id as "companyId", o.office_id as "officeId", o.name as "officeName", c.name as "companyName"
      from office o join company c on c.company_id = o.company_id and c.deleted_at is null
     where o.office_id = ${officeId} and ${withinScope(actor, officeColumns)}`.execute(db)
  const [site] = rows
  if (site === undefined) throw notFound()
  return site
}
