import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { byCompany, companyOf } from './company-of.ts'
import type { OfficeKey } from './keys.ts'
import { officeColumns, withinScope } from './scope.ts'

export type LockedOffice = OfficeKey & { readonly baseCode: string; readonly officeName: string; readonly companyName: string }

/**
 * Finds an office in the actor's scope and prevents its deletion until the transaction ends. Others may change it.
 * @throws Refusal 404 where it is not the actor's
 */
export const lockOfficeShared = async (db: Db, actor: Actor, officeId: number): Promise<LockedOffice> => {
  const companyId = await companyOf(db, actor, 'office', officeId)
  if (companyId === undefined) throw notFound()
  const { rows } = await sql<LockedOffice>`
    select o.company_id as "companyId", o.office_id as "officeId", o.base_code as "baseCode", o.name as "officeName", c.name as "companyName"
      from office o join company c on c.company_id = o.company_id
     where o.company_id = ${companyId} and o.office_id = ${officeId} and ${withinScope(actor, officeColumns)} for key share of o`.execute(
    db,
  )
  const [office] = rows
  if (office === undefined) throw notFound()
  return office
}

/**
 * Locks offices in the actor's scope, so that changes of their devices and groups come one after another. A change may
 * concern several devices of an office; two changes that locked them in different orders would wait for each other.
 * @throws Refusal 404 where one of them is not the actor's
 */
export const lockOffices = async (db: Db, actor: Actor, officeIds: readonly number[]): Promise<Map<number, OfficeKey>> => {
  const wanted = [...new Set(officeIds)]
  const locked = new Map<number, OfficeKey>()
  for (const { companyId, ids } of await byCompany(db, actor, 'office', wanted)) {
    const { rows } = await sql<OfficeKey>`
      select o.company_id as "companyId", o.office_id as "officeId" from office o
       where o.company_id = ${companyId} and o.office_id = any(${ids}::int[]) and ${withinScope(actor, officeColumns)}
       order by o.office_id
         for no key update`.execute(db)
    for (const office of rows) locked.set(office.officeId, office)
  }
  if (locked.size < wanted.length) throw notFound()
  return locked
}

/** One locked office. @throws as `lockOffices` */
export const lockOffice = async (db: Db, actor: Actor, officeId: number): Promise<OfficeKey> => {
  const office = (await lockOffices(db, actor, [officeId])).get(officeId)
  if (office === undefined) throw notFound()
  return office
}
