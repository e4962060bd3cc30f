import { expect, test } from 'vitest'
import { disturbanceKinds, disturbances, hoursOf, lastStartHours } from './plan.ts'

test('every disturbance happens in working hours, one after another, and the last process lives for four days', () => {
  expect([...new Set(disturbances.map(({ kind }) => kind))].toSorted()).toEqual([...disturbanceKinds].toSorted())
  let free = 0
  for (const disturbance of disturbances) {
    expect(hoursOf(disturbance)).toBeGreaterThanOrEqual(free)
    expect(disturbance.day).toBeLessThan(6)
    expect(disturbance.hour).toBeGreaterThan(8)
    const end = disturbance.hour + disturbance.minutes / 60
    expect(end).toBeLessThan(17)
    free = 24 * disturbance.day + end + 1
  }
  expect(7 * 24 - lastStartHours).toBeGreaterThan(4 * 24)
})
