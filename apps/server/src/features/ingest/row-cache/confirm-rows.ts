import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import { awaitPipelined } from '../../../platform/database/await-pipelined.ts'
import { loadJudgeSettings } from '../judge-settings.ts'
import { StaleMasterData } from '../model.ts'
import type { RegisteredDevice } from './device-cache.ts'
import type { RowCache } from './row-cache.ts'
import { readVersions, readVersionTexts, type RowIds, type RowKind, rowKinds, type RowVersions } from './row-versions.ts'
import { type DeviceWears, settingsKeysOf, wearsSince } from './wear-cache.ts'

/** The rows of master data that a batch was attached by. */
export type UsedRows = {
  readonly devices: readonly RegisteredDevice[]
  readonly wears: readonly DeviceWears[]
  /** When the batch's earliest reading was taken, epoch ms: wears that ended before were of no use to it. */
  readonly since: number
}

/** Of each kind the rows that a batch used, by their numbers: the version that is known of each. */
type Known = { readonly [Kind in Exclude<RowKind, 'wear'>]: Map<number, string> } & { readonly belted: number[] }

const knownOf = ({ devices, wears, since }: UsedRows): Known => {
  const device = new Map(devices.map((one) => [one.device_id, one.version]))
  const belts = new Set(devices.flatMap((one) => (one.kind === 'belt' ? [one.device_id] : [])))
  const known: Known = { device, wearer: new Map(), office: new Map(), group: new Map(), belt: new Map(), belted: [] }
  for (const one of wears)
    for (const { wear, wearerVersion, officeVersion, groupVersion, beltVersion } of wearsSince(one, since)) {
      known.wearer.set(wear.userId, wearerVersion)
      known.office.set(wear.officeId, officeVersion)
      if (wear.groupId !== null && groupVersion !== null) known.group.set(wear.groupId, groupVersion)
      if (!belts.has(one.deviceId)) continue
      known.belted.push(one.deviceId)
      if (beltVersion !== null) known.belt.set(one.deviceId, beltVersion)
    }
  return known
}

const rowIdsOf = ({ wears, since }: UsedRows, { device, wearer, office, group, belted }: Known): RowIds => ({
  deviceIds: [...device.keys()],
  wornIds: wears.map(({ deviceId }) => deviceId),
  since,
  wearerIds: [...wearer.keys()],
  officeIds: [...office.keys()],
  groupIds: [...group.keys()],
  beltIds: belted,
})

const textOf = (versions: ReadonlyMap<number, string>): string =>
  [...versions.keys()]
    .toSorted((one, other) => one - other)
    .map((id) => versions.get(id))
    .join(',')

const textOfWears = ({ wears, since }: UsedRows): string =>
  wears
    .toSorted((one, other) => one.deviceId - other.deviceId)
    .flatMap((one) => wearsSince(one, since).toSorted((a, b) => a.wear.wearId - b.wear.wearId))
    .map(({ version }) => version)
    .join(',')

/** Whether all versions are the known ones. */
const areSame = (used: UsedRows, known: Known, texts: ReadonlyMap<RowKind, string>): boolean =>
  rowKinds.every((kind) => texts.get(kind) === (kind === 'wear' ? textOfWears(used) : textOf(known[kind])))

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
 * after the batch's locks it is answered once they are held, so a change that was made while the batch waited is seen. Only where
 * something has changed is asked what; those rows are removed from the cache, so that the batch reads them when it runs again.
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
  const known = knownOf(used)
  const rowIds = rowIdsOf(used, known)
  const [texts, settings] = await awaitPipelined([
    readVersionTexts(client, companyId, rowIds),
    loadJudgeSettings(
      client,
      log,
      rowIds.officeIds.map((officeId) => ({ companyId, officeId })),
    ),
  ])
  const settingsKeys = settingsKeysOf(settings)
  const areSettingsSame = used.wears.every((device) =>
    wearsSince(device, used.since).every(({ wear, settingsKey }) => settingsKeys.get(wear.officeId) === settingsKey),
  )
  if (areSettingsSame && areSame(used, known, texts)) return
  const versions = await readVersions(client, companyId, rowIds)
  const devices = used.devices.filter((device) => versions.devices.get(device.device_id) !== device.version)
  const wears = used.wears.filter((device) => !areWearsCurrent(device, versions, used.since, settingsKeys))
  if (devices.length + wears.length === 0) return
  for (const device of devices) cache.devices.delete(device)
  for (const { deviceId } of wears) cache.wears.delete(deviceId)
  throw new StaleMasterData(devices.length + wears.length)
}
