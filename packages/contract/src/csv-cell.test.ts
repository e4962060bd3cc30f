import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, neutralise, restore } from './csv-cell.ts'

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

test('a number stays one, and a text that looks like a formula does not', () => {
  expect(csvLine([-1.5, '-1.5', '=HYPERLINK("http://x","y")', 'a "b"'])).toBe(
    `"-1.5","'-1.5","'=HYPERLINK(""http://x"",""y"")","a ""b"""\r\n`,
  )
})
