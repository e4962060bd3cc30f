import { expect, test } from 'vitest'
import { estimateOf } from './estimate.ts'

const tried = { kind: 'heat', at: '2026-07-21T13:41:38+09:00', reading: { temperature: 33, humidity: 60, globe: 46 } } as const

test('a meter without WBGT has an estimated one, where it measures air, humidity and globe', () => {
  expect(estimateOf(tried)).toBeCloseTo(32.7, 1)
  expect(estimateOf({ ...tried, reading: { temperature: 33, humidity: 60 } })).toBeNull()
  expect(estimateOf({ ...tried, reading: null })).toBeNull()
})

test('what is measured is not estimated, nor is anything of another kind', () => {
  expect(estimateOf({ ...tried, reading: { ...tried.reading, wbgt: 31.2 } })).toBeNull()
  expect(estimateOf({ ...tried, kind: 'barometer' })).toBeNull()
})
