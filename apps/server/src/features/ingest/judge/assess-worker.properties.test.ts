import { heartLimits, judgeBatch, type WorkerState } from '@mimamori/heat'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EpisodeLog, type EpisodeSegment } from '../../alerts/episodes/episode-log.ts'
import { asWorkerReading, watchWorker } from './assess-worker.ts'
import { type AssessedReading, type AttachedReading, noValues, type UsedHeat } from '../reading.ts'

const minuteMs = 60_000
const start = Date.UTC(2026, 6, 20, 1)
// Somebody of 40: limits 140, 159 and 180 bpm, 28 °C.
const settings = {
  limits: heartLimits(40),
  sustainedMinutes: 5,
  instantaneousMinutes: 2,
  maximumMinutes: 2,
  emergencyLevel: 3 as const,
  emergencyMinutes: 6,
  referenceWbgt: 28,
  clothingAdjustment: 0,
}

type Taken = { readonly reading: AttachedReading; readonly heat: UsedHeat | null }

const taken = (at: number, heartRate: number | null, wbgt: number | null, call: boolean, intervalMinutes: number | null): Taken => {
  const sent = {
    ...noValues,
    kind: 'vital' as const,
    device: 'V',
    companyId: 1,
    officeId: 1,
    receivedAt: at,
    index: 0,
    at,
    heartRate,
    call,
    alarm: null,
    intervalMinutes,
    gateway: null,
  }
  const attached = {
    source: sent,
    wasClockWrong: false,
    keepsHeartRate: false,
    isEstimated: false,
    movedFrom: null,
    deviceId: 1,
    linkedDeviceId: null,
    altitudeOffsetCm: 0,
    gatewayId: null,
    wear: null,
  }
  const heat = wbgt === null ? null : { wbgt, source: 'measured' as const, deviceId: 2, rank: 0 as const, temperature: null }
  return { reading: { ...sent, ...attached }, heat }
}

const run = fc.record({
  count: fc.integer({ min: 1, max: 20 }),
  stepMs: fc.oneof(fc.constantFrom(minuteMs, minuteMs, 6 * minuteMs, 70 * minuteMs), fc.integer({ min: 1, max: 300 * minuteMs })),
  heartRate: fc.constantFrom(null, 90, 90, 150, 165, 185, 185, 35),
  wbgt: fc.constantFrom(null, 26, 28.5, 31.5),
  calls: fc.boolean(),
  interval: fc.constantFrom(null, 1),
})

/** A day of one worker in time order. */
const day = fc.array(run, { minLength: 1, maxLength: 8 }).map((runs): Taken[] => {
  let at = start
  return runs.flatMap(({ count, stepMs, heartRate, wbgt, calls, interval }) =>
    Array.from({ length: count }, (_, index) => taken((at += stepMs), heartRate, wbgt, calls && index < 2, interval)),
  )
})

type Episode = { kind: string; startedAt: number; peak: number | null; endedAt: number | null; ending: string | null }

const peakOf = ({ moments }: EpisodeSegment) => Math.max(...moments.map(({ level }) => level ?? -1))

/** The episodes of a day that came in these batches. */
const episodesOf = (batches: readonly (readonly Taken[])[]): Episode[] => {
  let state: WorkerState | null = null
  const episodes: Episode[] = []
  for (const batch of batches) {
    if (batch.length === 0) continue
    const before: WorkerState | null = state === null ? null : (JSON.parse(JSON.stringify(state)) as WorkerState)
    const judged = judgeBatch(
      before,
      batch.map(({ reading, heat }) => asWorkerReading(reading, heat)),
      settings,
    )
    state = judged.state
    const assessed = batch.map(({ reading, heat }, index): AssessedReading => {
      return { reading, heat, worker: judged.assessments[index] ?? null, altitudeCm: null, heatLevel: null }
    })
    const log = new EpisodeLog()
    watchWorker(7, before, assessed, log)
    for (const segment of log.segments) {
      const { kind } = segment.subject
      const running = episodes.findLast((one) => one.kind === kind && one.endedAt === null)
      if (segment.opened)
        episodes.push({
          kind,
          startedAt: segment.moments[0]?.at ?? 0,
          peak: peakOf(segment),
          endedAt: segment.endedAt,
          ending: segment.ending,
        })
      else if (running === undefined) throw new Error(`${kind} continues without having begun`)
      else {
        running.peak = Math.max(running.peak ?? -1, peakOf(segment))
        running.endedAt = segment.endedAt
        running.ending = segment.ending
      }
    }
  }
  return episodes.toSorted((one, other) => one.startedAt - other.startedAt || one.kind.localeCompare(other.kind))
}

it('splitting batches otherwise changes no episode of a worker', () => {
  fc.assert(
    fc.property(day, fc.array(fc.nat(), { maxLength: 6 }), (readings, picks) => {
      const cuts = picks.map((pick) => pick % (readings.length + 1)).toSorted((one, other) => one - other)
      const batches = [0, ...cuts].map((from, index) => readings.slice(from, cuts[index] ?? readings.length))
      const whole = episodesOf([readings])
      expect(episodesOf(batches)).toEqual(whole)
      expect(episodesOf(readings.map((reading) => [reading]))).toEqual(whole)
    }),
  )
})

it('one kind of episode of a worker never overlaps itself, and ends after it began', () => {
  fc.assert(
    fc.property(day, (readings) => {
      for (const own of Map.groupBy(episodesOf([readings]), ({ kind }) => kind).values()) {
        own.forEach((one, index) => {
          const next = own[index + 1]
          expect(one.endedAt ?? Number.POSITIVE_INFINITY).toBeGreaterThan(one.startedAt)
          if (next !== undefined) expect(next.startedAt).toBeGreaterThanOrEqual(one.endedAt ?? Number.POSITIVE_INFINITY)
        })
      }
    }),
  )
})
