import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

test('runs faster until it has caught up, and never ahead', () => {
  let real = 1_000_000
  const clock = createClock(0, 100, () => real)
  expect(clock.now()).toBe(0)
  real += 5_000
  expect(clock.now()).toBe(500_000)
  real += 50_000
  expect(clock.now()).toBe(real)
})
