import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import { together } from '../../platform/database/together.ts'
import { japanDay } from '../../platform/japan-time.ts'
import { type ClockChange, correctTimes, type SentReading } from './clocks.ts'
import { findDevices, namedDevices } from './find-devices.ts'
import { findWears, isWorn, rowsOf, sinceOf, wearsKept } from './find-wears.ts'
import { loadJudgeSettings } from './judge-settings.ts'
import type { Kept } from '../kept.ts'
import { officesOf } from './load-wears.ts'
import type { AttachedReading, ReceivedReading } from '../reading.ts'
import { MastersChanged } from './masters-changed.ts'
import { type AskedRows, readVersions, type RowVersions } from './row-versions.ts'
import { type LeftPlace, takeBack } from './take-back.ts'

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

/** The versions of rows once clocks are locked: somebody may have changed them while the batch waited. */
const versionsAnew = async (client: PoolClient, companyId: number, rows: AskedRows, sent: readonly SentReading[]): Promise<RowVersions> => {
  const devices = new Map(sent.map(({ device }) => [device.device_id, device]))
  const versions = await readVersions(client, companyId, { ...rows, deviceIds: [...devices.keys()] })
  for (const { device_id: deviceId, version } of devices.values())
    if (versions.devices.get(deviceId) !== version) throw new MastersChanged('a device')
  return versions
}

/**
 * Links readings of one company to their device, the gateway that sent them, and whoever wore the device at the
 * reading's time, which is corrected where the device's clock is wrong. A device that the sender's own office does not
 * have comes back as unknown, whoever else may own it. What is stored already and was placed wrongly comes again.
 * @param retentionMs how long readings are kept
 * @throws MastersChanged where a device was changed while the batch waited for a clock
 */
export const attach = async (
  client: PoolClient,
  log: Logger,
  kept: Pick<Kept, 'devices' | 'wears'>,
  companyId: number,
  received: readonly ReceivedReading[],
  retentionMs: number,
): Promise<Attached> => {
  const named = namedDevices(kept.devices, received)
  const since = sinceOf(received, retentionMs)
  const worn = wearsKept(kept.wears, named.known)
  const rows = rowsOf(named.known, worn, since)
  const asked = readVersions(client, companyId, rows)
  const [devices, versions, settings] = await together([
    findDevices(client, kept.devices, companyId, named, asked),
    asked,
    loadJudgeSettings(client, log, officesOf(companyId, [...received.map(({ officeId }) => officeId), ...rows.officeIds])),
  ])
  const sent: SentReading[] = []
  const unknown: ReceivedReading[] = []
  for (const reading of received) {
    const device = devices.senderOf(reading)
    if (device === undefined) unknown.push(reading)
    else sent.push({ reading, device, gatewayId: devices.gatewayOf(reading)?.device_id ?? null, movedFrom: null })
  }
  const { times, clocks, corrected, locked } = await correctTimes(client, companyId, sent, retentionMs)
  const { left, ...again } = await takeBack(client, companyId, clocks, retentionMs)
  const latest = locked ? await versionsAnew(client, companyId, rows, sent) : versions
  // First, since people were told of these: one that came again with this batch is the repeat.
  sent.unshift(...again.sent.map((one) => withValuesOf(sent, one)))
  times.unshift(...again.times)
  const wears = await findWears(
    client,
    log,
    kept.wears,
    companyId,
    {
      deviceIds: [...new Set(sent.flatMap(({ device }) => (isWorn(device) ? [device.device_id] : [])))],
      times: times.filter((at) => at !== null),
    },
    { worn, versions: latest, since, settings, day: japanDay(new Date(received[0]?.receivedAt ?? 0)) },
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
