import { expect, test } from 'vitest'
import { AnswerError } from '../platform/call-error.ts'
import { lockedWords, loginFailure } from './login-failure.ts'

const now = Date.parse('2026-07-20T13:00:00+09:00')

test('a lock says from which minute on it may be tried again, by the clock of Japan', () => {
  expect(lockedWords('2026-07-20T13:15:01+09:00', now)).toContain('。13:16 を過ぎてから')
  expect(lockedWords('2026-07-20T23:59:30+09:00', now)).toContain('7月21日（火） 00:00 を過ぎてから')
  expect(lockedWords(undefined)).toContain('しばらく待ってから')
})

test('why an account may not sign in is said in the words of the server', () => {
  const refused = new AnswerError(403, [{ row: null, text: '所属する拠点は閉鎖されました。' }], new Headers())
  expect(loginFailure(refused)).toBe('所属する拠点は閉鎖されました。')
})
