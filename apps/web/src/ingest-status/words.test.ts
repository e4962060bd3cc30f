import { expect, test } from 'vitest'
import { clockErrorInWords, clockToSecond, firstSentence, rateInWords, rateOf, recencyOf, shortReason, wayInWords } from './words.ts'

const at = '2026-07-21T13:42:08+09:00'
const after = (seconds: number) => Date.parse(at) + seconds * 1_000

test.each([
  [0, 'いま', false, false],
  [-4, 'いま', false, false],
  [3, '3秒前', false, false],
  [14 * 60, '14分前', false, false],
  [15 * 60, '15分 届いていません', true, false],
  [4 * 3_600 + 28 * 60, '4時間28分 届いていません', true, false],
  [62 * 3_600, '2日 届いていません', true, false],
  [72 * 3_600, '3日 届いていません', true, true],
])('a message %i s ago is %s', (seconds, words, isSilent, isAbandoned) => {
  expect(recencyOf(at, after(seconds))).toEqual({ words, isSilent, isAbandoned })
})

test('the clock of another day names the day', () => {
  expect(clockToSecond(at, after(60))).toBe('13:42:08')
  expect(clockToSecond(at, after(24 * 3_600))).toBe('7/21 13:42:08')
})

const minutes = (...last: number[]) => [...Array.from({ length: 60 - last.length }, () => 0), ...last]

test.each([
  ['nothing', minutes(), 0],
  ['the first minute, still running', minutes(7), 7],
  ['two whole minutes and a running one', minutes(10, 20, 1), 15],
  ['ten minutes at most', minutes(500, ...Array.from({ length: 10 }, () => 3), 0), 3],
  ['a sender that stopped ten minutes ago', minutes(9, ...Array.from({ length: 11 }, () => 0)), 0],
])('the rate of %s', (_, perMinute, rate) => expect(rateOf(perMinute)).toBe(rate))

test.each([
  [1218.4, '1,218'],
  [7, '7'],
  [6.54, '6.5'],
  [0.3, '0.3'],
  [0, '0'],
])('%d a minute is written %s', (rate, words) => expect(rateInWords(rate)).toBe(words))

test.each([
  [-372, '6分12秒 遅れ'],
  [120, '2分 進み'],
  [-40, '40秒 遅れ'],
  [2 * 3_600 + 300, '2時間5分 進み'],
])('a clock wrong by %i s', (seconds, words) => expect(clockErrorInWords(seconds)).toBe(words))

test('the way names the other system too', () => {
  expect(wayInWords({ type: 'key', via: 'mqtt' })).toBe('MQTT')
  expect(wayInWords({ type: 'chirpstack', via: 'http' })).toBe('ChirpStack・HTTP')
  expect(wayInWords({ type: 'key', via: null })).toBe('')
})

test('of a reason that says what to do, a row has the first sentence', () => {
  expect(firstSentence('DevEUI：見守りの機器が決まっていません。連携の画面で決めてください。')).toBe(
    'DevEUI：見守りの機器が決まっていません',
  )
  expect(firstSentence('登録されていない機器です。')).toBe('登録されていない機器です')
})

test('a reason loses its full stop', () => expect(shortReason('登録されていない機器です。')).toBe('登録されていない機器です'))
