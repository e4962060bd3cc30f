import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextHeartState, type Demand, physiologyOf, rested, steadyBpm } from './physiology.ts'
import { player } from './test-scenario.ts'

const worker = (age: number, fitness = 0.5, acclimatised = true) =>
  physiologyOf(1, player(1, 'caller', 'A工区 3F', { age, fitness, acclimatised, workLoadClass: 2 }))
const noon = { minute: 840 }
const after = (minutes: number, demand: Demand, physiology = worker(40), heart = rested(physiology)) => {
  for (let minute = 0; minute < minutes; minute += 1) heart = nextHeartState(physiology, heart, demand, 1)
  return heart
}

test('load, heat, want of fitness and of acclimatisation each raise the heart rate', () => {
  const moderate = { watts: 300, wbgt: 27, ...noon }
  const base = steadyBpm(worker(40), 0, moderate)
  expect(base).toBeGreaterThan(85)
  expect(base).toBeLessThan(120)
  expect(steadyBpm(worker(40), 0, { ...moderate, watts: 415 })).toBeGreaterThan(base + 8)
  expect(steadyBpm(worker(40), 0, { ...moderate, wbgt: 32 })).toBeGreaterThan(base + 4)
  expect(steadyBpm(worker(40, 0.1), 0, moderate)).toBeGreaterThan(base)
  expect(steadyBpm(worker(40, 0.5, false), 0, moderate)).toBeGreaterThan(base)
})

test('a break lowers the heart within minutes, the drift of the heat more slowly', () => {
  const worked = after(100, { watts: 415, wbgt: 31, ...noon })
  const breather = after(5, { watts: 120, wbgt: 24, ...noon }, worker(40), worked)
  const rest = after(45, { watts: 120, wbgt: 24, ...noon }, worker(40), worked)
  expect(worked.driftBpm).toBeGreaterThan(5)
  expect(breather.bpm).toBeLessThan(worked.bpm - 20)
  expect(breather.driftBpm).toBeGreaterThan(worked.driftBpm / 2)
  expect(rest.bpm).toBeLessThan(breather.bpm)
  expect(rest.driftBpm).toBeLessThan(worked.driftBpm / 4)
})

test('heart rates stay in the human range for every person and every activity', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 18, max: 75 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.boolean(),
      fc.double({ min: 115, max: 620, noNaN: true }),
      fc.double({ min: 15, max: 36, noNaN: true }),
      (age, fitness, acclimatised, watts, wbgt) => {
        const physiology = worker(age, fitness, acclimatised)
        const { bpm } = after(120, { watts, wbgt, ...noon }, physiology)
        expect(bpm).toBeGreaterThan(45)
        expect(bpm).toBeLessThanOrEqual(physiology.maximumBpm)
      },
    ),
    { numRuns: 60 },
  )
})
