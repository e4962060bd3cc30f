import { createFaultInjector, type FaultRates, pastRates } from './fault-injector.ts'
import { minuteMs } from './site-clock.ts'
import type { World } from './world.ts'

// The server keeps half an hour of a watcher's values for readings that come later: half of that is left to those that are delayed.
const stepMs = 15 * minuteMs
// Where nobody sends, nothing is judged by the watchers' values: most of a night fits into a message, and half of all messages are of nights.
const longestMs = 180 * minuteMs
const batchSize = 2_000

/** A batch of the past: what to send, and the instant of its end, epoch ms. */
export type PastBatch = { readonly readings: readonly unknown[]; readonly untilMs: number }

function* inBatches(readings: readonly unknown[], untilMs: number): Generator<PastBatch> {
  for (let start = 0; start < readings.length; start += batchSize) yield { readings: readings.slice(start, start + batchSize), untilMs }
}

const ofPeople = new Set(['vital', 'belt'])
const isOfPeople = (reading: unknown) =>
  typeof reading === 'object' && reading !== null && 'kind' in reading && typeof reading.kind === 'string' && ofPeople.has(reading.kind)

/**
 * The past of a site in time order, a quarter of an hour a batch, up to three hours while nobody works, and at most 2,000 readings,
 * generated on request. The world is advanced to `toMs`, so live readings continue from there.
 */
export function* pastReadings(
  world: World,
  fromMs: number,
  toMs: number,
  seed: number,
  rates: FaultRates = pastRates,
): Generator<PastBatch> {
  const injectFaults = createFaultInjector(seed, rates)
  let quiet: unknown[] = []
  let quietFromMs = fromMs
  for (let beginMs = fromMs; beginMs < toMs; beginMs += stepMs) {
    const untilMs = Math.min(beginMs + stepMs, toMs)
    const readings = injectFaults(world.advance(untilMs), untilMs)
    const isQuiet = !readings.some(isOfPeople)
    if (!isQuiet || untilMs - quietFromMs > longestMs) {
      yield* inBatches(quiet, beginMs)
      quiet = []
      quietFromMs = isQuiet ? beginMs : untilMs
    }
    if (isQuiet) quiet.push(...readings)
    else yield* inBatches(readings, untilMs)
  }
  yield* inBatches(quiet, toMs)
  // Readings that a gateway still holds back are sent at the end.
  yield* inBatches(injectFaults([], Number.POSITIVE_INFINITY), toMs)
}
