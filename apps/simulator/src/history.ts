import { createFaultInjector, type FaultRates, pastRates } from './fault-injector.ts'
import { minuteMs } from './site-clock.ts'
import type { World } from './world.ts'

// The server keeps half an hour of a watcher's values for readings that come later: half of that is left to those that are delayed.
const stepMs = 15 * minuteMs
const batchSize = 2_000

/** A batch of the past: what to send, and the instant of its end, epoch ms. */
export type PastBatch = { readonly readings: readonly unknown[]; readonly untilMs: number }

function* inBatches(readings: readonly unknown[], untilMs: number): Generator<PastBatch> {
  for (let start = 0; start < readings.length; start += batchSize) yield { readings: readings.slice(start, start + batchSize), untilMs }
}

/**
 * The past of a site in time order, a quarter of an hour and at most 2,000 readings a batch, generated on request. The world is
 * advanced to `toMs`, so live readings continue from there.
 */
export function* pastReadings(
  world: World,
  fromMs: number,
  toMs: number,
  seed: number,
  rates: FaultRates = pastRates,
): Generator<PastBatch> {
  const injectFaults = createFaultInjector(seed, rates)
  for (let untilMs = fromMs; untilMs < toMs;) {
    untilMs = Math.min(untilMs + stepMs, toMs)
    yield* inBatches(injectFaults(world.advance(untilMs), untilMs), untilMs)
  }
  // Readings that a gateway still holds back are sent at the end.
  yield* inBatches(injectFaults([], Number.POSITIVE_INFINITY), toMs)
}
