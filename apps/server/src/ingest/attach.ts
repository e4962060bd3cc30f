import { ageForLimits, type BeltSettings, DEFAULT_BELT_SETTINGS, heartLimits } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import { heatBasisOfRow, heatLayerColumns, type HeatLayerRow } from '../organisation/heat-layers.ts'
import type { OfficeKey } from '../organisation/keys.ts'
import { together } from '../platform/together.ts'
import { japanDay } from '../platform/japan-time.ts'
import { arrayOf, instantOf } from '../platform/columns.ts'
import { type ClockChange, correctTimes, type SentReading } from './clocks.ts'
import { findDevices } from './find-devices.ts'
import type { KeptDevices } from './kept-devices.ts'
import type { AttachedReading, ReceivedReading, Wear } from './reading.ts'
import { type LeftPlace, takeBack } from './take-back.ts'
import { type JudgeSettings, loadJudgeSettings } from './judge-settings.ts'

type WearRow = HeatLayerRow & {
  device_id: number
  wear_id: number
  user_id: number
  group_id: number | null
  worn_from: Date
  worn_to: Date | null
  office_id: number
  date_of_birth: string | null
  check_altitude: boolean | null
  setting_altitude: number | null
  height_altitude: number | null
  on_waiting_minutes: number | null
}

// Whoever withdrew consent is no longer judged: their device's readings belong to nobody.
const wearsOfDevices = {
  name: 'ingest-wears',
  text: `
    select w.device_id, w.wear_id, w.user_id, u.group_id, w.worn_from, w.worn_to, u.office_id,
           u.date_of_birth, ${heatLayerColumns},
           b.check_altitude, b.setting_altitude, b.height_altitude, b.on_waiting_minutes
      from wear w
      join app_user u on u.company_id = w.company_id and u.user_id = w.user_id
      join office o on o.company_id = u.company_id and o.office_id = u.office_id
      left join work_group g on g.company_id = u.company_id and g.group_id = u.group_id
      left join belt_setting b on b.company_id = w.company_id and b.device_id = w.device_id
     where w.company_id = $1 and w.device_id = any($2::int[])
       and w.worn_from <= $4 and (w.worn_to is null or w.worn_to > $3)
       and u.consent_withdrawn_at is null`,
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

const wearOf = (row: WearRow, judge: JudgeSettings, day: string): Wear => {
  const { referenceWbgt, clothingAdjustment, exposureWbgt } = heatBasisOfRow(row, day)
  return {
    wearId: row.wear_id,
    userId: row.user_id,
    officeId: row.office_id,
    groupId: row.group_id,
    wornFrom: row.worn_from.getTime(),
    wornTo: row.worn_to?.getTime() ?? Number.POSITIVE_INFINITY,
    settings: { ...judge, referenceWbgt, clothingAdjustment, limits: heartLimits(ageForLimits(row.date_of_birth, day).ageYears) },
    exposureWbgt,
    beltSettings: beltSettingsOf(row),
  }
}

const officesOf = (companyId: number, officeIds: readonly number[]): OfficeKey[] =>
  [...new Set(officeIds)].map((officeId) => ({ companyId, officeId }))

type Worn = { readonly deviceIds: readonly number[]; readonly times: readonly number[]; readonly receivedAt: number }

/** Who wore the devices at any of the times, by device. */
const loadWears = async (
  client: PoolClient,
  log: Logger,
  companyId: number,
  { deviceIds, times, receivedAt }: Worn,
  settings: Map<number, JudgeSettings>,
): Promise<Map<number, Wear[]>> => {
  const wears = new Map<number, Wear[]>()
  if (deviceIds.length === 0 || times.length === 0) return wears
  const { rows } = await client.query<WearRow>({
    ...wearsOfDevices,
    values: [
      companyId,
      arrayOf(deviceIds, (id) => id),
      instantOf(times.reduce((a, b) => Math.min(a, b))),
      instantOf(times.reduce((a, b) => Math.max(a, b))),
    ],
  })
  const missing = rows.map((row) => row.office_id).filter((officeId) => !settings.has(officeId))
  const all =
    missing.length === 0 ? settings : new Map([...settings, ...(await loadJudgeSettings(client, log, officesOf(companyId, missing)))])
  const day = japanDay(new Date(receivedAt))
  for (const row of rows) {
    const judge = all.get(row.office_id)
    if (judge === undefined) continue
    const list = wears.get(row.device_id)
    const wear = wearOf(row, judge, day)
    if (list === undefined) wears.set(row.device_id, [wear])
    else list.push(wear)
  }
  return wears
}

export type Attached = {
  readonly readings: AttachedReading[]
  readonly unknown: ReceivedReading[]
  /** Past the retention by their corrected times. */
  readonly tooOld: ReceivedReading[]
  readonly clocks: ClockChange[]
  /** Where readings stood that are among these again, since their device's clock turned out to be wrong. */
  readonly left: LeftPlace[]
}

/**
 * A reading that was taken back, with what it brings where it came again with this batch: the heart rate of one that
 * nobody seemed to wear was not stored.
 */
const withValuesOf = (received: readonly SentReading[], stored: SentReading): SentReading => {
  const { at, call, officeId, receivedAt, index } = stored.reading
  const same = received.find(
    ({ device, reading }) => device.device_id === stored.device.device_id && reading.at === at && reading.call === call,
  )
  return same === undefined ? stored : { ...stored, reading: { ...same.reading, officeId, receivedAt, index } }
}

/**
 * Links readings of one company to their device, the gateway that sent them, and whoever wore the device at the
 * reading's time, which is corrected where the device's clock is wrong. A device that the sender's own office does not
 * have comes back as unknown, whoever else may own it. What is stored already and was placed wrongly comes again.
 * @param retentionMs how long readings are kept
 */
export const attach = async (
  client: PoolClient,
  log: Logger,
  kept: KeptDevices,
  companyId: number,
  received: readonly ReceivedReading[],
  retentionMs: number,
): Promise<Attached> => {
  const officeIds = received.map((reading) => reading.officeId)
  const [devices, settings] = await together([
    findDevices(client, kept, companyId, received),
    loadJudgeSettings(client, log, officesOf(companyId, officeIds)),
  ])
  const sent: SentReading[] = []
  const unknown: ReceivedReading[] = []
  for (const reading of received) {
    const device = devices.senderOf(reading)
    if (device === undefined) unknown.push(reading)
    else sent.push({ reading, device, gatewayId: devices.gatewayOf(reading)?.device_id ?? null, movedFrom: null })
  }
  const { times, clocks, corrected } = await correctTimes(client, companyId, sent, retentionMs)
  const { left, ...again } = await takeBack(client, companyId, clocks)
  // First, since people were told of these: one that came again with this batch is the repeat.
  sent.unshift(...again.sent.map((one) => withValuesOf(sent, one)))
  times.unshift(...again.times)
  const worn = sent.filter(({ device: { kind } }) => kind === 'vital' || kind === 'belt')
  const wears = await loadWears(
    client,
    log,
    companyId,
    {
      deviceIds: [...new Set(worn.map(({ device }) => device.device_id))],
      times: times.filter((at) => at !== null),
      receivedAt: received[0]?.receivedAt ?? 0,
    },
    settings,
  )
  const readings: AttachedReading[] = []
  const tooOld: ReceivedReading[] = []
  for (const [index, { reading, device, gatewayId, movedFrom }] of sent.entries()) {
    const at = times[index] ?? null
    if (at === null) {
      tooOld.push(reading)
      continue
    }
    readings.push({
      ...reading,
      at,
      source: reading,
      wasClockWrong: corrected.has(device.device_id),
      deviceId: device.device_id,
      movedFrom,
      linkedDeviceId: device.linked_device_id,
      altitudeOffsetCm: device.altitude_offset_cm,
      gatewayId,
      wear: wears.get(device.device_id)?.find(({ wornFrom, wornTo }) => wornFrom <= at && at < wornTo) ?? null,
    })
  }
  return { readings, unknown, tooOld, clocks, left }
}
