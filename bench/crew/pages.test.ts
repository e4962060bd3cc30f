import { expect, test } from 'vitest'
import { crewPages } from './pages.ts'

test('own measures save a third of the alerts of a hot day and more', () => {
  const { measured, unmeasured } = crewPages(31, 1)
  expect(unmeasured.level3).toBeGreaterThan(2)
  expect(measured.level3).toBeLessThan(unmeasured.level3 * 0.7)
  expect(measured.emergencies).toBeLessThanOrEqual(unmeasured.emergencies)
})
