import { dayMs } from '@mimamori/contract/day'
import { japanDay } from '../../../platform/japan-time.ts'
import { measuredText } from '../measured-values.ts'
import type { LeftPlace } from '../model.ts'
import type { AttachedReading, ReceivedReading } from '../reading.ts'
import type { UsedRows } from '../row-cache/confirm-rows.ts'
import type { CachedWear, DeviceWears } from '../row-cache/wear-cache.ts'
import type { BatchTransaction } from '../transaction.ts'
import { type ClockChange, correctTimes, type SentReading } from './clocks.ts'
import { type Devices, findDevices } from './find-devices.ts'
import { findWears, isWorn } from './find-wears.ts'
import { takeBack } from './take-back.ts'

export type Attached = {
  readonly readings: AttachedReading[]
  readonly unknown: ReceivedReading[]
  /** Readings, of registered devices and of others, that came by a gateway which is not registered at their sender's site. */
  readonly byUnknownGateway: ReceivedReading[]
  /** Past the retention by their corrected times. */
  readonly tooOld: ReceivedReading[]
  readonly clocks: ClockChange[]
  /** The former places of stored readings that are among these again, since their device's clock turned out to be wrong. */
  readonly left: LeftPlace[]
  /** The rows of master data by which this was found; they are confirmed once the batch holds its locks. */
  readonly used: UsedRows
}

/**
 * A reading that was taken back from the table, completed by the same reading where it came again with this batch: the heart rate of
 * a reading without a wearer was not stored.
 */
const withValuesOf = (received: readonly SentReading[], stored: SentReading): SentReading => {
  const { at, call, alarm, officeId, receivedAt, index } = stored.reading
  const values = measuredText(stored.device.kind, { ...stored.reading, alarm: null })
  const same = received.find(
    ({ device, reading }) =>
      device.device_id === stored.device.device_id &&
      reading.at === at &&
      reading.call === call &&
      reading.alarm === alarm &&
      (values === '' || values === measuredText(device.kind, { ...reading, alarm: null })),
  )
  return same === undefined ? stored : { ...stored, reading: { ...same.reading, officeId, receivedAt, index } }
}

type BySender = { readonly sent: SentReading[]; readonly unknown: ReceivedReading[]; readonly byUnknownGateway: ReceivedReading[] }

/** Splits readings into those of devices that their sender's company has, and the others. */
export const bySender = (received: readonly ReceivedReading[], devices: Devices): BySender => {
  const sent: SentReading[] = []
  const unknown: ReceivedReading[] = []
  const byUnknownGateway: ReceivedReading[] = []
  for (const reading of received) {
    const device = devices.senderOf(reading)
    // The people of a site name no gateway of another one.
    const isAtHome = device === undefined || device.office_id === reading.officeId
    const gateway = isAtHome ? devices.gatewayOf(reading) : undefined
    if (isAtHome && gateway === undefined && reading.gateway !== null) byUnknownGateway.push(reading)
    if (device === undefined) unknown.push(reading)
    else sent.push({ reading, device, gatewayId: gateway?.device_id ?? null, movedFrom: null })
  }
  return { sent, unknown, byUnknownGateway }
}

const wearsAt = (worn: DeviceWears | undefined, at: number): CachedWear[] =>
  worn?.wears.filter(({ wear }) => wear.wornFrom <= at && at < wear.wornTo) ?? []

/** A reading with its device and its wearer, at its corrected time (epoch ms). */
export const attachedReading = (
  { reading, device, gatewayId, movedFrom }: SentReading,
  at: number,
  clock: { readonly wasWrong: boolean; readonly isSuspected: boolean },
  worn: DeviceWears | undefined,
): AttachedReading => {
  const then = wearsAt(worn, at)
  const wear = then.find(({ withdrawn }) => !withdrawn)?.wear ?? null
  return {
    ...reading,
    // One that came with the key of another office is of the device's own; one taken back stays where it was stored.
    officeId: movedFrom === null ? device.office_id : reading.officeId,
    at,
    source: reading,
    wasClockWrong: clock.wasWrong,
    keepsHeartRate: clock.isSuspected && then.length === 0 && wearsAt(worn, reading.receivedAt).some(({ withdrawn }) => !withdrawn),
    isEstimated: false,
    deviceId: device.device_id,
    movedFrom,
    linkedDeviceId: device.linked_device_id,
    altitudeOffsetCm: device.altitude_offset_cm,
    gatewayId,
    wear,
  }
}

/**
 * Links readings of one company to their device, the gateway that sent them, and the worker who wore the device at the
 * reading's time, which is corrected where the device's clock is wrong. A device that the sender's company does not
 * have comes back as unknown, as does one that nobody wears or carries and that another office has. What is stored already and was placed wrongly comes again.
 */
export const attachReadings = async (
  { client, context, companyId, cache }: BatchTransaction,
  received: readonly ReceivedReading[],
): Promise<Attached> => {
  const retentionMs = context.config.retentionDays * dayMs
  const devices = await findDevices(client, cache, companyId, received)
  const { sent, unknown, byUnknownGateway } = bySender(received, devices)
  const { times, clocks, corrected, suspected } = await correctTimes(client, companyId, sent, retentionMs)
  const { left, ...again } = await takeBack(client, companyId, clocks, retentionMs)
  // First, since people were notified of these: one that came again with this batch is the repeat.
  sent.unshift(...again.sent.map((one) => withValuesOf(sent, one)))
  times.unshift(...again.times)
  const receivedAt = received[0]?.receivedAt ?? 0
  const since = times.reduce<number | null>((least, at) => (at === null || (least !== null && least <= at) ? least : at), null)
  const deviceIds = since === null ? [] : [...new Set(sent.flatMap(({ device }) => (isWorn(device) ? [device.device_id] : [])))]
  const usedSince = since ?? receivedAt
  const wears = await findWears(client, context.log, cache.wears, companyId, {
    deviceIds,
    since: usedSince,
    day: japanDay(new Date(receivedAt)),
  })
  const wearsOf = new Map(wears.map((one) => [one.deviceId, one]))
  const readings: AttachedReading[] = []
  const tooOld: ReceivedReading[] = []
  for (const [index, one] of sent.entries()) {
    const at = times[index] ?? null
    const { device_id: deviceId } = one.device
    if (at === null) tooOld.push(one.reading)
    else {
      const clock = { wasWrong: corrected.has(deviceId), isSuspected: suspected.has(deviceId) }
      readings.push(attachedReading(one, at, clock, wearsOf.get(deviceId)))
    }
  }
  return {
    readings,
    unknown,
    byUnknownGateway,
    tooOld,
    clocks,
    left,
    used: { devices: devices.all, supposedRight: devices.supposedRight, wears, since: usedSince },
  }
}
