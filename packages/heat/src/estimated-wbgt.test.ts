import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { estimatedWbgt, type MeterValues } from './estimated-wbgt.ts'

const noon = Date.parse('2026-07-20T12:00:00+09:00')
const meter = (values: Partial<MeterValues> = {}): MeterValues => ({
  at: noon,
  temperature: 33,
  humidity: 60,
  globe: 46,
  windSpeed: null,
  solarRadiation: null,
  ...values,
})

test('with wind and sun the wet bulb is Liljegren’s, to a tenth', () => {
  // By the authors' program the natural wet bulb is 28.54 °C here: 0.7 × 28.54 + 0.2 × 46 + 0.1 × 33.
  expect(estimatedWbgt(meter({ windSpeed: 1.5, solarRadiation: 850 }))).toBe(32.5)
})

test.each([{ windSpeed: 1.5 }, { solarRadiation: 850 }, {}])('with %o alone it is the globe’s', (known) => {
  const wbgt = estimatedWbgt(meter(known)) ?? 0
  expect(wbgt).toBeGreaterThan(32)
  expect(wbgt).toBeLessThan(34)
  expect(wbgt).toBe(Math.round(wbgt * 10) / 10)
})

test('where nothing radiates it rests on the wet bulb of a sling psychrometer', () => {
  // By the authors' program that is 24.93 °C at 27 °C and 85 %: 0.7 × 24.93 + 0.3 × 27.
  const wbgt = estimatedWbgt(meter({ temperature: 27, humidity: 85, globe: 27 })) ?? 0
  expect(Math.abs(wbgt - 25.55)).toBeLessThan(0.3)
})

it.each<Partial<MeterValues>>([
  { temperature: null },
  { humidity: null },
  { globe: null },
  { humidity: 0 },
  { humidity: 120 },
  { temperature: 85, globe: 90 },
  { temperature: -30, globe: -30 },
  { globe: 0 },
  { globe: -127 },
  { globe: 120 },
])('without plausible air, humidity and globe there is no estimate: %o', (values) => {
  expect(estimatedWbgt(meter(values))).toBeNull()
})

test('a little over 100 % is wet air', () => {
  expect(estimatedWbgt(meter({ humidity: 104 }))).toBe(estimatedWbgt(meter({ humidity: 100 })))
})

const orNull = (min: number, max: number) => fc.option(fc.double({ min, max, noNaN: true }), { nil: null })

test('whatever a meter says, there is a WBGT between air and globe’s reach, or none', () => {
  const values = fc.record({
    at: fc.integer({ min: 0, max: Date.UTC(2100, 0) }),
    temperature: orNull(-1_000, 1_000),
    humidity: orNull(-1_000, 1_000),
    globe: orNull(-1_000, 1_000),
    windSpeed: orNull(0, 100),
    solarRadiation: orNull(0, 2_000),
  })
  fc.assert(fc.property(values, (given) => Number.isFinite(estimatedWbgt(given) ?? 0)))
})
