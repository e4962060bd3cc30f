import { expect, test } from 'vitest'
import { dayFaultsOf, monthAround, obstacleOf, readZipChoice, writeZipChoice, type ZipChoice } from './zip-choice.ts'

const today = '2026-07-20'
const whole: ZipChoice = { officeIds: [3], workers: [], types: [1, 5], from: '2026-07-01', to: '2026-07-20', statistic: 'max' }

test('what the address says is read back as it was written', () => {
  const choice: ZipChoice = { officeIds: [3, 4], workers: [7, 9], types: [2, 5], from: '2026-07-01', to: '2026-07-02', statistic: 'mean' }
  expect(readZipChoice(writeZipChoice(choice), [3, 4, 5])).toEqual(choice)
})

test('of a link by hand only what can be chosen is taken, and one’s only site always is', () => {
  expect(readZipChoice({ officeId: '3,x,99,3', types: '5,9,1', workers: '-1,2' }, [3, 4])).toMatchObject({
    officeIds: [3],
    types: [1, 5],
    workers: [2],
  })
  expect(readZipChoice({ officeId: '99' }, [3]).officeIds).toEqual([3])
})

test.each([
  [
    'nothing chosen',
    { officeIds: [], types: [], from: undefined, to: undefined },
    '拠点、種類、開始日、終了日を選ぶと、ファイルを作れます。',
  ],
  ['no type', { types: [] }, '種類を選ぶと、ファイルを作れます。'],
  ['all chosen', {}, undefined],
  ['the last day that can be', { from: '2026-04-20' }, undefined],
  ['a day too many', { from: '2026-04-19' }, '終了日：開始日から92日以内の日を選んでください。'],
  ['an end before the start', { to: '2026-06-30' }, '終了日：開始日以降の日を選んでください。'],
  ['a future end', { to: '2026-07-21' }, '終了日：今日までの日を選んでください。'],
  ['a future start', { from: '2026-07-21', to: '2026-07-20' }, '開始日：今日までの日を選んでください。'],
])('%s: the button says what is missing', (_, change, words) => expect(obstacleOf({ ...whole, ...change }, today)).toBe(words))

test('both days say what is wrong with them', () => {
  expect(dayFaultsOf({ from: '2026-07-22', to: '2026-07-21' }, today)).toEqual({
    startTime: '今日までの日を選んでください。',
    endTime: '今日までの日を選んでください。',
  })
  expect(dayFaultsOf({ from: undefined, to: undefined }, today)).toEqual({})
})

test.each([
  ['2026-07-20', 0, '2026-07-01', '2026-07-20'],
  ['2026-07-20', 1, '2026-06-01', '2026-06-30'],
  ['2026-01-31', 1, '2025-12-01', '2025-12-31'],
  ['2028-03-01', 1, '2028-02-01', '2028-02-29'],
] as const)('of %s, %i months before: %s to %s', (day, before, from, to) => expect(monthAround(day, before)).toEqual({ from, to }))
