import type { HealthRow, healthSortKeys } from '@mimamori/contract'
import { sql } from 'kysely'
import { seesOwnMeasure } from '../../shared/monitoring/workers/owner.ts'
import { seesWaveLevel } from '../../shared/monitoring/workers/health-rows.ts'
import type { ShownCondition } from '../../shared/monitoring/workers/shown.ts'
import { ascending, japanese, type ListOrders, type SortKey } from '../../platform/database/list-order.ts'
import type { Actor } from '../../platform/http/route.ts'

/** What is shown of a worker's state at the moment of asking, and to whom. */
type Given = [shown: ShownCondition, role: Actor['role']]

const office = sql`join office o on o.company_id = u.company_id and o.office_id = u.office_id`
const gateway = sql`left join device gateway on gateway.company_id = ws.company_id and gateway.device_id = ws.gateway_id`
const whilePresent = (column: string) => (shown: ShownCondition) => sql`case when ${shown.present} then ${sql.ref(column)} end`

/** What the list can be sorted by: the row's fields except its lists and its texts. */
const keys = {
  userId: sql.ref('u.user_id'),
  furigana: sql.ref('u.place'),
  officeId: sql.ref('u.office_id'),
  groupId: sql.ref('u.group_id'),
  // Sorted by its reading, not by its characters.
  fullName: sql.ref('u.place'),
  age: sql`(current_date - u.date_of_birth)`,
  baseName: { by: japanese('o.name'), join: office },
  groupName: { by: japanese('g.name'), join: sql`left join work_group g on g.company_id = u.company_id and g.group_id = u.group_id` },
  heartJudged: sql.ref('u.heart_judged'),
  heartRate: (shown) => sql`case when ${shown.present} and not ws.no_heart_rate then ws.heart_rate end`,
  excess: whilePresent('ws.excess'),
  wbgtValue: whilePresent('ws.wbgt'),
  wbgtSource: (shown) => sql`case when ${shown.present} and ws.wbgt is not null then ws.wbgt_source end`,
  wbgtMeasurementPoint: (shown) => ({
    by: sql`case when ${shown.present} and ws.wbgt is not null then case when ws.wbgt_source in ('measured', 'estimated')
      then coalesce(heat.location_name, heat.serial) else concat_ws(' ', '環境省', o.public_wbgt_station) end end collate "ja-x-icu"`,
    // Outer joins alone: a cluster of databases takes no inner one behind them.
    join: sql`left join device heat on heat.company_id = ws.company_id and heat.device_id = ws.wbgt_device_id
      left ${office}`,
  }),
  bateryLevel: sql.ref('ws.battery'),
  // Sorting would reveal what the column hides.
  waveLevel: (_shown, role) => (seesWaveLevel(role) ? sql.ref('ws.signal') : sql`null::smallint`),
  locationName: { by: sql`coalesce(gateway.location_name, gateway.serial) collate "ja-x-icu"`, join: gateway },
  mapId: { by: sql.ref('gateway.map_id'), join: gateway },
  deviceType: {
    by: sql.ref('worn.type'),
    join: sql`left join device worn on worn.company_id = ws.company_id and worn.device_id = ws.device_id`,
  },
  alertLevel: (shown) => shown.level,
  personalLevel: (shown) => shown.personalLevel,
  ownMean: (_shown, role) => (seesOwnMeasure(role) ? sql.ref('ws.own_mean') : sql`null::real`),
  ownPeak: (_shown, role) => (seesOwnMeasure(role) ? sql.ref('ws.own_peak') : sql`null::real`),
  ownShifts: (_shown, role) => (seesOwnMeasure(role) ? sql.ref('ws.own_shifts') : sql`null::smallint`),
  strainedAt: (shown, role) => (seesOwnMeasure(role) ? sql`case when ${shown.present} then ws.strained_at end` : sql`null::timestamptz`),
  heatMinutesToday: (shown) => sql`case when ${shown.current} then ws.heat_minutes_today end`,
  heatMinutesOnEnd: (shown) => sql`case when ${shown.current} then ws.heat_minutes_on_end end`,
  heatMinutesLongest: (shown) => sql`case when ${shown.current} then ws.heat_minutes_longest end`,
  // Joined, since a cluster of databases takes no subquery that depends on the row in an order.
  resting: {
    by: sql.ref('resting.began_at'),
    join: sql`left join rest resting on resting.company_id = u.company_id and resting.user_id = u.user_id and resting.ended_at is null`,
  },
  attention: (_shown, role) => (seesOwnMeasure(role) ? sql.ref('u.attention') : sql`null::boolean`),
  reportedAt: sql.ref('u.is_reported'),
  levelSince: (shown) => shown.levelSince,
  alertTime: sql.ref('ws.last_at'),
  emergency: (shown) => shown.emergency,
  alarm: sql.ref('ws.alarm_kind'),
  emergencySince: sql`least(ws.emergency_since, ws.alarm_since)`,
  status: (shown) => sql`case when ${shown.current} is not true then '0' when ws.no_heart_rate then '1' else '' end`,
  hideData: (shown) => sql`(${shown.present} is not true)`,
} satisfies Record<(typeof healthSortKeys)[number], SortKey<Given>> & Partial<Record<keyof HealthRow, SortKey<Given>>>

/** By emergency, open report, personal level, total level and excess unless asked otherwise. The tables are `u`, as `peopleOf` makes it, and, outer-joined, `ws`. */
export const healthOrders: ListOrders<Given> = {
  resource: 'healthCondition',
  keys,
  standard: (shown) => [
    {
      // They make one number, which decides most comparisons; no excess comes near a step of it. A personal level that is not known
      // comes between 1 and 0.
      by: sql`case when ${shown.present} or u.is_reported then
          case when ${shown.emergency} then 200000 when u.is_reported then 100000 else 0 end
        + coalesce(${shown.personalLevel} * 20000, 10000) + coalesce(${shown.level} + 1, 0) * 1000
        + coalesce(case when ${shown.present} then ws.excess::float8 end, -500) end`,
      direction: 'desc',
      nullsLast: true,
    },
  ],
  tieBreaker: ascending(sql.ref('u.place'), sql.ref('u.user_id')),
}
