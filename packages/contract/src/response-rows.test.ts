import { expect, test } from 'vitest'
import { responseRows } from './response-rows.ts'

test('every alert that called for an answer is in one row, also those that still wait for one', () => {
  const within = [
    { minutes: 3, count: 12 },
    { minutes: 5, count: 20 },
    { minutes: 30, count: 30 },
  ]
  const rows = responseRows({ asked: 41, answered: 31, unanswered: 10, medianSeconds: 192, within, over30: 7 })
  expect(rows.map(({ name, count }) => `${name} ${count}`)).toEqual([
    '30分以内 30',
    'うち3分以内 12',
    'うち5分以内 20',
    '30分を超えて確認 1',
    '未確認 10',
    'うち30分超 6',
  ])
  expect(rows.filter(({ isPart }) => !isPart).reduce((sum, { count }) => sum + count, 0)).toBe(41)
})
