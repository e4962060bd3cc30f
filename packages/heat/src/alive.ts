import type { Level } from './alert-level.ts'
import { gapLimitMs, INTERVALS_OF_PATIENCE, knownInterval } from './gap.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './milliseconds.ts'
import { isWorkingTime, lastOpening, type WorkingHours } from './working-hours.ts'

// Project choice, decisions/0034, as is all alive monitoring.
const SHORTEST_SILENCE_MINUTES = 15
const OWN_LINE_AFTER_HEART_LEVEL_MS = HOUR_MS
const UNHEARD_AFTER_OPENING_MS = HOUR_MS
// What fell silent longer ago is a tag in a drawer, not somebody who is missed.
const LONGEST_AGO_MS = DAY_MS
// One worker alone is a person who may have fallen, whatever became of their gateway.
const FEWEST_SILENT_WITH_GATEWAY = 2

/** Time in ms without readings after which a device is silent, by its own interval in minutes. Never throws. */
export function silenceLimitMs(intervalMinutes: number | null): number {
  const interval = knownInterval(intervalMinutes) ?? 0
  return Math.max(SHORTEST_SILENCE_MINUTES, INTERVALS_OF_PATIENCE * interval) * MINUTE_MS
}

type Id = number | string

type Watched = {
  /** When last heard, by our clock, epoch ms. */
  lastSeenAt: number
  /** Minutes between its messages, where known. */
  intervalMinutes: number | null
  /** A person quieted its silence (作業終了, or closed its line), and it has not been heard since. */
  isQuiet: boolean
}

/** A worker with a worn device that was heard before. */
export type WatchedWorker = Watched & {
  workerId: Id
  gatewayId: Id | null
  /** The total level shown last. */
  lastLevel: Level | null
  /** When the heart level was at least 1 last, epoch ms; null for never. */
  heartAlertAt: number | null
  /** Another of their episodes is open: their silence is marked there. */
  hasEpisode: boolean
  /** One of those is a condition or an emergency: anyone who looks at it sees the silence, and no line need name them. */
  isAlerted: boolean
  /** Their silence is already on record: in a line of their own, or named in one with others. */
  missedIn: 'own' | 'shared' | null
}

/** A gateway that was heard before. */
export type WatchedGateway = Watched & {
  gatewayId: Id
  /** It sends messages of its own; else it is known by the tags alone that it passes on. */
  speaks: boolean
  /** Its silence is already on record. */
  isMissed: boolean
}

/** A heat-index watcher or reference barometer that was heard before. */
export type WatchedInstrument = Watched & {
  deviceId: Id
  /** Its silence is already on record. */
  isMissed: boolean
}

/**
 * A line of silence: one worker's, a gateway's with those behind it, an instrument's, or a site's with all other workers. Silent
 * since `lastSeenAt`.
 */
export type Silence =
  | { kind: 'worker'; workerId: Id; lastSeenAt: number }
  | { kind: 'gateway'; gatewayId: Id; lastSeenAt: number; workerIds: Id[] }
  | { kind: 'instrument'; deviceId: Id; lastSeenAt: number }
  | { kind: 'site'; lastSeenAt: number; workerIds: Id[] }

/** One site as alive monitoring sees it at `now` (epoch ms). */
export type WatchedSite = {
  now: number
  workingHours: WorkingHours
  workers: readonly WatchedWorker[]
  gateways: readonly WatchedGateway[]
  instruments: readonly WatchedInstrument[]
}

/**
 * The lines of silence (死活監視) that a site has at `now`. A silence begins where its limit runs out inside working hours,
 * or at any time after a level of at least 1, and lasts until the next reading; one that a person quieted is none until
 * then. It has a line of its own where the heart level was at least 1 within the last hour and no other episode of the
 * worker is open, for that one is marked. All others behind a silent gateway are named in its line, and the rest in one
 * line of the site, except those whose open condition or emergency is marked. An instrument has a line of its own while the site
 * works. Never throws. Source: project choice, decisions/0034 and 0118.
 */
export function findSilences({ now, workingHours, workers, gateways, instruments }: WatchedSite): Silence[] {
  const behind = Map.groupBy(workers, ({ gatewayId }) => gatewayId)
  const silentGateways = new Map<Id | null, WatchedGateway>()
  for (const gateway of gateways) {
    if (isGatewaySilent(gateway, behind.get(gateway.gatewayId) ?? [], now, workingHours)) silentGateways.set(gateway.gatewayId, gateway)
  }
  const seenAt = new Map<Id | null, number>(gateways.map(({ gatewayId, lastSeenAt }) => [gatewayId, lastSeenAt]))
  const silent = workers.filter((worker) => {
    const mayBeginAt = worker.lastLevel !== null && worker.lastLevel >= 1 ? null : workingHours
    return isSilent(worker, heardUntil(worker, seenAt.get(worker.gatewayId)), worker.missedIn !== null, now, mayBeginAt)
  })
  const isOwn = (worker: WatchedWorker): boolean => {
    if (worker.missedIn === 'own') return true
    const wasAlerted = worker.heartAlertAt !== null && now - worker.heartAlertAt <= OWN_LINE_AFTER_HEART_LEVEL_MS
    if (!wasAlerted || worker.hasEpisode) return false
    const gateway = silentGateways.get(worker.gatewayId)
    return (
      gateway === undefined || fellSilentWith(gateway, silent).length < FEWEST_SILENT_WITH_GATEWAY || !isShared(worker, gateway.lastSeenAt)
    )
  }
  const { own = [], others = [] } = Object.groupBy(silent, (worker) => (isOwn(worker) ? 'own' : 'others'))
  const left = others.filter(({ gatewayId, isAlerted }) => !silentGateways.has(gatewayId) && !isAlerted)
  const ofGateways = [...silentGateways.values()].map(({ gatewayId, lastSeenAt, speaks }) => {
    const named = others.filter((worker) => worker.gatewayId === gatewayId)
    return { speaks, line: { kind: 'gateway', gatewayId, lastSeenAt, workerIds: idsOf(named) } as const }
  })
  return [
    ...own.map(({ workerId, lastSeenAt }): Silence => ({ kind: 'worker', workerId, lastSeenAt })),
    // Of one known by tags alone nothing is missed once these are elsewhere, or went home.
    ...ofGateways.flatMap(({ speaks, line }) => (speaks || line.workerIds.length > 0 ? [line] : [])),
    ...silentInstruments(instruments, now, workingHours),
    ...siteLine(left),
  ]
}

/** Nobody needs their values outside working hours: then the line ends, and the next morning it begins where nothing is heard still. */
const silentInstruments = (instruments: readonly WatchedInstrument[], now: number, hours: WorkingHours): Silence[] =>
  instruments
    .filter((device) => isWorkingTime(now, hours) && isSilent(device, device.lastSeenAt, device.isMissed, now, hours))
    .map(({ deviceId, lastSeenAt }) => ({ kind: 'instrument', deviceId, lastSeenAt }))

const idsOf = (workers: readonly WatchedWorker[]) => workers.map(({ workerId }) => workerId)

const siteLine = (workers: readonly WatchedWorker[]): Silence[] =>
  workers.length === 0
    ? []
    : [{ kind: 'site', lastSeenAt: Math.min(...workers.map(({ lastSeenAt }) => lastSeenAt)), workerIds: idsOf(workers) }]

/** Whether the worker was heard until the gateway itself fell silent, some seconds before it. */
function isShared(worker: WatchedWorker, gatewaySeenAt: number): boolean {
  return gatewaySeenAt >= worker.lastSeenAt && gatewaySeenAt - worker.lastSeenAt <= gapLimitMs(worker.intervalMinutes)
}

const fellSilentWith = (gateway: WatchedGateway, silent: readonly WatchedWorker[]) =>
  silent.filter((worker) => worker.gatewayId === gateway.gatewayId && isShared(worker, gateway.lastSeenAt))

/**
 * For a worker heard until the gateway fell silent the gateway's last sign of life counts, so that the two fall silent together.
 */
const heardUntil = (worker: WatchedWorker, gatewaySeenAt: number | undefined): number =>
  gatewaySeenAt !== undefined && isShared(worker, gatewaySeenAt) ? gatewaySeenAt : worker.lastSeenAt

/** A gateway that does not say its interval is heard as often as the tags behind it send. */
function isGatewaySilent(gateway: WatchedGateway, behind: readonly WatchedWorker[], now: number, hours: WorkingHours): boolean {
  const intervals = behind.flatMap(({ intervalMinutes }) => knownInterval(intervalMinutes) ?? [])
  const intervalMinutes = gateway.intervalMinutes ?? (intervals.length === 0 ? null : Math.min(...intervals))
  const isAlerted = behind.some(({ lastLevel }) => lastLevel !== null && lastLevel >= 1)
  return isSilent({ ...gateway, intervalMinutes }, gateway.lastSeenAt, gateway.isMissed, now, isAlerted ? null : hours)
}

function isSilent(device: Watched, heardAt: number, isMissed: boolean, now: number, onlyWithin: WorkingHours | null): boolean {
  if (device.isQuiet) return false
  const silentFrom = heardAt + silenceLimitMs(device.intervalMinutes)
  if (now <= silentFrom) return false
  return isMissed || (now - silentFrom <= LONGEST_AGO_MS && (onlyWithin === null || isWorkingTime(silentFrom, onlyWithin)))
}

/**
 * Whether an assigned device (`assignedAt`, epoch ms) was not heard within an hour of the site's opening, or of its being
 * assigned where that came later: it is listed until it is heard or the site closes, and opens nothing. Never throws.
 */
export function isUnheardSinceOpening(
  { lastSeenAt, assignedAt }: { lastSeenAt: number | null; assignedAt: number },
  now: number,
  hours: WorkingHours,
): boolean {
  if (!isWorkingTime(now, hours)) return false
  const expectedFrom = Math.max(lastOpening(now, hours), assignedAt)
  return (lastSeenAt === null || lastSeenAt < expectedFrom) && now - expectedFrom >= UNHEARD_AFTER_OPENING_MS
}
