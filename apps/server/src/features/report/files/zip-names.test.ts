import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeName, uniqueNames } from './zip-names.ts'

test.each([
  ['東雲三丁目 物流施設新築工事', '東雲三丁目 物流施設新築工事'],
  ['佐々木　隆_W001', '佐々木 隆_W001'],
  ['..', '名前なし'],
  ['../../etc/passwd', '／..／etc／passwd'],
  ['A/B\\C', 'A／B＼C'],
  ['<a>:"b"|?*', '＜a＞：＂b＂｜？＊'],
  ['CON', 'CON_'],
  ['nul.txt', 'nul_.txt'],
  ['CON .x', 'CON_ .x'],
  ['COM¹', 'COM¹_'],
  ['Console', 'Console'],
  ['末尾の点...', '末尾の点'],
  ['末尾の空白　 ', '末尾の空白'],
  ['.ssh', 'ssh'],
  ['', '名前なし'],
  ['\u0000\u0007\t', '名前なし'],
  ['青\u202Egnp.\u200Fexe', '青gnp.exe'],
  ['\uD83D壊れた半分', '壊れた半分'],
  ['がぎ', 'がぎ'.normalize('NFC')],
])('%j becomes %j', (text, name) => expect(safeName(text)).toBe(name))

test('a long name is cut between characters, and never ends in a dot or a blank', () => {
  expect(safeName('鬱'.repeat(100))).toBe('鬱'.repeat(50))
  expect(safeName(`${'鬱'.repeat(49)}👷`)).toBe('鬱'.repeat(49))
  expect(safeName(`${'鬱'.repeat(49)}.鬱`)).toBe('鬱'.repeat(49))
})

test('the ending of a name is kept however long the name is', () => {
  expect(safeName('鬱'.repeat(100), '_W001')).toBe(`${'鬱'.repeat(45)}_W001`)
  expect(safeName('..', '_W/1.')).toBe('名前なし_W／1')
})

test('the second of a name gets another one, in whatever capitals', () => {
  const nameOf = uniqueNames()
  expect(['佐藤', '佐藤', 'Ａ', 'a', '佐藤(2)'].map((name) => nameOf(name))).toEqual(['佐藤', '佐藤(2)', 'Ａ', 'a(2)', '佐藤(2)(2)'])
})

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^[. ]{0,2}(con|NUL|Lpt1|あ\/|👷)?[. ]{0,2}$/),
  fc.string({ unit: 'grapheme', minLength: 40, maxLength: 120 }),
)

test('whatever the names, Windows takes each of them, and no two are the same to it', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 30 }), (given) => {
      const nameOf = uniqueNames()
      const names = given.map((text) => nameOf(text))
      for (const name of names) {
        expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}\p{Cs}]|^[. ]|[. ]$/u)
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)( *\..*)?$/i)
        expect(name.length).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(55)
      }
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
    }),
  )
})
