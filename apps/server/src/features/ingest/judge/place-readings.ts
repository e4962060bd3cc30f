import type { WorkerState } from '@mimamori/heat'
import type { Replay, StoredLevels, StoredVital } from '../model.ts'
import { type AttachedReading, noValues, type UsedHeat } from '../reading.ts'
import { byTime } from './in-time.ts'

/** A reading in its order; `was` are the stored levels of one that is stored, null of one that just came. */
export type OrderedReading = { readonly reading: AttachedReading; readonly heat: UsedHeat | null; readonly was: StoredLevels | null }

const blank = {
  ...noValues,
  kind: 'vital',
  alarm: null,
  device: '',
  gateway: null,
  index: 0,
  wasClockWrong: false,
  keepsHeartRate: false,
  movedFrom: null,
  linkedDeviceId: null,
  altitudeOffsetCm: 0,
  isEstimated: false,
  wear: null,
} as const satisfies Partial<AttachedReading>

/** A stored reading in the shape of one that just came; what has no bearing on the judgement is left out. */
export const restored = (companyId: number, vital: StoredVital): AttachedReading => {
  const { deviceId, at, call, officeId, receivedAt, heartRate, intervalMinutes, gatewayId } = vital
  const received = { ...blank, companyId, officeId, at, receivedAt, call, heartRate, intervalMinutes }
  return { ...received, source: received, deviceId, gatewayId }
}

/** A worker's readings parted by their place: before the checkpoint, within what is judged again, and newer than all that was judged. */
export type Places = {
  readonly before: readonly OrderedReading[]
  readonly within: readonly OrderedReading[]
  readonly after: readonly AttachedReading[]
  /** Epoch ms: what is judged again lies after the one and not after the other. */
  readonly from: number
  readonly until: number
}

/** Puts a worker's new readings between the stored ones; presses of other devices are left to the last. */
export const placeReadings = (
  readings: readonly AttachedReading[],
  replay: Replay,
  latest: WorkerState | null,
  heatAt: (reading: AttachedReading) => UsedHeat | null,
): Places => {
  const ends = replay.continues ? readings.filter(({ kind }) => kind === 'vital') : replay.stored
  const until = ends.reduce((newest, { at }) => Math.max(newest, at), latest?.at ?? 0)
  const isLate = ({ kind, at }: AttachedReading) => kind === 'vital' && at <= until
  const late = readings.filter(isLate)
  const ordered: OrderedReading[] = [
    ...replay.stored.map((vital) => ({ reading: restored(replay.companyId, vital), heat: vital.heat, was: vital.levels })),
    ...late.map((reading) => ({ reading, heat: heatAt(reading), was: null })),
  ].toSorted((one, other) => byTime(one.reading, other.reading))
  const from = replay.from?.at ?? (ordered[0]?.reading.at ?? until) - 1
  return {
    before: ordered.filter(({ reading }) => reading.at <= from),
    within: ordered.filter(({ reading }) => reading.at > from),
    after: readings.filter((reading) => !isLate(reading)),
    from,
    until,
  }
}
