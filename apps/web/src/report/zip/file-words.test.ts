import { expect, test } from 'vitest'
import { availableUntilWords, peopleDone } from './file-words.ts'

test.each([
  [{ state: 'waiting', done: 0, total: 0 }, '順番を待っています'],
  [{ state: 'running', done: 0, total: 0 }, '準備しています'],
  [{ state: 'running', done: 340, total: 1_200 }, '1,200人中 340人（残り 860人）'],
  [{ state: 'running', done: 12, total: 12 }, 'まとめています'],
] as const)('%j is %s', (job, words) => expect(peopleDone(job)).toBe(words))

test('until when a file is kept is shown in Japan’s time', () => {
  expect(availableUntilWords('2026-07-21T00:05:00+09:00')).toBe('7月21日（火） 00:05 まで保存します')
})
