import { expect, test } from 'vitest'
import { z } from 'zod'
import { wireFlag, wireInteger } from '@mimamori/contract/wire'
import { parseSearch, writeSearch } from '../platform/search-text.ts'
import { lastPage, readList, writeList } from './list-params.ts'

const spec = {
  filters: z.object({ officeId: wireInteger(1).optional(), fullName: z.string().optional(), hidden: wireFlag.optional() }),
  sortKeys: ['fullName', 'age'],
} as const

test('reads filters, page and sorting from an address', () => {
  const state = readList(spec, parseSearch('?officeId=12&fullName=%E4%BD%90%E3%80%85%E6%9C%A8&page=3&sortKey=age&sortOrder=descend'))
  expect(state).toEqual({ page: 3, sortKey: 'age', sortOrder: 'descend', filters: { officeId: 12, fullName: '佐々木' } })
})

test('takes names in any case, as other systems link', () => {
  expect(readList(spec, parseSearch('?OfficeId=12')).filters).toEqual({ officeId: 12 })
})

test('what it does not understand costs only itself', () => {
  const state = readList(spec, parseSearch('?officeId=abc&fullName=a&page=-2&sortKey=password&sortOrder=desc'))
  expect(state).toEqual({ page: 1, sortKey: undefined, sortOrder: undefined, filters: { fullName: 'a' } })
})

test('a name of digits stays text', () => {
  expect(readList(spec, parseSearch('?fullName=007')).filters).toEqual({ fullName: '007' })
})

test('what is written is read again', () => {
  const state = { page: 2, sortKey: 'age', sortOrder: 'ascend', filters: { officeId: 4, hidden: true } } as const
  const written = writeSearch(writeList<typeof spec.filters, 'fullName' | 'age'>(state))
  expect(readList(spec, parseSearch(written))).toEqual(state)
})

test('the first page and empty filters leave the address bare', () => {
  expect(writeSearch(writeList({ page: 1, sortKey: undefined, sortOrder: 'ascend', filters: { fullName: '' } }))).toBe('')
})

test('the last page with rows', () => {
  expect([0, 1, 20, 21].map((count) => lastPage(count, 20))).toEqual([1, 1, 1, 2])
})
