import { describe, expect, it } from 'vitest'
import { CORE_TEMPERATURE_START, estimateCoreTemperatures, nextCoreTemperature } from './core-temperature.ts'
import { times } from './fixtures.ts'

describe('core temperature estimate', () => {
  // Worked out apart from this code, from the formula as published.
  it('follows the published filter', () => {
    const expected = [37.102261139, 37.107969491, 37.118240791, 37.119702593]
    const estimate = estimateCoreTemperatures([120, 130, 140, 90])
    estimate.forEach((celsius, index) => expect(celsius).toBeCloseTo(expected[index] as number, 8))
    expect(estimate).toHaveLength(expected.length)
  })

  it('stays over a minute without a heart rate and trusts it less afterwards', () => {
    const once = nextCoreTemperature(CORE_TEMPERATURE_START, 120)
    const missed = nextCoreTemperature(once, null)
    expect(missed.celsius).toBe(once.celsius)
    expect(missed.variance).toBeGreaterThan(once.variance)
    const rise = (from: typeof once) => nextCoreTemperature(from, 160).celsius - from.celsius
    expect(rise(missed)).toBeGreaterThan(rise(once))
  })

  it('rises with an hour of hard work and not at rest', () => {
    expect(estimateCoreTemperatures(times(60, 140)).at(-1)).toBeCloseTo(38.335611164, 6)
    expect(estimateCoreTemperatures(times(60, 70)).at(-1)).toBeCloseTo(36.838862967, 6)
  })
})
