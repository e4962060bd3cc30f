import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { toJapanIsoOrNull } from '../../platform/japan-time.ts'
import type { Viewer } from './console-subscriber.ts'

/** When an office was last heard. */
export type Received = { readonly company_id: number; readonly office_id: number; readonly heard_at: Date }

const isWithin = ({ actor, narrowing }: Viewer, { company_id, office_id }: Received): boolean => {
  if (narrowing.officeId !== undefined && narrowing.officeId !== office_id) return false
  if (actor.role === 'AdminUnitService') return true
  return actor.companyId === company_id && (actor.role === 'AdminUnitContract' || actor.officeId === office_id)
}

/** When anything last came in from the offices a listener belongs to. */
export const lastReceivedFor = (viewer: Viewer, received: readonly Received[]): string | null => {
  const own = received.filter((site) => isWithin(viewer, site)).map((site) => site.heard_at)
  return toJapanIsoOrNull(own.reduce<Date | null>((latest, at) => (latest === null || at > latest ? at : latest), null))
}

/** The condition that an office (alias `o`) is one of these listeners': a whole company's, or one. */
const isListenedTo = (viewers: readonly Viewer[]): RawBuilder<boolean> => {
  const ofService = viewers.filter(({ actor }) => actor.role === 'AdminUnitService').map(({ narrowing }) => narrowing.officeId)
  // They see every company, and so all offices where they chose none.
  if (ofService.includes(undefined)) return sql<boolean>`true`
  const requested = viewers
    .filter(({ actor }) => actor.role !== 'AdminUnitService')
    .map(({ actor, narrowing }) => ({ companyId: actor.companyId, officeId: actor.officeId ?? narrowing.officeId }))
  const companies = requested.filter(({ officeId }) => officeId === undefined)
  const offices = requested.filter(({ officeId }) => officeId !== undefined)
  return sql<boolean>`(o.office_id = any(${ofService}::int[]) or o.company_id = any(${companies.map(({ companyId }) => companyId)}::int[])
    or (o.company_id, o.office_id) in
       (select * from unnest(${offices.map(({ companyId }) => companyId)}::int[], ${offices.map(({ officeId }) => officeId)}::int[])))`
}

/** When each office of these listeners was last heard. The caller sends each listener their own. */
export const findLastReceived = async (db: Db, viewers: readonly Viewer[]): Promise<Received[]> => {
  if (viewers.length === 0) return []
  const isOfAll = viewers.some(({ actor }) => actor.role === 'AdminUnitService')
  const [only, ...others] = new Set(viewers.map(({ actor }) => actor.companyId))
  // Said of every table where it is one company, so that a cluster asks its node alone.
  const among = (...aliases: string[]) =>
    isOfAll || others.length > 0
      ? sql`true`
      : sql.join(
          aliases.map((alias) => sql`${sql.ref(`${alias}.company_id`)} = ${only}`),
          sql` and `,
        )
  const { rows } = await sql<Received>`
    select heard.company_id, heard.office_id, heard.heard_at
      from (select o.company_id, o.office_id, greatest(
                     (select max(s.heard_at) from device d join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
                       where d.company_id = o.company_id and ${among('d', 's')} and d.office_id = o.office_id),
                     (select max(ws.heard_at) from app_user u join worker_state ws on ws.company_id = u.company_id and ws.user_id = u.user_id
                       where u.company_id = o.company_id and ${among('u', 'ws')} and u.office_id = o.office_id and u.deleted_at is null)) as heard_at
              from office o where ${among('o')} and ${isListenedTo(viewers)}) heard
     where heard.heard_at is not null`.execute(db)
  return rows
}
