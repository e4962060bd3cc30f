import { Reading } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { pastReadings } from './history.ts'
import { createFaultInjector, noFaults, pastRates, usualRates } from './fault-injector.ts'
import { dayMs, minuteMs } from './site-clock.ts'
import { testAnchorMs, testScenario } from './test-scenario.ts'
import { createWorld, type TimedReading } from './world.ts'

const fromMs = testAnchorMs - 3 * 60 * minuteMs
const rates = { resent: 0.02, late: 0.02, rubbish: 0.02, future: 0.02 }
const world = () => createWorld({ scenario: testScenario(), seed: 3, anchorMs: testAnchorMs, fromMs })

const spoiled = (taken: readonly TimedReading[], some = rates) => {
  const injectFaults = createFaultInjector(3, some)
  const out: { atMs: number; item: unknown }[] = []
  for (let at = fromMs; at <= testAnchorMs; at += minuteMs) {
    const now = taken.filter(({ atMs }) => atMs > at - minuteMs && atMs <= at)
    out.push(...injectFaults(now, at).map((item) => ({ atMs: at, item })))
  }
  out.push(...injectFaults([], Number.POSITIVE_INFINITY).map((item) => ({ atMs: testAnchorMs, item })))
  return out
}

test('nothing is lost; what is sent twice or late is the same reading', () => {
  const taken = world().advance(testAnchorMs)
  const out = spoiled(taken)
  const times = new Map<string, number>()
  for (const { item } of out) times.set(JSON.stringify(item), (times.get(JSON.stringify(item)) ?? 0) + 1)
  expect(taken.filter(({ reading }) => !times.has(JSON.stringify(reading)))).toEqual([])
  expect([...times.values()].filter((count) => count === 2).length).toBeGreaterThan(10)
  const late = out.filter(({ atMs, item }) => Reading.safeParse(item).success && atMs - Date.parse((item as Reading).at) > 4 * minuteMs)
  expect(late.length).toBeGreaterThan(10)
})

test('invalid readings and clocks ahead are mixed into good readings', () => {
  const out = spoiled(world().advance(testAnchorMs))
  expect(out.filter(({ item }) => !Reading.safeParse(item).success).length).toBeGreaterThan(10)
  const ahead = out.filter(({ atMs, item }) => Reading.safeParse(item).success && Date.parse((item as Reading).at) > atMs)
  expect(ahead.length).toBeGreaterThan(10)
})

test('the same seed plays the same tricks, in however many steps, and none where none are wanted', () => {
  const taken = world().advance(testAnchorMs)
  const atOnce = createFaultInjector(3, rates)
  const sorted = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).toSorted()
  expect(sorted([...atOnce(taken, testAnchorMs), ...atOnce([], Number.POSITIVE_INFINITY)])).toEqual(
    sorted(spoiled(taken).map(({ item }) => item)),
  )
  expect(spoiled(taken, noFaults).map(({ item }) => item)).toEqual(taken.map(({ reading }) => reading))
  expect(pastRates.future).toBe(0)
  expect(usualRates.future).toBeGreaterThan(0)
})

const isOfPeople = (reading: unknown) => ['vital', 'belt'].includes((reading as Reading).kind)

test('the past comes in batches of a quarter of an hour, longer where nobody works, in time order, and nothing of the future', () => {
  const start = testAnchorMs - dayMs
  const scenario = testScenario()
  const past = createWorld({ scenario, seed: 3, anchorMs: testAnchorMs, fromMs: start })
  const batches = [...pastReadings(past, start, testAnchorMs, 3, noFaults)]
  for (const { readings, untilMs } of batches) {
    expect(readings.length).toBeLessThanOrEqual(2_000)
    const longest = readings.some(isOfPeople) ? 15 * minuteMs : 3 * 60 * minuteMs
    expect(readings.every((reading) => Date.parse((reading as Reading).at) > untilMs - longest - 1_000)).toBe(true)
  }
  expect(batches.length).toBeLessThan(90)
  const times = batches.flatMap(({ readings }) => readings.map((reading) => Date.parse((reading as Reading).at)))
  expect(times.toSorted((one, other) => one - other)).toEqual(times)
  expect(times.at(-1)).toBeLessThanOrEqual(testAnchorMs)
  const whole = createWorld({ scenario, seed: 3, anchorMs: testAnchorMs, fromMs: start }).advance(testAnchorMs)
  expect(times.length).toBe(whole.length)
  // What is live continues where the past ended.
  expect(past.advance(testAnchorMs + minuteMs).every(({ atMs }) => atMs > testAnchorMs)).toBe(true)
})
