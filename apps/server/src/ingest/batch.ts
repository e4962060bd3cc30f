import type { WorkerState } from '@mimamori/heat'
import { EpisodeLog } from '../monitoring/episodes/episode-log.ts'
import type { DeviceJudge, OfficeSource, Recent, States, StoredDevice } from './load-state.ts'
import type { AssessedReading, AttachedReading } from './reading.ts'

const recentSpanMs = 30 * 60_000

const emptyDevice: StoredDevice = { lastAt: null, battery: null, judge: {} }

const withRecent = (recent: readonly Recent[], value: Recent): Recent[] =>
  [...recent.filter(([at]) => at > value[0] - recentSpanMs && at !== value[0]), value].toSorted((a, b) => a[0] - b[0])

/** One batch while it is judged: the states as they were read, and what has become of readings, devices and workers so far. */
export class Batch {
  readonly assessed = new Map<AttachedReading, AssessedReading>()
  readonly workers = new Map<number, WorkerState>()
  readonly devices = new Map<number, DeviceJudge>()
  readonly episodes = new EpisodeLog()
  readonly states: States
  readonly #sources: Map<number, OfficeSource>

  constructor(states: States) {
    this.states = states
    this.#sources = new Map(states.sources.map((source) => [source.deviceId, source]))
  }

  /** The heat and pressure values known so far, those of this batch included. */
  get sources(): OfficeSource[] {
    return [...this.#sources.values()]
  }

  source(deviceId: number): OfficeSource | undefined {
    return this.#sources.get(deviceId)
  }

  /** A device's judge as it stands after the readings judged so far. */
  judgeOf(deviceId: number): DeviceJudge {
    return this.devices.get(deviceId) ?? (this.states.devices.get(deviceId) ?? emptyDevice).judge
  }

  keepJudge(deviceId: number, changed: DeviceJudge): void {
    this.devices.set(deviceId, { ...this.judgeOf(deviceId), ...changed })
  }

  /** Keeps a value for other devices' readings at the same time. */
  remember({ officeId, deviceId }: AttachedReading, kind: OfficeSource['kind'], value: Recent): void {
    const recent = withRecent(this.judgeOf(deviceId).recent ?? [], value)
    this.keepJudge(deviceId, { recent })
    this.#sources.set(deviceId, { officeId, deviceId, kind, recent })
  }

  /** Keeps what is stored beside a reading. */
  keep(reading: AttachedReading, judged: Partial<AssessedReading> = {}): void {
    this.assessed.set(reading, { reading, heat: null, worker: null, altitudeCm: null, heatLevel: null, ...judged })
  }
}
