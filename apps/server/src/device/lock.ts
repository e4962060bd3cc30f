import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { Actor } from '../platform/route.ts'
import { withinScope } from '../platform/scope.ts'
import type { DeviceWord } from './kind.ts'

export type Site = { readonly companyId: number; readonly officeId: number }

const siteColumns = { company: 'o.company_id', office: 'o.office_id', group: null, user: null }

/**
 * Locks sites of the actor's scope against other changes of their devices, so that these come one after another: a link
 * and a place concern several devices, and whoever took them in another order would wait in a ring.
 * @throws Refusal 404 where one of them is not the actor's
 */
export const lockSites = async (db: Db, actor: Actor, officeIds: readonly number[]): Promise<Map<number, Site>> => {
  const wanted = [...new Set(officeIds)]
  const { rows } = await sql<Site>`
    select o.company_id as "companyId", o.office_id as "officeId" from office o
     where o.office_id = any(${wanted}::int[]) and ${withinScope(actor, siteColumns)}
     order by o.office_id
       for no key update`.execute(db)
  if (rows.length < wanted.length) throw notFound()
  return new Map(rows.map((site) => [site.officeId, site]))
}

/** One locked site. @throws as `lockSites` */
export const lockSite = async (db: Db, actor: Actor, officeId: number): Promise<Site> => {
  const site = (await lockSites(db, actor, [officeId])).get(officeId)
  if (site === undefined) throw notFound()
  return site
}

export type Locked = {
  readonly device_id: number
  readonly serial: string
  readonly kind: DeviceWord
  readonly type: number
  readonly version: number
}

/**
 * A device of a locked site, which nobody changes meanwhile. Readings go on being judged.
 * @throws Refusal 404 where it has gone since it was found
 */
export const lockDevice = async (
  db: Db,
  { device_id, office_id }: { readonly device_id: number; readonly office_id: number },
): Promise<Locked> => {
  const { rows } = await sql<Locked>`
    select d.device_id, d.serial, d.kind, d.type, d.version from device d
     where d.device_id = ${device_id} and d.office_id = ${office_id} for no key update`.execute(db)
  const [locked] = rows
  if (locked === undefined) throw notFound()
  return locked
}
