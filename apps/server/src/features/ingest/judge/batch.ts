import { type ButtonDown, gapLimitMs, isPressedAgain, WBGT_EXPECTED_MS, type WorkerSettings, type WorkerState } from '@mimamori/heat'
import { EpisodeLog } from '../../alerts/episodes/episode-log.ts'
import type { OpenSiteHeat } from '../../alerts/site-heat/retell.ts'
import {
  type DeviceJudge,
  type OfficeSource,
  type Recent,
  recentSpanMs,
  type Rejudgement,
  type States,
  type StoredDevice,
} from '../model.ts'
import type { AssessedReading, AttachedReading } from '../reading.ts'

/** How long after a reading with the button down the next one continues the press, where its interval is unknown. Project choice, decisions/0031. */
const longestHoldMs = 15 * 60_000

const emptyDevice: StoredDevice = { lastAt: null, heardAt: null, battery: null, judge: {} }

const inTimeOrder = (values: readonly Recent[], value: Recent): Recent[] => {
  const rest = values.filter(([at]) => at !== value[0])
  const place = rest.findLastIndex(([at]) => at < value[0]) + 1
  return rest.toSpliced(place, 0, value)
}

/** What of a device's values goes into its state. */
const newestOf = (values: readonly Recent[]): Recent[] => {
  const newest = values.at(-1)?.[0] ?? 0
  return values.filter(([at]) => at > newest - recentSpanMs)
}

/** One batch while it is judged: the states as they were read, and the results for readings, devices and workers so far. */
export class Batch {
  readonly assessed = new Map<AttachedReading, AssessedReading>()
  readonly workers = new Map<number, WorkerState>()
  readonly devices = new Map<number, DeviceJudge>()
  /** Of each worker the states that the first reading of a new hour met. */
  readonly checkpoints = new Map<number, WorkerState[]>()
  /** The workers who were judged again from stored readings. */
  readonly rejudged = new Map<number, Rejudgement>()
  readonly episodes = new EpisodeLog()
  readonly siteHeat = new Map<number, OpenSiteHeat>()
  /** The readings that continue a press, each with the button as it was before it. */
  readonly #held = new Map<AttachedReading, ButtonDown>()
  /** The battery of each device by the readings judged so far: its level of 0–5, and when, in epoch ms. */
  readonly batteries = new Map<number, { readonly at: number; readonly level: number }>()
  readonly states: States
  readonly #sources: Map<number, OfficeSource>
  readonly #watchedOffices: ReadonlySet<number>

  constructor(states: States) {
    this.states = states
    this.#watchedOffices = new Set(states.sources.flatMap(({ kind, officeId }) => (kind === 'heat' ? [officeId] : [])))
    this.#sources = new Map(states.sources.map((source) => [source.deviceId, source]))
  }

  /** What a worker is judged by, with the shifts before where one may begin. */
  settingsOf(userId: number, settings: WorkerSettings): WorkerSettings {
    const shifts = this.states.shifts.get(userId)
    return shifts === undefined ? settings : { ...settings, shifts }
  }

  /** The heat and pressure values known so far, those of this batch included. */
  get sources(): OfficeSource[] {
    return [...this.#sources.values()]
  }

  source(deviceId: number): OfficeSource | undefined {
    return this.#sources.get(deviceId)
  }

  /** Whether the office of a reading has a heat-index watcher or had one lately: where none of its values is usable, one was lost. */
  expectsWbgt({ officeId, at }: Pick<AttachedReading, 'officeId' | 'at'>): boolean {
    const measuredAt = this.states.measuredAt.get(officeId)
    return this.#watchedOffices.has(officeId) || (measuredAt !== undefined && at - measuredAt <= WBGT_EXPECTED_MS)
  }

  /** A device's judge after the readings judged so far. */
  judgeOf(deviceId: number): DeviceJudge {
    return this.devices.get(deviceId) ?? (this.states.devices.get(deviceId) ?? emptyDevice).judge
  }

  /** A worker's state after the readings judged so far. */
  stateOf(userId: number): WorkerState | null {
    return this.workers.get(userId) ?? this.states.workers.get(userId)?.judge ?? null
  }

  keepCheckpoints(userId: number, checkpoints: readonly WorkerState[]): void {
    if (checkpoints.length > 0) this.checkpoints.set(userId, [...(this.checkpoints.get(userId) ?? []), ...checkpoints])
  }

  keepJudge(deviceId: number, changed: DeviceJudge): void {
    this.devices.set(deviceId, { ...this.judgeOf(deviceId), ...changed })
  }

  /**
   * Notes whether the call button of a device that no worker's judge knows is down, reading by reading in time order. What
   * is older than the newest one known has no meaning for the readings after it.
   */
  noteButton(reading: AttachedReading): void {
    const { deviceId, at, call, intervalMinutes, receivedAt } = reading
    const { down = null } = this.judgeOf(deviceId)
    const limitMs = intervalMinutes === null ? longestHoldMs : gapLimitMs(intervalMinutes)
    if (call && down !== null && at > down.at && at - down.at <= limitMs) {
      this.#held.set(reading, { deviceId, readings: down.readings, receivedAt: down.receivedAt })
    }
    const lastAt = this.states.devices.get(deviceId)?.lastAt ?? null
    if (lastAt !== null && at < lastAt) return
    if (!call && down === null) return
    this.keepJudge(deviceId, { down: call ? { at, readings: down === null ? 1 : 2, receivedAt } : null })
  }

  /**
   * Whether a reading continues a press that its device's reading before it began.
   * @param closedAt when a person last closed an emergency of the wearer, or of the device that nobody wears, epoch ms
   */
  isHeld(reading: AttachedReading, closedAt: number | null = null): boolean {
    const down = this.#held.get(reading)
    return down !== undefined && !isPressedAgain({ down, closedAt }, reading.receivedAt)
  }

  /** Keeps a value for other devices' readings at the same time: those of this batch, however old, and of later ones. */
  remember({ officeId, deviceId }: AttachedReading, kind: OfficeSource['kind'], value: Recent): void {
    this.keepJudge(deviceId, { recent: newestOf(inTimeOrder(this.judgeOf(deviceId).recent ?? [], value)) })
    const known = this.#sources.get(deviceId) ?? { recent: [], movedAt: null, zeroedAt: null, isUsed: false }
    this.#sources.set(deviceId, { ...known, officeId, deviceId, kind, recent: inTimeOrder(known.recent, value) })
  }

  /** Keeps since when a barometer is moved (epoch ms), for the heights that this batch measures against it. */
  keepMoved(source: OfficeSource, movedAt: number | null): void {
    this.#sources.set(source.deviceId, { ...source, movedAt })
  }

  /** Keeps the workers for whom a watcher's site heat counts at its latest reading, while it lasts. */
  noteSiteHeat(heat: OpenSiteHeat & { readonly deviceId: number }, lasts: boolean): void {
    if (lasts) this.siteHeat.set(heat.deviceId, heat)
    else this.siteHeat.delete(heat.deviceId)
  }

  /** Keeps what is stored beside a reading. */
  keep(reading: AttachedReading, judged: Partial<AssessedReading> = {}): void {
    this.assessed.set(reading, { reading, heat: null, worker: null, altitudeCm: null, heatLevel: null, ...judged })
  }
}
