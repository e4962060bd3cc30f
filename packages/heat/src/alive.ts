import type { Level } from './alert-level.ts'
import { gapLimitMs, INTERVALS_OF_PATIENCE, knownInterval } from './gap.ts'
import { MINUTE_MS } from './milliseconds.ts'
import { isWorkingTime, type WorkingHours } from './working-hours.ts'

// Project choice, decisions/0004, as is all alive monitoring.
const SHORTEST_SILENCE_MINUTES = 15
const SITE_SHARE_OF_WORKERS = 0.5
// One worker of one or two is a person who may have fallen, not a radio link that is down.
const FEWEST_SILENT_FOR_SITE = 2
const LOW_BATTERY_LEVEL = 1

/** Time in ms without readings after which a device is silent, by its own interval in minutes. Never throws. */
export function silenceLimitMs(intervalMinutes: number | null): number {
  const interval = knownInterval(intervalMinutes) ?? 0
  return Math.max(SHORTEST_SILENCE_MINUTES, INTERVALS_OF_PATIENCE * interval) * MINUTE_MS
}

/** Whether a battery level (0–5, null where unknown) is low. */
export function isBatteryLow(level: number | null): boolean {
  return level !== null && level <= LOW_BATTERY_LEVEL
}

type Id = number | string

/** A worker with a worn device: when last heard (epoch ms, null for never), its interval, the last total level. */
export type WatchedWorker = {
  workerId: Id
  gatewayId: Id | null
  lastSeenAt: number | null
  intervalMinutes: number | null
  lastLevel: Level | null
}

/** A gateway: when last heard (epoch ms, null for never) and its interval in minutes, where known. */
export type WatchedGateway = { gatewayId: Id; lastSeenAt: number | null; intervalMinutes: number | null }

/** A silence: of one worker's device, or of a site's gateway with the silent workers it stands for. */
export type SilenceEpisode =
  | { kind: 'worker'; workerId: Id; lastSeenAt: number }
  | { kind: 'site'; cause: 'gateway' | 'workers'; gatewayId: Id; lastSeenAt: number; workerIds: Id[] }

/** One site as alive monitoring sees it at `now` (epoch ms). */
export type WatchedSite = {
  now: number
  workingHours: WorkingHours
  workers: readonly WatchedWorker[]
  gateways: readonly WatchedGateway[]
}

/**
 * The silences (死活監視) of one site. A device counts as silent when its limit ran out inside working hours, so that
 * devices laid down after work do not all raise an alert next morning and a silence does not end with the shift; after
 * a level of at least 1, at any time. A silent gateway, or half of its workers at once, is one episode; a worker heard
 * until the gateway itself fell quiet goes by the gateway's last sign of life, so that those last heard some seconds
 * before it are not told apart from the rest. Never throws.
 * Source: project choice, decisions/0004.
 */
export function findSilences({ now, workingHours, workers, gateways }: WatchedSite): SilenceEpisode[] {
  const gatewaySeenAt = new Map(gateways.map((gateway) => [gateway.gatewayId, gateway.lastSeenAt]))
  const silent = workers.filter((worker) => {
    const sharedAt = worker.gatewayId === null ? null : (gatewaySeenAt.get(worker.gatewayId) ?? null)
    return isSilent(worker, now, worker.lastLevel !== null && worker.lastLevel >= 1 ? null : workingHours, sharedAt)
  })
  const episodes: SilenceEpisode[] = []
  const covered = new Set<Id>()
  for (const gateway of gateways) {
    const { gatewayId } = gateway
    const ofGateway = workers.filter((worker) => worker.gatewayId === gatewayId)
    const silentHere = silent.filter((worker) => worker.gatewayId === gatewayId)
    const isAlerted = ofGateway.some((worker) => worker.lastLevel !== null && worker.lastLevel >= 1)
    const workerIds = silentHere.map((worker) => worker.workerId)
    if (isSilent(gateway, now, isAlerted ? null : workingHours)) {
      episodes.push({ kind: 'site', cause: 'gateway', gatewayId, lastSeenAt: gateway.lastSeenAt, workerIds })
    } else if (isHalf(silentHere.length, ofGateway.length)) {
      const lastSeenAt = Math.max(...silentHere.map((worker) => worker.lastSeenAt))
      episodes.push({ kind: 'site', cause: 'workers', gatewayId, lastSeenAt, workerIds })
    } else continue
    for (const workerId of workerIds) covered.add(workerId)
  }
  for (const { workerId, lastSeenAt } of silent) {
    if (!covered.has(workerId)) episodes.push({ kind: 'worker', workerId, lastSeenAt })
  }
  return episodes
}

type Seen = { lastSeenAt: number | null; intervalMinutes: number | null }

function isSilent<Device extends Seen>(
  device: Device,
  now: number,
  onlyWithin: WorkingHours | null,
  sharedAt: number | null = null,
): device is Device & { lastSeenAt: number } {
  const { lastSeenAt, intervalMinutes } = device
  if (lastSeenAt === null) return false
  const isShared = sharedAt !== null && sharedAt > lastSeenAt && sharedAt - lastSeenAt <= gapLimitMs(intervalMinutes)
  const silentFrom = (isShared ? sharedAt : lastSeenAt) + silenceLimitMs(intervalMinutes)
  return now > silentFrom && (onlyWithin === null || isWorkingTime(silentFrom, onlyWithin))
}

function isHalf(silent: number, all: number): boolean {
  return silent >= FEWEST_SILENT_FOR_SITE && silent >= SITE_SHARE_OF_WORKERS * all
}
