import { createMischief, type MischiefRates, pastRates } from './mischief.ts'
import { minuteMs } from './site-clock.ts'
import type { World } from './world.ts'

const stepMs = 5 * minuteMs
const batchSize = 2_000

/** A batch of the past: what to send, and the instant up to which it tells, epoch ms. */
export type PastBatch = { readonly readings: unknown[]; readonly untilMs: number }

/**
 * The past of a site in time order, in batches of at most 2,000 readings, made as they are asked for. The world is
 * moved on to `toMs`, so what is live goes on from there without a seam.
 */
export function* pastReadings(
  world: World,
  fromMs: number,
  toMs: number,
  seed: number,
  rates: MischiefRates = pastRates,
): Generator<PastBatch> {
  const mischief = createMischief(seed, rates)
  let pending: unknown[] = []
  for (let untilMs = fromMs; untilMs < toMs; ) {
    untilMs = Math.min(untilMs + stepMs, toMs)
    pending.push(...mischief(world.advance(untilMs), untilMs))
    while (pending.length >= batchSize) {
      yield { readings: pending.slice(0, batchSize), untilMs }
      pending = pending.slice(batchSize)
    }
  }
  // What a gateway still held back comes in at the end.
  pending.push(...mischief([], Number.POSITIVE_INFINITY))
  for (; pending.length > 0; pending = pending.slice(batchSize))
    yield { readings: pending.slice(0, batchSize), untilMs: toMs }
}
