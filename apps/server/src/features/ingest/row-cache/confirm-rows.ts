import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import { awaitPipelined } from '../../../platform/database/await-pipelined.ts'
import { loadJudgeSettings } from '../judge-settings.ts'
import { StaleMasterData } from '../model.ts'
import type { RegisteredDevice } from './device-cache.ts'
import type { RowCache } from './row-cache.ts'
import { readVersions, type RowIds, type RowVersions } from './row-versions.ts'
import { type DeviceWears, settingsKeysOf, wearsSince } from './wear-cache.ts'

/** The rows of master data that a batch was attached by. */
export type UsedRows = {
  readonly devices: readonly RegisteredDevice[]
  readonly wears: readonly DeviceWears[]
  /** When the batch's earliest reading was taken, epoch ms: wears that ended before were of no use to it. */
  readonly since: number
}

const rowIdsOf = ({ devices, wears, since }: UsedRows): RowIds => {
  const wearerIds = new Set<number>()
  const officeIds = new Set<number>()
  const groupIds = new Set<number>()
  for (const one of wears)
    for (const { wear } of wearsSince(one, since)) {
      wearerIds.add(wear.userId)
      officeIds.add(wear.officeId)
      if (wear.groupId !== null) groupIds.add(wear.groupId)
    }
  return {
    deviceIds: devices.map((device) => device.device_id),
    wornIds: wears.map(({ deviceId }) => deviceId),
    since,
    wearerIds: [...wearerIds],
    officeIds: [...officeIds],
    groupIds: [...groupIds],
    beltIds: devices.flatMap(({ kind, device_id: deviceId }) => (kind === 'belt' ? [deviceId] : [])),
  }
}

const hasSameMembers = (one: readonly string[], other: readonly string[]): boolean => {
  if (one.length !== other.length) return false
  if (one.length <= 1) return one[0] === other[0]
  const sorted = other.toSorted()
  return one.toSorted().every((version, index) => version === sorted[index])
}

/**
 * Whether all rows that a device's wears were made from are unchanged: none was written, added or removed.
 * @param since epoch ms, from which on `versions` holds wears
 * @param settingsKeys by the office's number, as `settingsKeysOf` writes them
 */
export const areWearsCurrent = (
  device: DeviceWears,
  versions: RowVersions,
  since: number,
  settingsKeys: ReadonlyMap<number, string>,
): boolean => {
  const wears = wearsSince(device, since)
  const known = wears.map(({ version }) => version)
  if (!hasSameMembers(known, versions.wears.get(device.deviceId) ?? [])) return false
  const belt = versions.belts.get(device.deviceId) ?? null
  return wears.every(
    ({ wear: { userId, officeId, groupId }, settingsKey, wearerVersion, officeVersion, groupVersion, beltVersion }) =>
      belt === beltVersion &&
      versions.wearers.get(userId) === wearerVersion &&
      versions.offices.get(officeId) === officeVersion &&
      (groupId === null || versions.groups.get(groupId) === groupVersion) &&
      settingsKeys.get(officeId) === settingsKey,
  )
}

/**
 * Asks whether the rows that a batch used are still the current ones, in one statement for the rows and one for the settings. Sent
 * after the batch's locks it is answered once they are held, so a change that was made while the batch waited is seen. Rows that have
 * changed are removed from the cache, so that the batch reads them when it runs again.
 * @throws StaleMasterData where a row was changed
 */
export const confirmRows = async (
  client: PoolClient,
  log: Logger,
  cache: Pick<RowCache, 'devices' | 'wears'>,
  companyId: number,
  used: UsedRows,
): Promise<void> => {
  if (used.devices.length === 0) return
  const rowIds = rowIdsOf(used)
  const [versions, settings] = await awaitPipelined([
    readVersions(client, companyId, rowIds),
    loadJudgeSettings(
      client,
      log,
      rowIds.officeIds.map((officeId) => ({ companyId, officeId })),
    ),
  ])
  const settingsKeys = settingsKeysOf(settings)
  const devices = used.devices.filter((device) => versions.devices.get(device.device_id) !== device.version)
  const wears = used.wears.filter((device) => !areWearsCurrent(device, versions, used.since, settingsKeys))
  if (devices.length + wears.length === 0) return
  for (const device of devices) cache.devices.delete(device)
  for (const { deviceId } of wears) cache.wears.delete(deviceId)
  throw new StaleMasterData(devices.length + wears.length)
}
