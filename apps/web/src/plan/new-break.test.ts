import { expect, test } from 'vitest'
import { newBreak } from './new-break.ts'
import type { Break } from './trial-search.ts'

const day = { from: '07:00', to: '18:00' }
const night = { from: '20:00', to: '05:00' }

test('the first break is in the middle of the hours, over midnight too', () => {
  expect(newBreak(day, [])).toEqual({ from: '12:00', to: '13:00' })
  expect(newBreak(night, [])).toEqual({ from: '00:00', to: '01:00' })
})

test('a further one is where people work longest, so none comes twice', () => {
  const noon = { from: '12:00', to: '13:00' }
  const second = newBreak(day, [noon])
  expect(second).toEqual({ from: '15:00', to: '16:00' })
  expect(newBreak(day, second === undefined ? [] : [noon, second])).toEqual({ from: '09:00', to: '10:00' })
  expect(newBreak(night, [{ from: '00:00', to: '01:00' }])).toEqual({ from: '02:30', to: '03:30' })
})

test('breaks that are added one after the other never overlap, and end where there is no room', () => {
  for (const work of [day, night, { from: '08:15', to: '09:30' }, { from: '06:00', to: '06:00' }]) {
    const breaks: Break[] = []
    for (let next = newBreak(work, breaks); next !== undefined && breaks.length < 60; next = newBreak(work, breaks)) breaks.push(next)
    expect(breaks.length).toBeLessThan(60)
    expect(breaks.length).toBeGreaterThan(0)
    expect(new Set(breaks.map(({ from }) => from)).size).toBe(breaks.length)
  }
})
