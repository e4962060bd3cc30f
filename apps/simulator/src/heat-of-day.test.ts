import { expect, test } from 'vitest'
import { heatAt, sunshine, wetBulb } from './heat-of-day.ts'
import { exposures } from './scenario.ts'

const hotDay = 20_777

test('the wet bulb agrees with the published example (Stull 2011: 20 °C, 50 % give 13.7 °C)', () => {
  expect(wetBulb(20, 50)).toBeCloseTo(13.7, 1)
})

test.each(exposures)('WBGT on %s continues without a jump through four days', (exposure) => {
  let before = heatAt(1, 'place', exposure, { day: hotDay - 3, minute: 0 }, hotDay)
  for (let minutes = 1; minutes < 4 * 1_440; minutes += 1) {
    const time = { day: hotDay - 3 + Math.floor(minutes / 1_440), minute: minutes % 1_440 }
    const now = heatAt(1, 'place', exposure, time, hotDay)
    expect(Math.abs(now.wbgt - before.wbgt)).toBeLessThan(0.12)
    expect(now.wbgt).toBeGreaterThan(20)
    expect(now.wbgt).toBeLessThan(33)
    expect(now.humidity).toBeGreaterThan(35)
    expect(now.humidity).toBeLessThanOrEqual(100)
    expect(now.globe).toBeGreaterThanOrEqual(now.temperature)
    before = now
  }
})

test.each([1, 2, 3, 4, 5])('at 13:40 of the hot day the places differ as the demo needs (seed %i)', (seed) => {
  const [scaffold, roof, yard, shade, indoor, cooled] = exposures.map(
    (exposure) => heatAt(seed, exposure, exposure, { day: hotDay, minute: 820 }, hotDay).wbgt,
  ) as [number, number, number, number, number, number]
  expect(scaffold).toBeGreaterThan(31)
  expect(roof).toBeGreaterThan(29.5)
  expect(roof).toBeLessThan(31)
  expect(yard).toBeGreaterThan(29)
  expect(shade).toBeGreaterThan(28.1)
  expect(shade).toBeLessThan(29)
  expect(indoor).toBeLessThan(27.5)
  expect(cooled).toBeLessThan(25)
})

test('nights are cooler than afternoons and without sun', () => {
  const at = (minute: number) => heatAt(1, 'place', 'scaffold', { day: hotDay, minute }, hotDay)
  expect(at(820).wbgt - at(300).wbgt).toBeGreaterThan(4)
  expect(at(240).globe).toBeCloseTo(at(240).temperature, 1)
  expect(sunshine(0)).toBe(0)
  expect(sunshine(12 * 60)).toBeGreaterThan(0.95)
})
