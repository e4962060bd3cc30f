import { type RawBuilder, sql } from 'kysely'
import type { TenantFilter } from '../../organisation/tenant-filter.ts'

/** SQL: what other tables say of a person (`u`) and their state (`ws`), and the joins that it takes. */
export type NamesBeside = {
  readonly joins: RawBuilder<unknown>
  readonly groupName: RawBuilder<string | null>
  readonly restingSince: RawBuilder<Date | null>
  /** The place or the serial of the watcher that their heat is of. */
  readonly watcherPlace: RawBuilder<string | null>
  /** The place or the serial of their last gateway, and its map. */
  readonly gatewayPlace: RawBuilder<string | null>
  readonly gatewayMap: RawBuilder<number | null>
  readonly deviceType: RawBuilder<string | null>
}

/** By a look-up of each: joins would cost the planner twice as much as the whole reading of a page. */
export const namesOfFew = (tenant: TenantFilter): NamesBeside => {
  const ofDevice = <Value>(value: RawBuilder<Value>, column: string) => sql<Value>`
    (select ${value} from device d where d.company_id = ws.company_id and ${tenant('d')} and d.device_id = ${sql.ref(`ws.${column}`)})`
  const place = sql<string | null>`coalesce(d.location_name, d.serial)`
  return {
    joins: sql``,
    groupName: sql`(select g.name from work_group g where g.company_id = u.company_id and ${tenant('g')} and g.group_id = u.group_id)`,
    restingSince: sql`
      (select r.began_at from rest r where r.company_id = u.company_id and ${tenant('r')} and r.user_id = u.user_id and r.ended_at is null)`,
    watcherPlace: ofDevice(place, 'wbgt_device_id'),
    gatewayPlace: ofDevice(place, 'gateway_id'),
    gatewayMap: ofDevice(sql.ref('d.map_id'), 'gateway_id'),
    deviceType: ofDevice(sql`d.type::text`, 'device_id'),
  }
}

/** By joins, of thousands of people: they share a few hundred groups, gateways and watchers, and few of them rest. */
export const namesOfMany = (tenant: TenantFilter): NamesBeside => ({
  joins: sql`
    left join work_group g on g.company_id = u.company_id and ${tenant('g')} and g.group_id = u.group_id
    left join rest r on r.company_id = u.company_id and ${tenant('r')} and r.user_id = u.user_id and r.ended_at is null
    left join device watcher on watcher.company_id = ws.company_id and ${tenant('watcher')} and watcher.device_id = ws.wbgt_device_id
    left join device gateway on gateway.company_id = ws.company_id and ${tenant('gateway')} and gateway.device_id = ws.gateway_id
    left join device tag on tag.company_id = ws.company_id and ${tenant('tag')} and tag.device_id = ws.device_id`,
  groupName: sql.ref('g.name'),
  restingSince: sql.ref('r.began_at'),
  watcherPlace: sql`coalesce(watcher.location_name, watcher.serial)`,
  gatewayPlace: sql`coalesce(gateway.location_name, gateway.serial)`,
  gatewayMap: sql.ref('gateway.map_id'),
  deviceType: sql`tag.type::text`,
})
