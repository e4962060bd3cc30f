import { type BeltRow, beltStates } from '@mimamori/contract'
import { sql } from 'kysely'
import type { BeltShown } from '../../shared/monitoring/belts/belt-shown.ts'
import { seesWaveLevel } from '../../shared/monitoring/workers/health-rows.ts'
import { ascending, japanese, type ListOrders, type SortKey } from '../../platform/database/list-order.ts'
import type { Actor } from '../../platform/http/route.ts'

/** What is shown of a belt at the moment of asking, and to whom. */
type Given = [shown: BeltShown, role: Actor['role']]

// Sorted by its reading, not by its characters.
const furigana = japanese('u.furigana')
const serial = japanese('d.serial')
const urgency = ({ state }: BeltShown) => sql`array_position(${[...beltStates]}::text[], ${state})`

const keys = {
  deviceId: sql.ref('d.device_id'),
  serialNumber: serial,
  userId: sql.ref('u.user_id'),
  fullName: furigana,
  officeId: sql.ref('d.office_id'),
  baseName: japanese('o.name'),
  groupId: sql.ref('u.group_id'),
  groupName: { by: japanese('g.name'), join: sql`left join work_group g on g.company_id = u.company_id and g.group_id = u.group_id` },
  situation: sql.ref('s.hook'),
  state: urgency,
  status: ({ current }) => sql`coalesce(${current}, false)`,
  bateryLevel: sql.ref('s.battery'),
  slaveBateryLevel: sql.ref('s.slave_battery'),
  // Sorting would reveal what the column hides.
  waveLevel: (_shown, role) => (seesWaveLevel(role) ? sql.ref('s.signal') : sql`null::smallint`),
  locationName: {
    by: sql`coalesce(gateway.location_name, gateway.serial) collate "ja-x-icu"`,
    join: sql`left join device gateway on gateway.company_id = s.company_id and gateway.device_id = s.gateway_id`,
  },
  referenceAirPressure: ({ referencePressure }) => referencePressure,
  altitude: sql.ref('s.altitude_cm'),
  accuracy: ({ accuracy }) => accuracy,
  settingAltitude: ({ settingAltitude }) => settingAltitude,
  alertTime: sql.ref('s.last_at'),
  alertSince: ({ alertSince }) => alertSince,
} satisfies Record<keyof BeltRow, SortKey<Given>>

/** By how urgently somebody is needed unless asked otherwise; of alerts the oldest first. */
export const beltOrders: ListOrders<Given> = {
  resource: 'safetyBelt',
  keys,
  standard: (shown) => [...ascending(urgency(shown), keys.alertSince(shown))],
  tieBreaker: ascending(furigana, serial, sql.ref('d.device_id')),
}
