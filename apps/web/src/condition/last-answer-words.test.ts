import { expect, test } from 'vitest'
import { lastAnswerInWords } from './last-answer-words.ts'

const now = Date.parse('2026-07-21T14:00:00+09:00')
const answer = (at: string, receivedAt = at) => ({ state: 'unwell', at, receivedAt }) as const

test('the last answer says its time, its day where it is not of today, and when it came in where that was late', () => {
  expect(lastAnswerInWords(answer('2026-07-21T13:05:00+09:00'), now)).toBe('つらい 13:05')
  expect(lastAnswerInWords({ ...answer('2026-07-20T13:05:00+09:00'), state: 'well' }, now)).toBe('大丈夫 7月20日（月） 13:05')
  expect(lastAnswerInWords(answer('2026-07-21T13:05:00+09:00', '2026-07-21T13:20:00+09:00'), now)).toBe('つらい 13:05')
  expect(lastAnswerInWords(answer('2026-07-21T13:05:00+09:00', '2026-07-21T13:30:00+09:00'), now)).toBe('つらい 13:05（受信 13:30）')
})
