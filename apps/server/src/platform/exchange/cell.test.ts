import fc from 'fast-check'
import { expect, test } from 'vitest'
import { neutralise, readWord, restore } from './cell.ts'

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

test('words are read in any width', () => {
  const read = readWord({ 男: 1, '1': 1 })
  expect([read(' 男 '), read('１'), read('他')]).toEqual([1, 1, '他'])
})
