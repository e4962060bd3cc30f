import { expect, test } from 'vitest'
import { conversionInWords, conversionsOf, isSameConversion } from './conversion.ts'

test.each([
  [{ factor: null, offset: null }, 'wbgt', 'そのまま'],
  [{ factor: 1, offset: 0 }, 'wbgt', 'そのまま'],
  [{ factor: 0.1, offset: null }, 'wbgt', '× 0.1'],
  [{ factor: 5 / 9, offset: -160 / 9 }, 'temperature', '℉ → ℃'],
  [{ factor: 8.333, offset: -24.999 }, 'battery', '3.0〜3.6 V → 0〜5'],
  [{ factor: 0.05, offset: null }, 'battery', '0〜100 % → 0〜5'],
  [{ factor: 100, offset: null }, 'pressure', 'hPa → Pa'],
  [{ factor: 0.2, offset: -3 }, 'humidity', '× 0.2 − 3'],
  [{ factor: null, offset: 1.5 }, 'humidity', '＋ 1.5'],
] as const)('%o of %s is called %s', (conversion, field, words) => {
  expect(conversionInWords(conversion, field)).toBe(words)
})

test('what is no quantity is not converted', () => {
  expect(conversionsOf('at')).toEqual([])
  expect(conversionsOf('call')).toEqual([])
})

test('no two conversions of a field are the same', () => {
  for (const field of ['wbgt', 'battery', 'pressure', 'interval', 'humidity'] as const) {
    const all = conversionsOf(field)
    expect(all.filter((one, index) => all.findIndex((other) => isSameConversion(one, other)) !== index)).toEqual([])
  }
})
