import { Reading } from '@mimamori/contract'
import { heartLimits } from '@mimamori/heat'
import { expect, test } from 'vitest'
import { faultsOf, readScenario } from './scenario.ts'
import { dayMs, minuteMs } from './site-clock.ts'
import { testAnchorMs, testScenario } from './test-scenario.ts'
import { createWorld } from './world.ts'

const scenario = testScenario()
const build = (seed: number, fromMs: number) => createWorld({ scenario, seed, anchorMs: testAnchorMs, fromMs })

test('a seed gives the same day, in however many steps', () => {
  const fromMs = testAnchorMs - 90 * minuteMs
  const atOnce = build(3, fromMs).advance(testAnchorMs)
  const stepwise = build(3, fromMs)
  const steps = []
  for (let at = fromMs; at < testAnchorMs; at += 7_000) steps.push(...stepwise.advance(Math.min(at + 7_000, testAnchorMs)))
  expect(steps.length).toBe(atOnce.length)
  expect(new Set(steps.map((taken) => JSON.stringify(taken)))).toEqual(new Set(atOnce.map((taken) => JSON.stringify(taken))))
  expect(build(4, fromMs).advance(testAnchorMs)).not.toEqual(atOnce)
})

test('a day of readings is what the contract asks for, in time order, each once', () => {
  const taken = build(1, testAnchorMs - dayMs).advance(testAnchorMs)
  expect(taken.length).toBeGreaterThan(15_000)
  const seen = new Set<string>()
  let before = 0
  for (const { atMs, reading } of taken) {
    expect(Reading.safeParse(reading).error).toBeUndefined()
    expect(Date.parse(reading.at)).toBe(atMs)
    expect(atMs).toBeGreaterThanOrEqual(before)
    before = atMs
    seen.add(`${reading.kind} ${reading.device} ${reading.at}`)
  }
  expect(seen.size).toBe(taken.length)
})

test('hearts at work stay plausible and mostly below their own limits', () => {
  const taken = build(2, testAnchorMs - dayMs).advance(testAnchorMs - 60 * minuteMs)
  for (const person of scenario.people.filter(({ cast, age }) => cast === undefined && age < 60)) {
    const rates = taken.flatMap(({ reading }) =>
      reading.kind === 'vital' && reading.device === person.vitalSerial && typeof reading.heartRate === 'number' ? [reading.heartRate] : [],
    )
    expect(Math.min(...rates)).toBeGreaterThan(40)
    expect(Math.max(...rates)).toBeLessThan(heartLimits(person.age).maximum)
    const { sustained } = heartLimits(person.age)
    expect(rates.filter((rate) => rate > sustained).length / rates.length).toBeLessThan(0.2)
  }
})

test('the breaks of the day show in the hearts', () => {
  const taken = build(1, testAnchorMs - dayMs).advance(testAnchorMs)
  const mean = (fromMinute: number, toMinute: number): number => {
    const rates = taken.flatMap(({ atMs, reading }) => {
      const minutesAgo = (testAnchorMs - atMs) / minuteMs
      const inside = minutesAgo <= 820 - fromMinute && minutesAgo > 820 - toMinute
      return inside && reading.kind === 'vital' && typeof reading.heartRate === 'number' ? [reading.heartRate] : []
    })
    return rates.reduce((sum, rate) => sum + rate, 0) / rates.length
  }
  expect(mean(735, 775)).toBeLessThan(mean(660, 715) - 12)
  expect(mean(608, 619)).toBeLessThan(mean(560, 598) - 10)
})

test('a position is as exact as the sky over it, near the gateway that hears it, and there is none in a room', () => {
  const positions = new Map<string, { metres: number; accuracy: number }[]>()
  for (const { reading } of build(1, testAnchorMs - 240 * minuteMs).advance(testAnchorMs)) {
    if (reading.kind !== 'vital') continue
    const gateway = scenario.gateways.find(({ serial }) => serial === reading.gateway)
    const { latitude, longitude, accuracy } = reading
    const here = positions.get(gateway?.place ?? '') ?? []
    positions.set(gateway?.place ?? '', here)
    if (typeof latitude !== 'number' || typeof longitude !== 'number' || gateway === undefined) continue
    const [north, east] = [(latitude - gateway.latitude) * 111_320, (longitude - gateway.longitude) * 111_320 * Math.cos(0.622)]
    here.push({ metres: Math.hypot(north, east), accuracy: accuracy ?? Number.NaN })
  }
  const most = (place: string) => Math.max(...(positions.get(place) ?? []).map(({ accuracy }) => accuracy))
  expect(positions.get('A工区 B1F')).toEqual([])
  expect(positions.get('休憩所')).toEqual([])
  expect(most('1F 資材置場')).toBeLessThan(10)
  expect(most('A工区 3F')).toBeGreaterThan(15)
  for (const { metres, accuracy } of [...positions.values()].flat()) expect(metres).toBeLessThan(accuracy)
})

test('a watcher without a wet wick says everything but WBGT', () => {
  const taken = build(1, testAnchorMs - 60 * minuteMs).advance(testAnchorMs)
  const { reading } = taken.findLast((one) => one.reading.device === '000103') ?? {}
  expect(reading).toMatchObject({ kind: 'heat', temperature: expect.any(Number), humidity: expect.any(Number), globe: expect.any(Number) })
  expect(reading).not.toHaveProperty('wbgt')
})

test('a device that has fallen silent says nothing more', () => {
  const taken = build(1, testAnchorMs - 60 * minuteMs).advance(testAnchorMs)
  const last = taken.findLast(({ reading }) => reading.device === '000102')
  expect((testAnchorMs - (last?.atMs ?? 0)) / minuteMs).toBeGreaterThanOrEqual(20)
})

test('a scenario that cannot be played says why', () => {
  expect(faultsOf(scenario)).toEqual([])
  expect(readScenario(JSON.stringify(scenario))).toEqual(scenario)
  expect(() => readScenario(JSON.stringify({ ...scenario, restPlace: '月' }))).toThrow('restPlace: no place named 月')
  expect(() => readScenario('{"site":{}}')).toThrow('places')
})
