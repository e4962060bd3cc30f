import type { BeltState, ButtonDown, MeasuredShift, WatcherState, WorkerSettings, WorkerState } from '@mimamori/heat'
import type { ReadingKind } from '@mimamori/contract'
import type { EpisodeLog } from '../alerts/episodes/episode-log.ts'
import type { Replayed } from '../alerts/episodes/match-episodes.ts'
import type { OpenSiteHeat } from '../alerts/site-heat/retell.ts'
import type { ExposedWorker } from '../../shared/monitoring/workers/exposed-workers.ts'
import type { AssessedReading, UsedHeat } from './reading.ts'
import type { WrittenState } from './store/worker-columns.ts'

// What the steps of a batch hand to each other, apart from the readings themselves (`reading.ts`).

/** A device's value, kept for other devices' readings at the same time: [epoch ms, WBGT in °C or pascal, °C of the air, whether it was estimated]. */
export type Recent = readonly [at: number, value: number, temperature: number | null, isEstimated?: true]

/** How far back a device's state holds what others are judged by. */
export const recentSpanMs = 30 * 60_000

/** The part of a device's state that is its judge's own. */
export type DeviceJudge = {
  readonly watcher?: WatcherState
  readonly belt?: BeltState
  /** In time order: WBGT of a watcher, pascal of a barometer. */
  readonly recent?: readonly Recent[]
  /** Of a barometer: since when it is not where heights were zeroed (epoch ms), and whether that has a line; null where it is in its place. */
  readonly moved?: { readonly at: number; readonly open: boolean } | null
  /** Where the call button was down in its latest reading: when that was taken (epoch ms), in how many of the latest readings (2 means two or more), and when the latest was received. */
  readonly down?: ({ readonly at: number } & Omit<ButtonDown, 'deviceId'>) | null
}

/** The heat or pressure values of a device for other devices' readings of its office, in time order. */
export type OfficeSource = {
  readonly officeId: number
  readonly deviceId: number
  readonly kind: 'heat' | 'barometer'
  readonly recent: readonly Recent[]
  /** Of a barometer: since when it is not where heights were zeroed, epoch ms; null where it is in its place. */
  readonly movedAt: number | null
  /** Of a barometer: when heights were zeroed by it last, epoch ms, and whether any are measured against it. */
  readonly zeroedAt: number | null
  readonly isUsed: boolean
}

/** A value of the public heat service for an office; WBGT in °C, epoch ms. */
export type PublicValue = { readonly officeId: number; readonly at: number; readonly wbgt: number }

/** A gateway's watcher, and whether its map takes the public value first (sismilType 2). */
export type GatewayHeat = { readonly watcherId: number | null; readonly origin: 1 | 2 }

/** What the readings of a batch are judged by besides their own values. */
export type Sources = {
  readonly sources: OfficeSource[]
  /** In time order. */
  readonly publicValues: PublicValue[]
  readonly gateways: Map<number, GatewayHeat>
  /** WBGT in °C from which each office's heat counts as exceeded where nobody is at a watcher. */
  readonly heatLimits: Map<number, number>
  /** When a watcher measured at each office last, epoch ms, also one that has left it; offices that never had one are missing. */
  readonly measuredAt: ReadonlyMap<number, number>
  /** The workers at the heat sources of the offices whose watchers are among the readings. */
  readonly exposedWorkers: readonly ExposedWorker[]
}

/** The stored state of a worker. */
export type StoredWorker = {
  readonly userId: number
  /** Corrected time of the newest reading stored, epoch ms. */
  readonly lastAt: number | null
  /** When the newest of their readings came, by our clock, epoch ms. */
  readonly heardAt: number | null
  readonly judge: WorkerState | null
  readonly totalLevel: number | null
  readonly battery: number | null
  readonly deviceId: number | null
  /** What this process wrote of it last; null where that is not known. */
  readonly written: WrittenState | null
}

/** The stored state of a device, by its kind. */
export type StoredDevice = {
  readonly lastAt: number | null
  /** When the newest of its readings came, by our clock, epoch ms. */
  readonly heardAt: number | null
  readonly battery: number | null
  readonly judge: DeviceJudge
}

/** Everything that a batch is judged against, as it is stored; its rows are locked. */
export type States = Sources & {
  readonly workers: Map<number, StoredWorker>
  readonly devices: Map<number, StoredDevice>
  /** The gateways of the company by which people rest. */
  readonly restPlaces: ReadonlySet<number>
  /** Of workers who may begin a shift with this batch, those that count for their own measure. */
  readonly shifts: ReadonlyMap<number, readonly MeasuredShift[]>
  /** When a person last closed the site emergency of a device that nobody wears and that calls, epoch ms. */
  readonly closings: ReadonlyMap<number, number>
}

/** A place that a reading has left: the worker and the device that it was stored for, and its time, epoch ms. */
export type LeftPlace = {
  readonly userId: number | null
  readonly device: { readonly device_id: number; readonly kind: ReadingKind; readonly serial: string }
  readonly at: number
}

/** What judging made of a stored reading: its levels, null where it was not judged, and the gap of its interval in force, seconds. */
export type StoredLevels = {
  readonly heartLevel: number | null
  readonly heatLevel: number | null
  readonly totalLevel: number | null
  readonly excess: number | null
  readonly gapSeconds: number | null
}

/** A stored reading of a worker's vital tag as it was judged; times in epoch ms. */
export type StoredVital = {
  readonly deviceId: number
  readonly at: number
  readonly call: boolean
  readonly officeId: number
  readonly receivedAt: number
  readonly heartRate: number | null
  readonly intervalMinutes: number | null
  readonly gatewayId: number | null
  readonly heat: UsedHeat | null
  readonly levels: StoredLevels
}

/** What a worker is judged again from: the state at a checkpoint, null for the beginning, and the stored readings after it. */
export type Replay = {
  readonly companyId: number
  readonly from: WorkerState | null
  readonly stored: readonly StoredVital[]
  readonly settings: WorkerSettings
  /** Epoch ms: when it is done, by which levels without data may have expired. */
  readonly now: number
  /** Levels that the clock has ended continue: all readings are judged as late ones, so that the end is taken back. */
  readonly continues: boolean
}

/** The result for a worker who was judged again. */
export type Rejudgement = {
  /** The state that judging began from; null for the beginning. */
  readonly from: WorkerState | null
  /** The stored readings as they are judged now, in time order. */
  readonly stored: readonly AssessedReading[]
  /** Those of them whose stored levels differ. */
  readonly changed: readonly AssessedReading[]
  readonly replayed: Replayed
}

/** The result for a batch. */
export type Assessment = {
  readonly readings: AssessedReading[]
  readonly workers: Map<number, WorkerState>
  readonly devices: Map<number, DeviceJudge>
  readonly episodes: EpisodeLog
  /** Site heat that lasts, with the workers for whom it counts now. */
  readonly siteHeat: OpenSiteHeat[]
  /** Of each worker the states that the first reading of a new hour met. */
  readonly checkpoints: ReadonlyMap<number, readonly WorkerState[]>
  /** The workers who were judged again from stored readings. */
  readonly rejudged: ReadonlyMap<number, Rejudgement>
}

/** Rows that a batch used were changed before it held its locks. Run again, it uses the new ones. */
export class StaleMasterData extends Error {
  override readonly name = 'StaleMasterData'

  constructor(count: number) {
    super(`${count} rows of master data changed before the batch held its locks`)
  }
}

/** Another transaction stored one of the batch's readings meanwhile. Run again, the batch looks up each of its readings. */
export class StoredElsewhere extends Error {
  override readonly name = 'StoredElsewhere'
}

/** Readings belong into weeks that have no table yet. The tables are made outside the transaction, then the batch runs again. */
export class WeeksMissing extends Error {
  override readonly name = 'WeeksMissing'
  readonly instants: readonly number[]

  /** @param instants of the readings, epoch ms */
  constructor(instants: readonly number[]) {
    super(`${instants.length} readings are of weeks without a table`)
    this.instants = instants
  }
}
