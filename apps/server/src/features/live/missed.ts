import { sql, type RawBuilder } from 'kysely'
import { isInScope } from '../alerts/episodes/read.ts'
import { deviceColumns, officeColumns, personColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Db } from '../../platform/context.ts'
import type { Changes } from './changes.ts'
import type { Viewer } from './console-subscriber.ts'

/** A console that missed more rows of a kind than this fetches everything again. */
export const mostMissed = 500

type MissedChange = {
  what: 'person' | 'alert' | 'device' | 'maps'
  company_id: number
  id: number
  /** Whose row an open report marks, or marked until it was closed. */
  reported_id: number | null
}

/** Leaders see the site's equipment and what their group wears, as on the site's page; workers see no devices. */
const devicesSeen = ({ actor }: Viewer): RawBuilder<boolean> => {
  if (actor.role === 'User') return sql<boolean>`false`
  const inScope = withinScope(actor, deviceColumns)
  if (actor.role !== 'GroupLeader' && actor.role !== 'GroupSubLeader') return inScope
  return sql<boolean>`${inScope} and (d.kind not in ('vital', 'belt') or exists (
    select from wear w join app_user u on u.company_id = w.company_id and u.user_id = w.user_id
     where w.company_id = d.company_id and w.device_id = d.device_id and w.worn_to is null and u.group_id = ${actor.groupId}))`
}

/** The narrowing of a stream; what happens to the site as a whole concerns each of its groups. */
const narrowed = ({ narrowing: { officeId, groupId } }: Viewer, alias: 'u' | 'a' | 'd' | 'o'): RawBuilder<boolean> => {
  const conditions = [sql`true`]
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  if (officeId !== undefined) conditions.push(sql`${column('office_id')} = ${officeId}`)
  if (groupId !== undefined && alias === 'u') conditions.push(sql`${column('group_id')} = ${groupId}`)
  if (groupId !== undefined && alias === 'a') conditions.push(sql`(${column('group_id')} is null or ${column('group_id')} = ${groupId})`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** What people say of how they feel changes their rows, and not their state: they may wear no device. */
const peopleOf = (rows: readonly MissedChange[]): Changes['people'] => {
  const keys = rows.flatMap(({ what, company_id: companyId, id, reported_id: reportedId }) => {
    const userId = what === 'person' ? id : reportedId
    return userId === null ? [] : [{ companyId, userId }]
  })
  return [...new Map(keys.map((key) => [`${key.companyId} ${key.userId}`, key])).values()]
}

/**
 * What changed since a moment of the database's clock of what a viewer sees: their scope and narrowing are in the
 * query, and no more rows are read than may be sent.
 * @returns undefined where it is more
 */
export const findMissed = async (db: Db, viewer: Viewer, since: Date): Promise<Changes | undefined> => {
  const { actor } = viewer
  const { rows } = await sql<MissedChange>`
    (select 'person' as what, u.company_id, u.user_id as id, null::int as reported_id
       from app_user u join worker_state ws on ws.company_id = u.company_id and ws.user_id = u.user_id
      where ${withinScope(actor, personColumns)} and ${narrowed(viewer, 'u')} and ws.changed_at >= ${since} limit ${mostMissed + 1})
    union all
    (select 'person', u.company_id, u.user_id, null
       from condition_report r join app_user u on u.company_id = r.company_id and u.user_id = r.user_id
      where ${withinScope(actor, personColumns)} and ${narrowed(viewer, 'u')} and r.received_at >= ${since} limit ${mostMissed + 1})
    union all
    (select 'alert', a.company_id, a.alert_id, case when a.kind = 'report' then a.user_id end
       from alert a
      where ${isInScope(actor)} and ${narrowed(viewer, 'a')} and a.changed_at >= ${since} limit ${mostMissed + 1})
    union all
    (select 'device', d.company_id, d.device_id, null
       from device d join device_state s on s.company_id = d.company_id and s.device_id = d.device_id
      where ${devicesSeen(viewer)} and ${narrowed(viewer, 'd')} and s.changed_at >= ${since} limit ${mostMissed + 1})
    union all
    (select 'maps', o.company_id, o.office_id, null
       from office o
      where ${withinScope(actor, officeColumns)} and ${narrowed(viewer, 'o')} and o.maps_changed_at >= ${since} limit ${mostMissed + 1})`.execute(
    db,
  )
  const of = (what: MissedChange['what']) =>
    rows.filter((row) => row.what === what).map((row) => ({ companyId: row.company_id, id: row.id }))
  const kinds = { people: peopleOf(rows), alerts: of('alert'), devices: of('device'), maps: of('maps') }
  if (Object.values(kinds).some((found) => found.length > mostMissed)) return undefined
  return {
    people: kinds.people,
    alerts: kinds.alerts.map(({ companyId, id }) => ({ companyId, alertId: id })),
    devices: kinds.devices.map(({ companyId, id }) => ({ companyId, deviceId: id })),
    // A console that comes back reads them again.
    displays: [],
    maps: kinds.maps.map(({ companyId, id }) => ({ companyId, officeId: id })),
  }
}
