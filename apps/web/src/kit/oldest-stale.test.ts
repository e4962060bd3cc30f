import { expect, test, vi } from 'vitest'
import { oldestStale } from './oldest-stale.ts'

const read = (dataUpdatedAt: number, error: Error | null = null) => ({
  error,
  isFetching: false,
  dataUpdatedAt,
  refetch: vi.fn(() => Promise.resolve()),
})
const cutOff = new Error('no answer')

test('a screen is stale where any of its answers could not be read again', () => {
  expect(oldestStale([read(1), read(2)])).toBeUndefined()
  expect(oldestStale([read(1), read(2, cutOff)])).toMatchObject({ dataUpdatedAt: 2 })
  expect(oldestStale([read(2, cutOff), read(1, cutOff)])).toMatchObject({ dataUpdatedAt: 1 })
})

test('all that failed is read again', () => {
  const [people, rests, others] = [read(1, cutOff), read(2, cutOff), read(3)]
  void oldestStale([people, rests, others])?.refetch()
  expect([people, rests, others].map(({ refetch }) => refetch.mock.calls.length)).toEqual([1, 1, 0])
})
