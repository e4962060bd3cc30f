import { expect, test } from 'vitest'
import { readExample, remainderInWords, sitesInWords, timeInWords } from './read-key-words.ts'
import { tokenOf } from './test-tokens.ts'

test.each([
  [{ state: 'live', daysLeft: 103 }, '102日'],
  [{ state: 'live', daysLeft: 8 }, 'あと7日'],
  [{ state: 'live', daysLeft: 1 }, '今日まで'],
  [{ state: 'ended', daysLeft: 0 }, '期限切れ'],
  [{ state: 'stopped', daysLeft: 0 }, ''],
] as const)('%o is good for %s', (token, words) => expect(remainderInWords(token, 7)).toBe(words))

test('sites by name, archived ones marked; all of them by their number', () => {
  expect(sitesInWords(tokenOf())).toBe('すべての拠点（2）')
  const offices = [
    { officeId: 4, officeName: '東雲三丁目', isArchived: false },
    { officeId: 5, officeName: '豊洲六丁目', isArchived: true },
  ]
  expect(sitesInWords(tokenOf({ officeIds: [4, 5], offices, siteCount: null }))).toBe('東雲三丁目、豊洲六丁目（閉鎖済み）')
})

test('the time alone today, with the day before, with the year of another one', () => {
  const now = Date.parse('2026-07-21T13:00:00+09:00')
  expect(['2026-07-21T05:00:10+09:00', '2026-06-30T18:02:00+09:00', '2025-12-31T23:59:00+09:00'].map((at) => timeInWords(at, now))).toEqual(
    ['05:00', '6/30 18:02', '2025/12/31 23:59'],
  )
})

test('the command reads by the first scope that opens a call, without the secret', () => {
  const origin = 'https://mimamori.example'
  const command = (path: string) => `curl -H 'Authorization: Bearer トークン' '${origin}${path}'`
  expect(readExample(origin, tokenOf({ scopes: ['vitals', 'alerts'] }))).toBe(command('/api/HealthCondition/Alert?limit=50'))
  const offices = [{ officeId: 4, officeName: '東雲三丁目', isArchived: false }]
  expect(readExample(origin, tokenOf({ scopes: ['plan'], offices }))).toBe(command('/api/Plan?officeId=4'))
  for (const scope of ['plan', 'reports'] as const)
    expect(readExample(origin, tokenOf({ scopes: [scope] }))).toBe(command('/api/Office/Search').replace('curl', 'curl -X POST'))
})
