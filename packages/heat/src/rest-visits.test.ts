import { expect, it } from 'vitest'
import { MINUTE_MS } from './milliseconds.ts'
import { restVisits } from './rest-visits.ts'

const minute = (n: number) => n * MINUTE_MS
/** Readings a minute apart from the first minute to the last. */
const heard = (from: number, to: number, isAtRestPlace: boolean | null) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ at: minute(from + index), isAtRestPlace, gapMs: minute(5) }))
const visit = (from: number, heardAt: number, to: number | null, hasLeft: boolean) => ({
  from: minute(from),
  heardAt: minute(heardAt),
  to: to === null ? null : minute(to),
  hasLeft,
})

it('is a rest from five minutes on, and lasts until the person is heard elsewhere', () => {
  expect(restVisits([...heard(0, 9, false), ...heard(10, 14, true)])).toEqual([])
  expect(restVisits([...heard(0, 9, false), ...heard(10, 15, true)])).toEqual([visit(10, 15, null, false)])
  expect(restVisits([...heard(10, 29, true), ...heard(30, 31, false)])).toEqual([visit(10, 29, 30, true)])
})

it('counts no silence', () => {
  expect(restVisits([...heard(0, 2, true), ...heard(10, 12, true)])).toEqual([])
  expect(restVisits([...heard(0, 8, true), ...heard(20, 26, true)])).toEqual([visit(0, 8, 8, false), visit(20, 26, null, false)])
  expect(restVisits([...heard(0, 8, true), ...heard(20, 20, false)])).toEqual([visit(0, 8, 8, true)])
})

it('is not broken by readings that say nothing of the place', () => {
  expect(restVisits([...heard(0, 2, true), ...heard(3, 4, null), ...heard(5, 6, true)])).toEqual([visit(0, 6, null, false)])
})

it('counts a device that sends every quarter of an hour', () => {
  const readings = [0, 15, 30].map((n) => ({ at: minute(n), isAtRestPlace: n < 30, gapMs: minute(37.5) }))
  expect(restVisits(readings)).toEqual([visit(0, 15, 30, true)])
})
