import type { WorkerState } from '@mimamori/heat'
import { byTime } from '../assess/in-time.ts'
import { type AttachedReading, noValues, type UsedHeat } from '../reading.ts'
import type { Replay, StoredLevels, StoredVital } from './rejudge-load.ts'

/** A reading in its place; `was` are the levels on record of one that is stored, null of one that just came. */
export type Placed = { readonly reading: AttachedReading; readonly heat: UsedHeat | null; readonly was: StoredLevels | null }

const blank = {
  ...noValues,
  kind: 'vital',
  device: '',
  gateway: null,
  index: 0,
  wasClockWrong: false,
  movedFrom: null,
  linkedDeviceId: null,
  altitudeOffsetCm: 0,
  wear: null,
} as const satisfies Partial<AttachedReading>

/** A stored reading in the shape of one that just came; of what does not bear on the judgement it says nothing. */
const restored = (companyId: number, vital: StoredVital): AttachedReading => {
  const { deviceId, at, call, officeId, receivedAt, heartRate, intervalMinutes, gatewayId } = vital
  const received = { ...blank, companyId, officeId, at, receivedAt, call, heartRate, intervalMinutes }
  return { ...received, source: received, deviceId, gatewayId }
}

/** A worker's readings parted by their place: before the checkpoint, within what is judged again, and newer than all that was judged. */
export type Places = {
  readonly before: readonly Placed[]
  readonly within: readonly Placed[]
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
  const until = replay.stored.reduce((newest, { at }) => Math.max(newest, at), latest?.at ?? 0)
  const isLate = ({ kind, at }: AttachedReading) => kind === 'vital' && at <= until
  const late = readings.filter(isLate)
  const placed: Placed[] = [
    ...replay.stored.map((vital) => ({ reading: restored(replay.companyId, vital), heat: vital.heat, was: vital.levels })),
    ...late.map((reading) => ({ reading, heat: heatAt(reading), was: null })),
  ].toSorted((one, other) => byTime(one.reading, other.reading))
  const from = replay.from?.at ?? (placed[0]?.reading.at ?? until) - 1
  return {
    before: placed.filter(({ reading }) => reading.at <= from),
    within: placed.filter(({ reading }) => reading.at > from),
    after: readings.filter((reading) => !isLate(reading)),
    from,
    until,
  }
}
