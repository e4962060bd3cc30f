import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { Actor } from '../platform/route.ts'
import { withinScope } from './scope.ts'

export type OfficeKey = { readonly companyId: number; readonly officeId: number }

const siteColumns = { company: 'o.company_id', office: 'o.office_id', group: null, user: null }

/**
 * Locks sites of the actor's scope against other changes of their devices, so that these come one after another: a link
 * and a place concern several devices, and whoever took them in another order would wait in a ring.
 * @throws Refusal 404 where one of them is not the actor's
 */
export const lockOffices = async (db: Db, actor: Actor, officeIds: readonly number[]): Promise<Map<number, OfficeKey>> => {
  const wanted = [...new Set(officeIds)]
  const { rows } = await sql<OfficeKey>`
    select o.company_id as "companyId", o.office_id as "officeId" from office o
     where o.office_id = any(${wanted}::int[]) and ${withinScope(actor, siteColumns)}
     order by o.office_id
       for no key update`.execute(db)
  if (rows.length < wanted.length) throw notFound()
  return new Map(rows.map((office) => [office.officeId, office]))
}

/** One locked site. @throws as `lockSites` */
export const lockOffice = async (db: Db, actor: Actor, officeId: number): Promise<OfficeKey> => {
  const office = (await lockOffices(db, actor, [officeId])).get(officeId)
  if (office === undefined) throw notFound()
  return office
}
