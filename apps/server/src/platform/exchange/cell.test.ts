import fc from 'fast-check'
import { expect, test } from 'vitest'
import { neutralise, readDay, readWord, restore } from './cell.ts'

test.each(['=1+1', '+81', '-5', '@sum', "'=1", "''=1", '＝1', "'", "'a", '', '\t=1', '\r'])('%j is restored', (text) =>
  expect(restore(neutralise(text))).toBe(text),
)

test('whatever the text, it is restored, and nothing leaves that a spreadsheet would run', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^'{0,3}[=+@-]?.{0,3}$/)), (text) => {
      expect(restore(neutralise(text))).toBe(text)
      expect(neutralise(text)).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
    }),
  )
})

test.each([
  ['2026-07-05', '2026-07-05'],
  ['2026/7/5', '2026-07-05'],
  ['２０２６／７／５', '2026-07-05'],
  ['2026年7月5日', '2026-07-05'],
  ['20260705', '2026-07-05'],
  ['令和8年7月5日', '2026-07-05'],
  ['R8.7.5', '2026-07-05'],
  ['令和元年5月1日', '2019-05-01'],
  ['令和1年4月30日', '令和1年4月30日'],
  ['平成元年1月8日', '1989-01-08'],
  ['H31/4/30', '2019-04-30'],
  ['昭和64年1月7日', '1989-01-07'],
  ['s1.12.25', '1926-12-25'],
  ['昭和1年12月24日', '昭和1年12月24日'],
  ['2026-02-29', '2026-02-29x'],
  ['26-7-5', '26-7-5x'],
  ['きのう', 'きのうx'],
])('%s is %s', (text, day) => expect(readDay(text)).toBe(day.endsWith('x') ? text : day))

test('words are read in any width', () => {
  const read = readWord({ 男: 1, '1': 1 })
  expect([read(' 男 '), read('１'), read('他')]).toEqual([1, 1, '他'])
})
