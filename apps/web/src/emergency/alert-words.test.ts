import { expect, test } from 'vitest'
import { episodeOf } from '@mimamori/contract/test-episodes'
import { endInWords, whenInWords } from './alert-words.ts'

const now = Date.parse('2026-07-21T13:42:00+09:00')

test.each([
  ['2026-07-21T13:31:00+09:00', '13:31'],
  ['2026-07-20T23:59:00+09:00', '07/20 23:59'],
  ['2025-07-21T13:31:00+09:00', '2025/07/21 13:31'],
])('%s reads %s', (at, words) => expect(whenInWords(at, now)).toBe(words))

test('an end says when, how and after how long', () => {
  const over = { ...episodeOf(1, { startedAt: '2026-07-21T13:21:00+09:00', ending: 'lost' }), endedAt: '2026-07-21T13:29:00+09:00' }
  expect(endInWords(over, now)).toBe('13:29 途絶のまま（8分）')
  expect(endInWords({ ...over, ending: null, startedAt: '2026-07-20T13:21:00+09:00' }, now)).toBe('13:29 終了（1日）')
})
