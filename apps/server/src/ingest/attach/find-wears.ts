import type { ReadingKind } from '@mimamori/contract'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { JudgeSettings } from './judge-settings.ts'
import type { RegisteredDevice } from './kept-devices.ts'
import { type DeviceWears, isAsKept, type KeptWears, stampsOf, wearsSince } from './kept-wears.ts'
import { loadWears } from './load-wears.ts'
import type { ReceivedReading, Wear } from '../reading.ts'
import type { AskedRows, RowVersions } from './row-versions.ts'

const hourMs = 3_600_000

/** Whether somebody wears devices of the kind. */
export const isWorn = ({ kind }: { readonly kind: ReadingKind }): boolean => kind === 'vital' || kind === 'belt'

/**
 * Since when (epoch ms) a batch asks who wore its devices, before it knows its readings' corrected times. Some time before the
 * first, so that batches that come by turns do not ask for ever earlier ones; never before what is kept, whatever a wrong clock
 * says: who wore devices ages ago is of no use, and the database knows no year 0.
 * @param retentionMs how long readings are kept
 */
export const sinceOf = (received: readonly ReceivedReading[], retentionMs: number): number =>
  received.reduce(
    (least, { at, receivedAt }) => Math.min(least, receivedAt, Math.max(at, receivedAt - retentionMs)),
    Number.MAX_SAFE_INTEGER / 1e3,
  ) - hourMs

/** What is kept of who wore the devices, by device. */
export const wearsKept = (kept: KeptWears, devices: readonly RegisteredDevice[]): Map<number, DeviceWears> =>
  new Map(
    devices.filter(isWorn).flatMap((device): [number, DeviceWears][] => {
      const known = kept.find(device.device_id)
      return known === undefined ? [] : [[known.deviceId, known]]
    }),
  )

/** The rows whose versions say whether devices and wears are still as they were kept. */
export const rowsOf = (devices: readonly RegisteredDevice[], worn: ReadonlyMap<number, DeviceWears>, since: number): AskedRows => {
  const wearers = new Set<number>()
  const offices = new Set<number>()
  const groups = new Set<number>()
  for (const wears of worn.values())
    for (const { wear } of wearsSince(wears, since)) {
      wearers.add(wear.userId)
      offices.add(wear.officeId)
      if (wear.groupId !== null) groups.add(wear.groupId)
    }
  return {
    deviceIds: devices.map((device) => device.device_id),
    wornIds: [...worn.keys()],
    since,
    wearerIds: [...wearers],
    officeIds: [...offices],
    groupIds: [...groups],
    beltIds: devices.flatMap(({ kind, device_id: deviceId }) => (kind === 'belt' ? [deviceId] : [])),
  }
}

/** What is known for certain when a batch looks for wears. */
type Known = {
  /** Whose rows' versions were asked for. */
  readonly worn: ReadonlyMap<number, DeviceWears>
  readonly versions: RowVersions
  /** Since when the versions tell of wears; epoch ms. */
  readonly since: number
  readonly settings: ReadonlyMap<number, JudgeSettings>
  readonly day: string
}

/**
 * Who wore devices at any of the times (epoch ms), by device: as it is kept where nothing has changed since, else as it is read.
 */
export const findWears = async (
  client: PoolClient,
  log: Logger,
  kept: KeptWears,
  companyId: number,
  { deviceIds, times }: { readonly deviceIds: readonly number[]; readonly times: readonly number[] },
  { worn, versions, since, settings, day }: Known,
): Promise<Map<number, readonly Wear[]>> => {
  if (times.length === 0) return new Map()
  const earliest = times.reduce((one, other) => Math.min(one, other))
  const now = { versions, since, day, stamps: stampsOf(settings) }
  const found: DeviceWears[] = []
  const changed: number[] = []
  for (const deviceId of deviceIds) {
    const known = earliest < since ? undefined : worn.get(deviceId)
    if (known !== undefined && isAsKept(known, now)) found.push(known)
    else changed.push(deviceId)
  }
  const asked = { deviceIds: changed, from: Math.min(since, earliest) - hourMs, day }
  const loaded = await loadWears(client, log, companyId, asked, settings)
  kept.keep(loaded)
  return new Map([...found, ...loaded].map(({ deviceId, wears }) => [deviceId, wears.flatMap((one) => (one.withdrawn ? [] : [one.wear]))]))
}
