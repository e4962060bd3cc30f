import { altitudeCm } from '@mimamori/heat'
import { expect, test } from 'vitest'
import { groundPressure, pressureAbove } from './belt.ts'
import { testAnchorMs, testScenario } from './test-scenario.ts'
import { createWorld } from './world.ts'

const minute = 60_000

test('the air pressure is one of sea level and changes slowly', () => {
  for (let at = testAnchorMs; at < testAnchorMs + 3 * 86_400_000; at += 15 * minute) {
    expect(groundPressure(1, at)).toBeGreaterThan(100_000)
    expect(groundPressure(1, at)).toBeLessThan(101_500)
    // A barometer speaks every two minutes; meanwhile the height must not seem to move by 20 cm.
    expect(Math.abs(groundPressure(1, at) - groundPressure(1, at - 2 * minute))).toBeLessThan(2)
  }
  expect(100_000 - pressureAbove(100_000, 2, 30)).toBeCloseTo(22.5, 0)
})

test('heights come back out of the pressures, hooked above 2 m except by people who forget', () => {
  const fromMs = testAnchorMs - 30 * minute
  const world = createWorld({ scenario: testScenario(), seed: 4, anchorMs: testAnchorMs, fromMs })
  const readings = world.advance(testAnchorMs).map(({ reading }) => reading)
  let reference: { at: number; pressurePa: number; temperatureCelsius: number } | null = null
  const seen: { device: string; metres: number; hook: number }[] = []
  for (const reading of readings) {
    const at = Date.parse(reading.at)
    if (reading.kind === 'barometer') reference = { at, pressurePa: reading.pressure ?? 0, temperatureCelsius: reading.temperature ?? 0 }
    if (reading.kind !== 'belt' || reference === null) continue
    const centimetres = altitudeCm({ at, pressurePa: reading.pressure ?? 0 }, reference, 0)
    seen.push({ device: reading.device, metres: (centimetres ?? 0) / 100, hook: reading.hook ?? 0 })
  }
  const unhooked = seen.filter(({ device }) => device === 'B-110')
  expect(unhooked.length).toBeGreaterThan(10)
  expect(unhooked.every(({ metres }) => metres > 5 && metres < 9)).toBe(true)
  expect(unhooked.slice(-4).every(({ hook }) => hook === 0)).toBe(true)
  expect(unhooked.slice(0, 6).every(({ hook }) => hook === 1)).toBe(true)
  const others = seen.filter(({ device, metres }) => device !== 'B-110' && metres > 2.3)
  expect(others.filter(({ hook }) => hook === 1).length / others.length).toBeGreaterThan(0.9)
  expect(seen.filter(({ metres }) => metres < 1.3).every(({ hook }) => hook === 0)).toBe(true)
})
