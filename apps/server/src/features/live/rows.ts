import type { liveEvents } from '@mimamori/contract'
import type { ChangeName } from '@mimamori/contract/live-names'
import type { z } from 'zod'
import { type BeltDisplay, readBeltDisplays, seesBelts } from '../../shared/monitoring/belts/belt-display.ts'
import { beltRowFor, type OwnedBeltRow, readBeltRows } from '../../shared/monitoring/belts/belt-rows.ts'
import { episodeFor, type OwnedEpisode, readEpisodes } from '../alerts/episodes/read.ts'
import { healthRowFor, type OwnedHealthRow, readHealthRows, seesWaveLevel } from '../../shared/monitoring/workers/health-rows.ts'
import { type OwnedPlacedWorker, readPlaces } from '../../shared/monitoring/map-workers/placed-workers.ts'
import { maySee, seesOffice, seesOwnMeasure } from '../../shared/monitoring/workers/owner.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { Context } from '../../platform/context.ts'
import { toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { type Audience, isLookedAt, mayBeLookedAt } from './audience.ts'
import { type Changes, nameOf } from './changes.ts'
import type { Viewer } from './console-subscriber.ts'
import { type DeviceRow, readDevices } from './store.ts'

/** One changed row, written once and given to everybody who may see it. */
export type LiveRow = {
  readonly event: ChangeName
  /** Nobody of another company may see it, except the service's own administrators. */
  readonly companyId: number
  /** Of the changed row that makes it news. */
  readonly name: string
  /** What kind of row that is, where it is not the event's own: a belt moves its wearer. */
  readonly by?: 'belt'
  readonly isFor: (viewer: Viewer) => boolean
  readonly textFor: (viewer: Viewer) => string
}

/** Computes at the first call only: for most rows one of the two forms is never needed. */
const lazily = (make: () => string): (() => string) => {
  let made: string | undefined
  return () => (made ??= make())
}

const matchesFilter = (wanted: number | undefined, own: number | null) => wanted === undefined || own === wanted

const conditionRow = (owned: OwnedHealthRow): LiveRow => {
  const { row, owner } = owned
  const ofService = lazily(() => JSON.stringify(healthRowFor('AdminUnitService', owned)))
  const ofCompany = lazily(() => JSON.stringify(healthRowFor('User', owned)))
  return {
    event: 'condition',
    companyId: owner.companyId,
    name: nameOf(owner.companyId, row.userId),
    isFor: ({ actor, narrowing }) =>
      matchesFilter(narrowing.officeId, owner.officeId) && matchesFilter(narrowing.groupId, owner.groupId) && maySee(actor, owner),
    textFor: ({ actor }) => (actor.role === 'AdminUnitService' ? ofService() : ofCompany()),
  }
}

const placeRow = ({ row, owner }: OwnedPlacedWorker): LiveRow => ({
  event: 'place',
  companyId: owner.companyId,
  name: nameOf(owner.companyId, row.userId),
  isFor: ({ actor, narrowing }) =>
    narrowing.places &&
    matchesFilter(narrowing.officeId, owner.officeId) &&
    matchesFilter(narrowing.groupId, owner.groupId) &&
    actor.role !== 'User' &&
    maySee(actor, owner),
  textFor: lazily(() => JSON.stringify(row)),
})

const alertRow = (owned: OwnedEpisode): LiveRow => {
  const { episode, owner } = owned
  const whole = lazily(() => JSON.stringify(episode))
  return {
    event: 'alert',
    companyId: owner.companyId,
    name: nameOf(owner.companyId, episode.id),
    // What happens to the site as a whole concerns each of its groups.
    isFor: ({ actor, narrowing }) =>
      matchesFilter(narrowing.officeId, owner.officeId) &&
      (owner.groupId === null || matchesFilter(narrowing.groupId, owner.groupId)) &&
      maySee(actor, owner),
    // Only the person themselves receives what happens at an office they left.
    textFor: ({ actor }) =>
      seesOffice(actor, owner) && (seesOwnMeasure(actor.role) || !owned.saysOwnMeasure)
        ? whole()
        : JSON.stringify(episodeFor(actor, owned)),
  }
}

const beltRow = ({ row, owner }: OwnedBeltRow, display: BeltDisplay): LiveRow => {
  const whole = lazily(() => JSON.stringify(row))
  const reduced = lazily(() => JSON.stringify(beltRowFor('User', row)))
  return {
    event: 'belt',
    companyId: owner.companyId,
    name: nameOf(owner.companyId, row.deviceId),
    isFor: ({ actor, narrowing }) =>
      seesBelts(actor.role, display) &&
      matchesFilter(narrowing.officeId, owner.officeId) &&
      matchesFilter(narrowing.groupId, owner.groupId) &&
      maySee(actor, owner),
    textFor: ({ actor }) => (seesWaveLevel(actor.role) ? whole() : reduced()),
  }
}

/** Leaders see the site's equipment and what their group wears, as on the site's page; workers see no devices. */
const maySeeDevice = ({ actor }: Viewer, device: DeviceRow): boolean => {
  const owner = { companyId: device.company_id, officeId: device.office_id, groupId: device.wearer_group_id, userId: null }
  if (actor.role === 'User') return false
  if (actor.role !== 'GroupLeader' && actor.role !== 'GroupSubLeader') return maySee(actor, owner)
  return device.is_worn ? actor.groupId !== null && maySee(actor, owner) : actor.officeId === device.office_id
}

const deviceRow = (device: DeviceRow): LiveRow => ({
  event: 'device',
  companyId: device.company_id,
  name: nameOf(device.company_id, device.device_id),
  isFor: (viewer) => matchesFilter(viewer.narrowing.officeId, device.office_id) && maySeeDevice(viewer, device),
  textFor: lazily(() => {
    const item: z.infer<(typeof liveEvents)['device']>[number] = {
      deviceId: device.device_id,
      kind: device.kind,
      serial: device.serial,
      lastAt: toJapanIsoOrNull(device.heard_at),
    }
    return JSON.stringify(item)
  }),
})

/** What concerns an office as a whole: it is sent to everybody there, and to nobody elsewhere. */
const officeRow = (event: 'display' | 'map', { companyId, officeId }: OfficeKey): LiveRow => ({
  event,
  companyId,
  name: nameOf(companyId, officeId),
  isFor: ({ actor, narrowing }) =>
    matchesFilter(narrowing.officeId, officeId) &&
    (actor.role === 'AdminUnitService' ||
      (actor.companyId === companyId && (actor.role === 'AdminUnitContract' || actor.officeId === officeId))),
  textFor: lazily(() => JSON.stringify({ companyId, officeId })),
})

const readBelts = async (context: Pick<Context, 'db' | 'pool' | 'log'>, devices: readonly DeviceRow[], now: Date): Promise<LiveRow[]> => {
  const belts = devices.filter(({ kind }) => kind === 'belt')
  const keys = belts.map(({ company_id: companyId, device_id: deviceId }) => ({ companyId, deviceId }))
  const offices = new Map(belts.map(({ company_id: companyId, office_id: officeId }) => [officeId, { companyId, officeId }]))
  const [rows, displays] = await Promise.all([readBeltRows(context.db, keys, now), readBeltDisplays(context, [...offices.values()])])
  return rows.map((belt) => beltRow(belt, displays.get(belt.owner.officeId) ?? '0'))
}

/** The places of changed people, whose rows were read already, and of those whose belt changed. */
const placesOf = async (
  context: Pick<Context, 'db' | 'pool'>,
  people: readonly OwnedHealthRow[],
  devices: readonly DeviceRow[],
  now: Date,
): Promise<LiveRow[]> => {
  const belts = devices.flatMap(({ kind, company_id: companyId, device_id: deviceId, wearer_id: userId }) =>
    kind === 'belt' && userId !== null ? [{ companyId, deviceId, userId }] : [],
  )
  const ofBelts = new Map(belts.map((belt) => [nameOf(belt.companyId, belt.userId), belt]))
  const known = new Set(people.map(({ owner, row }) => nameOf(owner.companyId, row.userId)))
  const others = belts.filter(({ companyId, userId }) => !known.has(nameOf(companyId, userId)))
  const rows = (await readPlaces(context, [...people, ...(await readHealthRows(context, others, now))], now)).map(placeRow)
  return rows.flatMap((row): LiveRow[] => {
    const belt = ofBelts.get(row.name)
    return belt === undefined ? [row] : [row, { ...row, name: nameOf(belt.companyId, belt.deviceId), by: 'belt' }]
  })
}

/** Who listens to the rows, and whether anybody listens for the places of people. */
type Listening = { readonly audience: Audience; readonly places: boolean }

/** Reads rows once for all listeners: of people only those whom somebody looks at. */
export const readLiveRows = async (
  context: Pick<Context, 'db' | 'pool' | 'log'>,
  changes: Changes,
  { audience, places }: Listening,
  now: Date,
): Promise<LiveRow[]> => {
  const people = mayBeLookedAt(audience, changes.people)
  const [conditions, alerts, devices] = await Promise.all([
    readHealthRows(context, people, now, 'watched', isLookedAt(audience, people)),
    readEpisodes(context.db, changes.alerts, now),
    readDevices(context.db, changes.devices),
  ])
  const [belts, placeRows] = await Promise.all([
    readBelts(context, devices, now),
    places ? placesOf(context, conditions, devices, now) : [],
  ])
  // Alerts first: a client that receives only one event should receive that one.
  return [
    ...changes.displays.map((office) => officeRow('display', office)),
    ...changes.maps.map((office) => officeRow('map', office)),
    ...alerts.map(alertRow),
    ...conditions.map(conditionRow),
    ...placeRows,
    ...belts,
    ...devices.map(deviceRow),
  ]
}

/** Whether a row is among these changes. A belt is a device. */
export const among = ({ people, alerts, devices, displays, maps }: Changes): ((row: LiveRow) => boolean) => {
  const device = new Set(devices.map(({ companyId, deviceId }) => nameOf(companyId, deviceId)))
  const person = new Set(people.map(({ companyId, userId }) => nameOf(companyId, userId)))
  const ofOffices = (offices: readonly OfficeKey[]) => new Set(offices.map(({ companyId, officeId }) => nameOf(companyId, officeId)))
  const names = {
    condition: person,
    place: person,
    alert: new Set(alerts.map(({ companyId, alertId }) => nameOf(companyId, alertId))),
    belt: device,
    device,
    display: ofOffices(displays),
    map: ofOffices(maps),
  }
  return (row) => names[row.by ?? row.event].has(row.name)
}
