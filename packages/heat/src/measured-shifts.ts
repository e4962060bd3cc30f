import { continueStream, type HeartStream, medianOfOthers, type Pulse, withStream } from './heart-stream.ts'
import { medianPulse } from './pulse-window.ts'
import { minuteOf } from './minute-values.ts'
import { beginsShift } from './shift.ts'

// All of it project choice, decisions/0121.
const MEAN_MINUTES = 20
const FEWEST_FOR_MEAN = 12
const PEAK_MINUTES = 5
const FEWEST_FOR_PEAK = 4
const FEWEST_MINUTES = 240

/**
 * A shift as its heart rates show it: from the first valid one to the last, epoch ms, in how many minutes it has a value, the highest
 * mean of 20 minutes and the highest heart rate not gone below in 5 minutes, bpm, null where it has fewer than four hours of
 * minutes, and the interval in force at its end, minutes.
 */
export type ShiftMeasure = {
  readonly beganAt: number
  readonly endedAt: number
  readonly minutes: number
  readonly mean: number | null
  readonly peak: number | null
  readonly intervalMinutes: number | null
}

type RunningShift = { beganAt: number; endedAt: number; intervalMinutes: number | null; readonly bpm: number[] }

/**
 * The shifts of a worker, oldest first, by their valid heart rates in time order. Minutes take the values that the judge gives them.
 * Source: project choice, decisions/0121.
 */
export function measureShifts(pulses: readonly Pulse[]): ShiftMeasure[] {
  const shifts: ShiftMeasure[] = []
  let running: RunningShift | null = null
  let streams: readonly HeartStream[] = []
  for (const pulse of pulses) {
    if (running !== null && beginsShift({ began: running.beganAt }, running.endedAt, pulse.at)) {
      shifts.push(measured(running))
      running = null
    }
    running ??= { beganAt: pulse.at, endedAt: pulse.at, intervalMinutes: null, bpm: [] }
    const { stream, median, before } = continueStream(streams, pulse)
    const [first, now] = [minuteOf(running.beganAt), minuteOf(pulse.at)]
    if (before !== null) {
      const carried = Math.round(medianPulse(before.pulses))
      for (let minute = Math.max(first, minuteOf(before.validAt) + 1); minute < now; minute++)
        running.bpm[minute - first] = Math.max(running.bpm[minute - first] ?? 0, carried)
    }
    running.bpm[now - first] = Math.round(Math.max(median, medianOfOthers(streams, pulse.deviceId, now)))
    running.endedAt = pulse.at
    running.intervalMinutes = stream.interval
    streams = withStream(streams, { ...stream, streaks: null, judged: 0, floor: 0 })
  }
  return running === null ? shifts : [...shifts, measured(running)]
}

function measured({ beganAt, endedAt, intervalMinutes, bpm }: RunningShift): ShiftMeasure {
  const values = Array.from(bpm, (value) => value ?? 0)
  const minutes = values.filter((value) => value > 0).length
  const isLong = minutes >= FEWEST_MINUTES
  const highest = (count: number, fewest: number, of: (known: number[]) => number) => {
    if (!isLong) return null
    let best: number | null = null
    for (let end = 1; end <= values.length; end++) {
      const known = values.slice(Math.max(0, end - count), end).filter((value) => value > 0)
      const value = known.length < fewest ? null : of(known)
      if (value !== null && (best === null || value > best)) best = value
    }
    return best
  }
  return {
    beganAt,
    endedAt,
    minutes,
    mean: highest(MEAN_MINUTES, FEWEST_FOR_MEAN, (known) => known.reduce((sum, value) => sum + value, 0) / known.length),
    peak: highest(PEAK_MINUTES, FEWEST_FOR_PEAK, (known) => Math.min(...known)),
    intervalMinutes,
  }
}
