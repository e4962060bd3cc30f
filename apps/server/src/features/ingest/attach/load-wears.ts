import { type BeltSettings, DEFAULT_BELT_SETTINGS } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import { arrayOf, instantOf } from '../../../platform/database/columns.ts'
import { judgedPersonColumns, type JudgedPersonRow, type JudgeSettings, loadJudgeSettings, workerSettingsOf } from '../judge-settings.ts'
import type { Wear } from '../reading.ts'
import { type CachedWear, type DeviceWears, settingsKeysOf } from '../row-cache/wear-cache.ts'

type WearRow = JudgedPersonRow & {
  device_id: number
  wear_id: number
  user_id: number
  group_id: number | null
  worn_from: Date
  worn_to: Date | null
  office_id: number
  withdrawn: boolean
  check_altitude: boolean | null
  setting_altitude: number | null
  height_altitude: number | null
  on_waiting_minutes: number | null
  version: string
  wearer_version: string
  office_version: string
  group_version: string | null
  belt_version: string | null
}

// The product makes no two wears of a device that overlap, but an operator's correction may. Then the one that began last counts.
const wearsOfDevices = {
  name: 'ingest-wears',
  text: `
    select w.device_id, w.wear_id, w.user_id, u.group_id, w.worn_from, w.worn_to, u.office_id,
           u.consent_withdrawn_at is not null as withdrawn, ${judgedPersonColumns},
           b.check_altitude, b.setting_altitude, b.height_altitude, b.on_waiting_minutes,
           w.xmin as version, u.xmin as wearer_version, o.xmin as office_version, g.xmin as group_version, b.xmin as belt_version
      from wear w
      join app_user u on u.company_id = w.company_id and u.user_id = w.user_id
      join office o on o.company_id = u.company_id and o.office_id = u.office_id
      left join work_group g on g.company_id = u.company_id and g.group_id = u.group_id
      left join belt_setting b on b.company_id = w.company_id and b.device_id = w.device_id
     where w.company_id = $1 and w.device_id = any($2::int[]) and (w.worn_to is null or w.worn_to > $3)
     order by w.worn_from desc, w.wear_id desc`,
}

const beltSettingsOf = (row: WearRow): BeltSettings =>
  row.setting_altitude === null || row.height_altitude === null
    ? DEFAULT_BELT_SETTINGS
    : {
        checkAltitude: row.check_altitude === false ? 0 : 1,
        settingAltitudeCm: row.setting_altitude,
        heightAltitudeCm: row.height_altitude,
        onWaitingMinutes: row.on_waiting_minutes ?? DEFAULT_BELT_SETTINGS.onWaitingMinutes,
      }

/** One value for all that are equal: thousands of wears are cached, and most people of a site are judged by the same few settings. */
const createSharing = () => {
  const known = new Map<string, unknown>()
  return <Value>(value: Value): Value => {
    const name = JSON.stringify(value)
    if (!known.has(name)) known.set(name, value)
    return known.get(name) as Value
  }
}

const wearOf = (row: WearRow, judge: JudgeSettings, day: string, share: ReturnType<typeof createSharing>): Wear => {
  const { settings, exposureWbgt } = workerSettingsOf(row, judge, day)
  return {
    wearId: row.wear_id,
    userId: row.user_id,
    officeId: row.office_id,
    groupId: row.group_id,
    wornFrom: row.worn_from.getTime(),
    wornTo: row.worn_to?.getTime() ?? Number.POSITIVE_INFINITY,
    settings: share(settings),
    exposureWbgt,
    beltSettings: beltSettingsOf(row),
  }
}

/**
 * Reads the wears of devices that have not ended by a time: of each device the wear that began last comes first.
 * @param from epoch ms
 * @param day in Japan for which ages are counted, YYYY-MM-DD
 */
export const loadWears = async (
  client: PoolClient,
  log: Logger,
  companyId: number,
  { deviceIds, from, day }: { readonly deviceIds: readonly number[]; readonly from: number; readonly day: string },
): Promise<DeviceWears[]> => {
  if (deviceIds.length === 0) return []
  const { rows } = await client.query<WearRow>({ ...wearsOfDevices, values: [companyId, arrayOf(deviceIds, (id) => id), instantOf(from)] })
  const officeIds = new Set(rows.map((row) => row.office_id))
  const settings = await loadJudgeSettings(
    client,
    log,
    [...officeIds].map((officeId) => ({ companyId, officeId })),
  )
  const settingsKeys = settingsKeysOf(settings)
  const ofDevices = Map.groupBy(rows, (row) => row.device_id)
  const share = createSharing()
  return deviceIds.map((deviceId) => {
    const wears = (ofDevices.get(deviceId) ?? []).flatMap((row): CachedWear[] => {
      const [judge, settingsKey] = [settings.get(row.office_id), settingsKeys.get(row.office_id)]
      if (judge === undefined || settingsKey === undefined) return []
      const versions = {
        version: share(row.version),
        wearerVersion: share(row.wearer_version),
        officeVersion: share(row.office_version),
        groupVersion: share(row.group_version),
        beltVersion: share(row.belt_version),
      }
      return [{ wear: wearOf(row, judge, day, share), withdrawn: row.withdrawn, settingsKey, ...versions }]
    })
    return { deviceId, from, day, wears }
  })
}
