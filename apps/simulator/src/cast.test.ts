import type { Reading } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { judgeVitals } from './judge-readings.ts'
import type { CastRole } from './scenario.ts'
import { player, testAnchorMs, testScenario } from './test-scenario.ts'
import { createWorld } from './world.ts'

const minute = 60_000
const cool = 26
const hot = 31.4

/** What the product's judge makes of a player, two minutes after the start. */
const atTwoMinutes = (role: CastRole, age: number, wbgt: number, seed = 5) => {
  const person = player(1, role, 'A工区 3F', { age, beltSerial: 'B-1' })
  const scenario = { ...testScenario(2), people: [person] }
  const fromMs = testAnchorMs - 180 * minute
  const world = createWorld({ scenario, seed, anchorMs: testAnchorMs, fromMs })
  // The scriptStart rises late: filling in the past took four minutes.
  const scriptStart = testAnchorMs + 4 * minute
  world.startScript(scriptStart)
  const readings = world.advance(scriptStart + 2 * minute).map(({ reading }) => reading)
  const last = judgeVitals(person, readings, wbgt).at(-1)
  if (last === undefined) throw new Error('no readings')
  return { ...last, readings, sinceMinutes: (scriptStart + 2 * minute - last.atMs) / minute }
}

const ages = [19, 27, 38, 47, 58, 69]

test.each(ages)('at %i the parts reach the levels they are cast for', (age) => {
  expect(atTwoMinutes('caution', age, cool).assessment).toMatchObject({ heartLevel: 1, totalLevel: 1 })
  expect(atTwoMinutes('vigilance', age, cool).assessment).toMatchObject({ heartLevel: 2, totalLevel: 2, emergency: null })
  expect(atTwoMinutes('danger', age, cool).assessment).toMatchObject({ heartLevel: 3, totalLevel: 3, emergency: null })
  const emergency = atTwoMinutes('emergency', age, hot)
  expect(emergency.assessment).toMatchObject({ totalLevel: 3, emergency: { cause: 'accumulated' } })
  expect(emergency.assessment.emergency?.since).toBeLessThan(testAnchorMs - 3 * minute)
})

test('the call comes just after the start', () => {
  const { assessment, readings } = atTwoMinutes('caller', 40, cool)
  expect(assessment.emergency).toMatchObject({ cause: 'call' })
  expect(readings.filter((reading) => reading.kind === 'vital' && reading.call === true)).toHaveLength(1)
})

test('one device is silent for eighteen minutes, another keeps its level', () => {
  expect(atTwoMinutes('silent', 40, cool).sinceMinutes).toBeGreaterThan(19)
  const lost = atTwoMinutes('dataLost', 55, 28.6)
  expect(lost.sinceMinutes).toBeGreaterThan(19)
  expect(lost.assessment).toMatchObject({ totalLevel: 1, emergency: null })
})

test('without a pulse the readings continue and say so', () => {
  const { assessment, sinceMinutes } = atTwoMinutes('noHeartRate', 40, cool)
  expect(sinceMinutes).toBeLessThan(1.1)
  expect(assessment).toMatchObject({ noHeartRate: true, heartRate: null, totalLevel: null })
})

test('the battery and the hook are as cast', () => {
  const lastOf = (readings: readonly Reading[], kind: Reading['kind']) => readings.findLast((reading) => reading.kind === kind)
  expect(lastOf(atTwoMinutes('lowBattery', 40, cool).readings, 'vital')).toMatchObject({ battery: 1 })
  expect(lastOf(atTwoMinutes('unhooked', 40, cool).readings, 'belt')).toMatchObject({ hook: 0 })
})

test('an emergency of an earlier day is over by the next', () => {
  const person = player(1, 'emergency', '東側 外部足場 4段目', { age: 50, castDaysAgo: 1 })
  const scenario = { ...testScenario(2), people: [person] }
  const fromMs = testAnchorMs - 30 * 60 * minute
  const world = createWorld({ scenario, seed: 5, anchorMs: testAnchorMs, fromMs })
  const judged = judgeVitals(
    person,
    world.advance(testAnchorMs).map(({ reading }) => reading),
    hot,
  )
  const started = judged.find(({ assessment }) => assessment.emergencyStarted)
  expect(started?.atMs).toBeGreaterThan(testAnchorMs - 26 * 60 * minute)
  expect(started?.atMs).toBeLessThan(testAnchorMs - 23 * 60 * minute)
  expect(judged.at(-1)?.assessment.heartLevel).toBe(0)
})
