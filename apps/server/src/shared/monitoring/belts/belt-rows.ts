import type { BeltRow, BeltState, Role } from '@mimamori/contract'
import { sql } from 'kysely'
import { tenantsOf } from '../../organisation/tenant-filter.ts'
import type { DeviceKey } from '../../organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import { beltShownAt, joinedBelt } from './belt-shown.ts'
import { seesWaveLevel } from '../workers/health-rows.ts'
import type { Owner } from '../workers/owner.ts'

/** A belt's row with its owner: the group and the person are those of its wearer. */
export type OwnedBeltRow = { readonly row: BeltRow; readonly owner: Owner }

type Selected = {
  device_id: number
  serial: string
  company_id: number
  office_id: number
  base_name: string
  user_id: number | null
  full_name: string | null
  group_id: number | null
  group_name: string | null
  hook: 0 | 1 | null
  state: BeltState
  current: boolean
  battery: number | null
  slave_battery: number | null
  signal: number | null
  location_name: string | null
  reference_pressure: number | null
  altitude_cm: number | null
  accuracy: number | null
  setting_altitude: number
  last_at: Date | null
  alert_since: Date | null
}

/** A hundredth of a metre of height or of a hectopascal is less than any of the sensors can measure. */
const inHundreds = (value: number | null) => (value === null ? null : Math.round(value) / 100)

const toRow = (selected: Selected): BeltRow => ({
  deviceId: selected.device_id,
  serialNumber: selected.serial,
  userId: selected.user_id,
  fullName: selected.full_name,
  officeId: selected.office_id,
  baseName: selected.base_name,
  groupId: selected.group_id,
  groupName: selected.group_name,
  situation: selected.hook === null ? null : selected.hook === 1 ? '1' : '0',
  state: selected.state,
  status: selected.current ? '' : '0',
  bateryLevel: selected.battery,
  slaveBateryLevel: selected.slave_battery,
  waveLevel: selected.signal,
  locationName: selected.location_name,
  referenceAirPressure: inHundreds(selected.reference_pressure),
  altitude: inHundreds(selected.altitude_cm),
  accuracy: selected.accuracy,
  settingAltitude: selected.setting_altitude,
  alertTime: toJapanIsoOrNull(selected.last_at),
  alertSince: toJapanIsoOrNull(selected.alert_since),
})

/** The row as a role may see it. */
export const beltRowFor = (role: Role, row: BeltRow): BeltRow =>
  seesWaveLevel(role) || row.waveLevel === null ? row : { ...row, waveLevel: null }

/** Rows of the belts among these devices as of `now`, in the order given. The caller has checked the scope, or does so with `owner`. */
export const readBeltRows = async (db: Db, keys: readonly DeviceKey[], now: Date): Promise<OwnedBeltRow[]> => {
  if (keys.length === 0) return []
  // On a cluster each subquery must be seen to ask the nodes of these companies alone.
  const tenant = tenantsOf(keys)
  const shown = beltShownAt(now, tenant)
  const { rows } = await sql<Selected>`
    select d.device_id, d.serial, d.company_id, d.office_id, o.name as base_name, u.user_id, u.full_name, u.group_id,
           (select g.name from work_group g where g.company_id = u.company_id and ${tenant('g')} and g.group_id = u.group_id) as group_name,
           s.hook, ${shown.state} as state, coalesce(${shown.current}, false) as current, s.battery, s.slave_battery, s.signal,
           (select coalesce(gateway.location_name, gateway.serial) from device gateway
             where gateway.company_id = s.company_id and ${tenant('gateway')} and gateway.device_id = s.gateway_id) as location_name,
           ${shown.referencePressure} as reference_pressure, s.altitude_cm, ${shown.accuracy} as accuracy,
           ${shown.settingAltitude} as setting_altitude, s.last_at, ${shown.alertSince} as alert_since
      from unnest(${keys.map(({ companyId }) => companyId)}::int[], ${keys.map(({ deviceId }) => deviceId)}::int[])
           with ordinality as wanted (company_id, device_id, place)
      join device d on d.company_id = wanted.company_id and ${tenant('d')} and d.device_id = wanted.device_id and d.kind = 'belt'
      ${joinedBelt}
     order by wanted.place`.execute(db)
  return rows.map((selected) => ({
    row: toRow(selected),
    owner: { companyId: selected.company_id, officeId: selected.office_id, groupId: selected.group_id, userId: selected.user_id },
  }))
}
