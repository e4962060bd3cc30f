import { healthSortKeys } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Shown } from '../monitoring/shown.ts'
import type { Actor } from '../platform/route.ts'
import { seesWaveLevel } from '../monitoring/health-rows.ts'

export type HealthSortKey = (typeof healthSortKeys)[number]

/** How a key sorts: by what, and which further tables (beside u, o and ws) that takes. */
type Sorting = { readonly by: RawBuilder<unknown>; readonly join?: RawBuilder<unknown> }

// Names and places by the Japanese order of kana, whatever the database's own.
const text = (column: string) => sql`${sql.ref(column)} collate "ja-x-icu"`

const joins = {
  office: sql`join office o on o.office_id = u.office_id`,
  group: sql`left join work_group g on g.group_id = u.group_id`,
  gateway: sql`left join device gateway on gateway.device_id = ws.gateway_id`,
  heat: sql`join office o on o.office_id = u.office_id left join device heat on heat.device_id = ws.wbgt_device_id`,
}

export const isHealthSortKey = (key: string): key is HealthSortKey => (healthSortKeys as readonly string[]).includes(key)

const sortingOf = (key: HealthSortKey, shown: Shown, actor: Pick<Actor, 'role'>): Sorting => {
  const whilePresent = (column: string) => sql`case when ${shown.present} then ${sql.ref(column)} end`
  switch (key) {
    case 'fullName':
      return { by: text('u.furigana') }
    case 'age':
      return { by: sql`(current_date - u.date_of_birth)` }
    case 'baseName':
      return { by: text('o.name'), join: joins.office }
    case 'groupName':
      return { by: text('g.name'), join: joins.group }
    case 'heartRate':
      return { by: sql`case when ${shown.present} and not ws.no_heart_rate then ws.heart_rate end` }
    case 'excess':
      return { by: whilePresent('ws.excess') }
    case 'wbgtValue':
      return { by: whilePresent('ws.wbgt') }
    case 'wbgtMeasurementPoint':
      return {
        by: sql`case when ${shown.present} and ws.wbgt is not null then case ws.wbgt_source when 'measured'
          then coalesce(heat.location_name, heat.serial) else concat_ws(' ', '環境省', o.public_wbgt_station) end end collate "ja-x-icu"`,
        join: joins.heat,
      }
    case 'bateryLevel':
      return { by: sql.ref('ws.battery') }
    case 'waveLevel':
      // An order would tell what the column hides.
      return { by: seesWaveLevel(actor.role) ? sql.ref('ws.signal') : sql`null::smallint` }
    case 'locationName':
      return { by: sql`coalesce(gateway.location_name, gateway.serial) collate "ja-x-icu"`, join: joins.gateway }
    case 'alertLevel':
      return { by: shown.level }
    case 'alertTime':
      return { by: sql.ref('ws.last_at') }
    case 'emergency':
      return { by: shown.emergency }
    default:
      return key satisfies never
  }
}

export type HealthOrder = { readonly key: HealthSortKey; readonly direction: 'asc' | 'desc' } | undefined

/** The slim list's order: further joins, the columns to sort by, and the order over them. */
export const orderOf = (order: HealthOrder, shown: Shown, actor: Pick<Actor, 'role'>) => {
  const steady = sql`slim.furigana collate "ja-x-icu", slim.user_id`
  if (order !== undefined) {
    const { by, join = sql`` } = sortingOf(order.key, shown, actor)
    const direction = sql.raw(order.direction)
    return { join, columns: sql`${by} as sorted`, by: sql`slim.sorted ${direction} nulls last, ${steady}` }
  }
  // One number for emergency and level: the comparison of most pairs ends at it.
  return {
    join: sql``,
    columns: sql`case when ws.emergency_since is not null then 8 else 0 end + coalesce(${shown.level} + 1, 0) as urgency,
      case when ${shown.present} then ws.excess end as sorted`,
    by: sql`slim.urgency desc, slim.sorted desc nulls last, ${steady}`,
  }
}
