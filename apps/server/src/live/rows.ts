import type { liveEvents } from '@mimamori/contract'
import type { z } from 'zod'
import { type OwnedEpisode, readEpisodes } from '../monitoring/episodes/read.ts'
import { healthRowFor, type OwnedHealthRow, readHealthRows, seesWaveLevel } from '../monitoring/health-rows.ts'
import { maySee } from '../monitoring/owner.ts'
import type { Context } from '../platform/context.ts'
import { toJapanIsoOrNull } from '../platform/japan-time.ts'
import type { Console } from './console.ts'
import { type DeviceRow, type Ids, readDevices } from './store.ts'

type Viewer = Pick<Console, 'actor' | 'narrowing'>

/** One changed row, written once and given to everybody who may see it. */
export type LiveRow = {
  readonly event: 'condition' | 'alert' | 'device'
  readonly id: number
  readonly changedIn: bigint
  readonly isFor: (viewer: Viewer) => boolean
  readonly textFor: (viewer: Viewer) => string
}

/** Computes at the first call only: for most rows one of the two forms is never needed. */
const lazily = (make: () => string): (() => string) => {
  let made: string | undefined
  return () => (made ??= make())
}

const asked = (wanted: number | undefined, own: number | null) => wanted === undefined || own === wanted

const conditionRow = ({ row, owner, changedIn }: OwnedHealthRow): LiveRow => {
  const whole = lazily(() => JSON.stringify(row))
  const reduced = lazily(() => JSON.stringify(healthRowFor('User', row)))
  return {
    event: 'condition',
    id: row.userId,
    changedIn,
    isFor: ({ actor, narrowing }) =>
      asked(narrowing.officeId, owner.officeId) && asked(narrowing.groupId, owner.groupId) && maySee(actor, owner),
    textFor: ({ actor }) => (seesWaveLevel(actor.role) ? whole() : reduced()),
  }
}

const alertRow = ({ episode, owner, changedIn }: OwnedEpisode): LiveRow => ({
  event: 'alert',
  id: episode.id,
  changedIn,
  // What happens to the site as a whole concerns each of its groups.
  isFor: ({ actor, narrowing }) =>
    asked(narrowing.officeId, owner.officeId) &&
    (owner.groupId === null || asked(narrowing.groupId, owner.groupId)) &&
    maySee(actor, owner),
  textFor: lazily(() => JSON.stringify(episode)),
})

/** Leaders see the site's equipment and what their group wears, as on the site's page; workers see no devices. */
const maySeeDevice = ({ actor }: Viewer, device: DeviceRow): boolean => {
  const owner = { companyId: device.company_id, officeId: device.office_id, groupId: device.wearer_group_id, userId: null }
  if (actor.role === 'User') return false
  if (actor.role !== 'GroupLeader' && actor.role !== 'GroupSubLeader') return maySee(actor, owner)
  return device.is_worn ? actor.groupId !== null && maySee(actor, owner) : actor.officeId === device.office_id
}

const deviceRow = (device: DeviceRow): LiveRow => ({
  event: 'device',
  id: device.device_id,
  changedIn: BigInt(device.changed_in),
  isFor: (viewer) => asked(viewer.narrowing.officeId, device.office_id) && maySeeDevice(viewer, device),
  textFor: lazily(() => {
    const item: z.infer<(typeof liveEvents)['device']>[number] = {
      deviceId: device.device_id,
      kind: device.kind,
      serial: device.serial,
      lastAt: toJapanIsoOrNull(device.last_at),
    }
    return JSON.stringify(item)
  }),
})

/** Reads rows once for all listeners. */
export const readLiveRows = async (context: Pick<Context, 'db' | 'pool'>, ids: Ids, now: Date): Promise<LiveRow[]> => {
  const [conditions, alerts, devices] = await Promise.all([
    readHealthRows(context, ids.userIds, now),
    readEpisodes(context.db, ids.alertIds),
    readDevices(context.db, ids.deviceIds),
  ])
  // Alerts first: a client that receives only one event should receive that one.
  return [...alerts.map(alertRow), ...conditions.map(conditionRow), ...devices.map(deviceRow)]
}
