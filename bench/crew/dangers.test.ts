import { expect, test } from 'vitest'
import { crewDangers, outcomeOfDangers } from './dangers.ts'

test('somebody who overheats fast is reported within the hour, at any age', () => {
  const dangers = crewDangers(28, 'fast', false, 1)
  expect(dangers.length).toBeGreaterThan(30)
  const { missedShare, median } = outcomeOfDangers(dangers)
  expect(missedShare).toBeLessThanOrEqual(0.05)
  expect(median).toBeGreaterThan(0)
  expect(median).toBeLessThan(25)
})

test('outcomes count what was missed, and delays of the others', () => {
  const dangers = [null, 4, 10, 6].map((delay) => ({ age: 40, delay }))
  expect(outcomeOfDangers(dangers)).toEqual({ count: 4, missedShare: 0.25, median: 6, ninth: 10 })
})
