import type { Level } from './alert-level.ts'
import { gapLimitMs } from './gap.ts'
import { HOUR_MS } from './milliseconds.ts'
import { minuteOf } from './minute-values.ts'
import { intervalOf, markSpacing } from './pace.ts'
import { addPulse, medianPulse, type PulseWindow } from './pulse-window.ts'

/** Two worn at once are followed; of a third the one unheard for longest is forgotten. Project choice, decisions/0120. */
const MOST_STREAMS = 2
const FORGOTTEN_AFTER_MS = 4 * HOUR_MS

/** When the running streak beyond each limit began, epoch ms, or `null`. `peak` is the limit above the own peak. */
export type HeartStreaks = {
  readonly sustained: number | null
  readonly instantaneous: number | null
  readonly maximum: number | null
  readonly low: number | null
  readonly peak: number | null
}

export const NO_STREAKS: HeartStreaks = { sustained: null, instantaneous: null, maximum: null, low: null, peak: null }

/**
 * The heart rates of one device. `validAt`: its last valid one, epoch ms; `spacings`: ms between the last ones; `interval`: in
 * force at it, minutes; streaks are null without any; `judged`: the level that it came to; `floor`: the level before a
 * gap, for as long as the heart rate since stays beyond a limit that comes to it.
 */
export type HeartStream = {
  readonly deviceId: number
  readonly validAt: number
  readonly interval: number | null
  readonly pulses: PulseWindow
  readonly spacings: readonly number[]
  readonly streaks: HeartStreaks | null
  readonly judged: Level
  readonly floor: Level
}

/** A valid heart rate, bpm at epoch ms, of a device with the interval that its reading declares, minutes. */
export type Pulse = { readonly at: number; readonly bpm: number; readonly deviceId: number; readonly declaredMinutes: number | null }

/**
 * What a valid heart rate continues: its device's stream with the heart rate added, not judged yet, and the stream whose streaks
 * continue, its own or, where a gap parts it from that, another device's of the same worker; `null` where a gap parts it from all.
 */
export type ContinuedStream = {
  readonly stream: Omit<HeartStream, 'judged' | 'floor'>
  readonly median: number
  readonly limitMs: number
  readonly before: HeartStream | null
}

/** Adds a valid heart rate to the streams of a worker's devices. Source: project choice, decisions/0031 and 0120. */
export function continueStream(streams: readonly HeartStream[], { at, bpm, deviceId, declaredMinutes }: Pulse): ContinuedStream {
  const own = streams.find((one) => one.deviceId === deviceId)
  const spacings = own === undefined ? [] : markSpacing(own.spacings, at - own.validAt)
  const interval = intervalOf(spacings, declaredMinutes)
  const limitMs = gapLimitMs(interval)
  const isUnbroken = (one: HeartStream | undefined): one is HeartStream => one !== undefined && at - one.validAt <= limitMs
  const latest = streams.find((one) => one.deviceId !== deviceId && isUnbroken(one))
  const before = isUnbroken(own) ? own : (latest ?? null)
  const pulses = addPulse(own?.pulses ?? null, at, bpm)
  return {
    stream: { deviceId, validAt: at, interval, pulses, spacings, streaks: before?.streaks ?? null },
    median: medianPulse(pulses),
    limitMs,
    before,
  }
}

/** The streams with one of them as it is now, the one heard last first. */
export function withStream(streams: readonly HeartStream[], stream: HeartStream): readonly HeartStream[] {
  // Mostly there is but the one.
  if (streams.length === 0 || (streams.length === 1 && streams[0]?.deviceId === stream.deviceId)) return [stream]
  const others = streams.filter(({ deviceId, validAt }) => deviceId !== stream.deviceId && stream.validAt - validAt <= FORGOTTEN_AFTER_MS)
  return [stream, ...others.slice(0, MOST_STREAMS - 1)]
}

/** The highest level among other devices' streams that no gap parts from `at` (epoch ms). */
export function levelOfOthers(streams: readonly HeartStream[], deviceId: number, at: number): Level {
  let highest: Level = 0
  for (const one of streams) {
    if (one.deviceId !== deviceId && one.judged > highest && at - one.validAt <= gapLimitMs(one.interval)) highest = one.judged
  }
  return highest
}

/** The highest heart rate (bpm) that another device's stream gives the minute of that number; 0 where none does. */
export function medianOfOthers(streams: readonly HeartStream[], deviceId: number, minute: number): number {
  let highest = 0
  for (const { deviceId: other, validAt, pulses } of streams) {
    if (other !== deviceId && minuteOf(validAt) === minute) highest = Math.max(highest, medianPulse(pulses))
  }
  return highest
}
