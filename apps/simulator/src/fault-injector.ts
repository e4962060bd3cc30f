import { chance } from './random.ts'
import { japanTime, minuteMs } from './site-clock.ts'
import type { TimedReading } from './world.ts'

/** How often things go wrong, as shares of the readings (0 to 1). */
export type FaultRates = {
  /** Sent a second time, as after a lost acknowledgement. */
  readonly resent: number
  /** Delayed by a gateway for three to twelve minutes. */
  readonly late: number
  /** Sent together with something that is no reading. */
  readonly rubbish: number
  /** The device's clock runs ahead: 25 minutes, which is refused, or 75 seconds, which is not. */
  readonly future: number
}

/** The rates of a real site on a day of good reception (project choice). */
export const usualRates: FaultRates = { resent: 0.004, late: 0.003, rubbish: 0.002, future: 0.001 }
/** The past is filled in with the same faults, except that no past reading can be ahead of the server's clock. */
export const pastRates: FaultRates = { ...usualRates, rubbish: 0.000_05, future: 0 }
/** A site without faults. */
export const noFaults: FaultRates = { resent: 0, late: 0, rubbish: 0, future: 0 }

/** Works between the world and the uplink; its output may hold values that are no readings. */
export type FaultInjector = (taken: readonly TimedReading[], nowMs: number) => unknown[]

const shortestDelayMs = 3 * minuteMs
const longestDelayMs = 12 * minuteMs
const resendAfterMs = minuteMs

// Each is refused for another reason: unknown device, no time, no kind, a wrong type, no object at all.
const rubbish = (at: string, draw: number): unknown => {
  const kinds: readonly unknown[] = [
    { kind: 'vital', device: '32001', at, heartRate: 88 },
    { kind: 'vital', device: '10001', at: '昨日の午後', heartRate: 91 },
    { kind: 'pulse', device: '10001', at, bpm: 90 },
    { kind: 'heat', device: '000101', at, wbgt: '29.4度' },
    'heartbeat',
  ]
  return kinds[Math.floor(draw * kinds.length)]
}

type DelayedItem = { readonly dueMs: number; readonly item: unknown }

/**
 * Resends, delays and spoils readings. Each decision depends on the seed and the reading alone, so it is the same in
 * however many steps the world advances; scripted devices are never delayed, which would undo what they show.
 */
export const createFaultInjector = (seed: number, rates: FaultRates): FaultInjector => {
  let held: DelayedItem[] = []
  return (taken, nowMs) => {
    const out: unknown[] = []
    for (const { atMs, reading, scripted } of taken) {
      const draw = (label: string): number => chance(seed, label, reading.kind, reading.device, atMs)
      if (!scripted && draw('late') < rates.late) {
        const delay = shortestDelayMs + draw('delay') * (longestDelayMs - shortestDelayMs)
        held.push({ dueMs: atMs + delay, item: reading })
        continue
      }
      out.push(reading)
      if (draw('resent') < rates.resent) held.push({ dueMs: atMs + resendAfterMs, item: reading })
      if (draw('rubbish') < rates.rubbish) out.push(rubbish(reading.at, draw('which')))
      if (!scripted && reading.kind === 'vital' && draw('future') < rates.future) {
        const aheadMs = draw('ahead') < 0.5 ? 25 * minuteMs + 3_000 : 75_000
        out.push({ ...reading, at: japanTime(atMs + aheadMs) })
      }
    }
    const due = held.filter(({ dueMs }) => dueMs <= nowMs).toSorted((one, other) => one.dueMs - other.dueMs)
    held = held.filter(({ dueMs }) => dueMs > nowMs)
    return [...out, ...due.map(({ item }) => item)]
  }
}
