import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import { loadJudgeSettings } from '../judge-settings.ts'
import { StaleMasterData } from '../model.ts'
import type { RegisteredDevice } from './device-cache.ts'
import type { RowCache } from './row-cache.ts'
import { type BatchKind, readVersions, readVersionTexts, type RowIds, rowKinds, type RowVersions } from './row-versions.ts'
import type { CachedSite } from './site-cache.ts'
import { type DeviceWears, settingsKeysOf, wearsSince } from './wear-cache.ts'

/** The rows of master data that a batch was attached by. */
export type UsedRows = {
  readonly devices: readonly RegisteredDevice[]
  /** The devices whose clocks were not read, since they were never wrong by what this process knows. */
  readonly supposedRight: readonly number[]
  readonly wears: readonly DeviceWears[]
  /** When the batch's earliest reading was taken, epoch ms: wears that ended before were of no use to it. */
  readonly since: number
}

/** The rows of one kind that a batch used, by their numbers: the version that is known of each. */
class KnownVersions {
  readonly byId = new Map<number, string>()
  /** Whether a row was read in two versions: then one of them is out of date, whichever the row has now. */
  areMixed = false

  add(id: number | null, version: string | null): void {
    if (id === null || version === null) return
    const known = this.byId.get(id)
    if (known !== undefined && known !== version) this.areMixed = true
    this.byId.set(id, version)
  }

  areNow(text: string | undefined): boolean {
    return !this.areMixed && text === this.#text()
  }

  /** As `readVersionTexts` answers them. */
  #text(): string {
    return [...this.byId.keys()]
      .toSorted((one, other) => one - other)
      .map((id) => this.byId.get(id))
      .join(',')
  }
}

const knownKinds = ['device', 'wearer', 'office', 'group', 'belt', 'map'] as const
type Known = { readonly [Kind in (typeof knownKinds)[number]]: KnownVersions } & { readonly belted: number[] }

const knownOf = ({ devices, wears, since }: UsedRows): Known => {
  const create = () => new KnownVersions()
  const known: Known = { device: create(), wearer: create(), office: create(), group: create(), belt: create(), map: create(), belted: [] }
  const belts = new Set<number>()
  for (const { device_id: deviceId, kind, version, map_id: mapId, map_version: mapVersion } of devices) {
    known.device.add(deviceId, version)
    known.map.add(mapId, mapVersion)
    if (kind === 'belt') belts.add(deviceId)
  }
  for (const one of wears)
    for (const { wear, wearerVersion, officeVersion, groupVersion, beltVersion } of wearsSince(one, since)) {
      known.wearer.add(wear.userId, wearerVersion)
      known.office.add(wear.officeId, officeVersion)
      known.group.add(wear.groupId, groupVersion)
      if (!belts.has(one.deviceId)) continue
      known.belted.push(one.deviceId)
      known.belt.add(one.deviceId, beltVersion)
    }
  return known
}

const rowIdsOf = ({ wears, since }: UsedRows, { device, wearer, office, group, belted }: Known): RowIds => ({
  deviceIds: [...device.byId.keys()],
  wornIds: wears.map(({ deviceId }) => deviceId),
  since,
  wearerIds: [...wearer.byId.keys()],
  officeIds: [...office.byId.keys()].toSorted((one, other) => one - other),
  groupIds: [...group.byId.keys()],
  beltIds: belted,
})

const textOfWears = ({ wears, since }: UsedRows): string =>
  wears
    .toSorted((one, other) => one.deviceId - other.deviceId)
    .flatMap((one) => wearsSince(one, since).toSorted((a, b) => a.wear.wearId - b.wear.wearId))
    .map(({ version }) => version)
    .join(',')

/** Whether all rows of which each has a number are as they are known. */
const areSame = (used: UsedRows, known: Known, texts: ReadonlyMap<BatchKind, string>): boolean =>
  rowKinds.every((kind) => (kind === 'wear' ? texts.get(kind) === textOfWears(used) : known[kind].areNow(texts.get(kind))))

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

/** The caches of masters. */
type MasterCache = Pick<RowCache, 'devices' | 'wears' | 'sites'>

/** The offices of a batch's readings, and of them what the cache holds; where it has nothing the batch reads it itself. */
export type UsedSites = { readonly siteIds: readonly number[]; readonly cached: readonly CachedSite[] }

/** What is answered with the versions, as it is now. */
export type ConfirmedRows = {
  /** When a watcher measured at each office last, epoch ms, also one that has left it; offices that never had one are missing. */
  readonly measuredAt: ReadonlyMap<number, number>
  /** The gateways of the company by which people rest. */
  readonly restPlaces: ReadonlySet<number>
}

/** The settings at the wearers' offices as one text each: from the cache, or read where one of their rows has changed. */
const settingsNow = async (
  client: PoolClient,
  log: Logger,
  cache: MasterCache,
  companyId: number,
  officeIds: readonly number[],
  versions: string,
): Promise<ReadonlyMap<number, string>> => {
  const cached = cache.sites.findSettings(companyId, officeIds, versions)
  if (cached !== undefined) return cached
  const offices = officeIds.map((officeId) => ({ companyId, officeId }))
  const keys = settingsKeysOf(await loadJudgeSettings(client, log, offices))
  cache.sites.setSettings({ companyId, officeIds, versions, keys })
  return keys
}

const partsOf = (text: string | undefined): string[] => (text === undefined || text === '' ? [] : text.split(','))

const numbersIn = (text: string | undefined): number[] => partsOf(text).map(Number)

type Site = { readonly version: string; readonly measuredAt: number | null }

/** The version of each site and when a watcher measured there last, epoch ms; offices that were removed are missing. */
const sitesIn = (text: string | undefined): Map<number, Site> =>
  new Map(
    partsOf(text).map((site) => {
      const [officeId, version = '', seconds] = site.split(' ')
      return [Number(officeId), { version, measuredAt: seconds === undefined ? null : Number(seconds) * 1_000 }]
    }),
  )

/**
 * Removes from the cache what has changed since.
 * @returns how many entries those were
 */
const removeChanged = async (
  client: PoolClient,
  cache: MasterCache,
  companyId: number,
  used: UsedRows,
  known: Known,
  texts: ReadonlyMap<BatchKind, string>,
  settingsKeys: ReadonlyMap<number, string>,
): Promise<number> => {
  const wrong = numbersIn(texts.get('clock'))
  for (const deviceId of wrong) cache.devices.deleteRightClock(deviceId)
  const mapped = known.map.areNow(texts.get('map')) ? [] : used.devices.filter((device) => device.map_id !== null)
  for (const device of mapped) cache.devices.delete(device)
  const haveSettingsChanged = used.wears.some((device) =>
    wearsSince(device, used.since).some(({ wear, settingsKey }) => settingsKeys.get(wear.officeId) !== settingsKey),
  )
  if (!haveSettingsChanged && areSame(used, known, texts)) return wrong.length + mapped.length
  const rowIds = rowIdsOf(used, known)
  // They may have been read after the versions that they are kept by, which could come back.
  if (haveSettingsChanged) cache.sites.deleteSettings(companyId, rowIds.officeIds)
  const versions = await readVersions(client, companyId, rowIds)
  const devices = used.devices.filter((device) => versions.devices.get(device.device_id) !== device.version)
  const wears = used.wears.filter((device) => !areWearsCurrent(device, versions, used.since, settingsKeys))
  for (const device of devices) cache.devices.delete(device)
  for (const { deviceId } of wears) cache.wears.delete(deviceId)
  return wrong.length + mapped.length + devices.length + wears.length
}

/**
 * Asks whether the rows that a batch used are still the current ones, in one statement, which also answers what every batch needs of its
 * company. Sent after the batch's locks it is answered once they are held, so a change that was made while the batch waited is seen. Only
 * where something has changed is asked what; those rows are removed from the cache, so that the batch reads them when it runs again.
 * @throws StaleMasterData where a row was changed
 */
export const confirmRows = async (
  client: PoolClient,
  log: Logger,
  cache: MasterCache,
  companyId: number,
  used: UsedRows,
  { siteIds, cached }: UsedSites,
): Promise<ConfirmedRows> => {
  if (used.devices.length === 0) return { measuredAt: new Map(), restPlaces: new Set() }
  const known = knownOf(used)
  const rowIds = rowIdsOf(used, known)
  const batchIds = { ...rowIds, mapIds: [...known.map.byId.keys()], clockIds: used.supposedRight, siteIds }
  const texts = await readVersionTexts(client, companyId, batchIds)
  const settingsKeys = await settingsNow(client, log, cache, companyId, rowIds.officeIds, texts.get('setting') ?? '')
  const sites = sitesIn(texts.get('site'))
  const left = cached.filter(({ officeId, version }) => sites.get(officeId)?.version !== version)
  for (const { officeId } of left) cache.sites.delete(officeId)
  const changed = left.length + (await removeChanged(client, cache, companyId, used, known, texts, settingsKeys))
  if (changed > 0) throw new StaleMasterData(changed)
  return {
    measuredAt: new Map([...sites].flatMap(([officeId, { measuredAt }]) => (measuredAt === null ? [] : [[officeId, measuredAt]]))),
    restPlaces: new Set(numbersIn(texts.get('rest'))),
  }
}
