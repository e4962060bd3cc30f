import { expect, test } from 'vitest'
import { fileFault, megabytes, pictureLimits } from './picture-check.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
const png = bytesOf('\u0089PNG\r\n\u001A\n\0\0\0\rIHDR')
const jpeg = bytesOf('\u00FF\u00D8\u00FF\u00E0\0\u0010JFIF\0\u0001\u0001\0\0')
const fault = (head: Uint8Array, size = 1_000, others = 0) => fileFault({ head, size }, others)

test('what a file is, its content says: a PNG and a JPEG are taken, whatever they are called', () => {
  expect(fault(png)).toBeUndefined()
  expect(fault(jpeg)).toBeUndefined()
})

test.each([
  ['TIFF', 'II*\0\b\0\0\0'],
  ['TIFF', 'MM\0*\0\0\0\b'],
  ['GIF', 'GIF89a'],
  ['BMP', 'BM6\0'],
  ['WebP', 'RIFF\0\0\0\0WEBPVP8 '],
  ['PDF', '%PDF-1.7'],
  ['HEIC', '\0\0\0\u0018ftypheic'],
  ['DWG', 'AC1032'],
  ['SVG', '<?xml version="1'],
  ['SVG', '\n<svg xmlns="ht'],
  ['JPGでもPNGでもないファイル', 'これは文字です'],
  // The signature of a PNG that went through a mail program as text.
  ['JPGでもPNGでもないファイル', '\u0089PNG\n\u001A\n'],
])('a %s is refused by name, with what to choose instead and how large it is', (name, head) => {
  expect(fault(bytesOf(head), 35_861_299)).toBe(`${name}は使えません。30 MB以下の JPG か PNG を選んでください（34.2 MB）。`)
})

test('an empty file, one over 30 MB and all over 100 MB are refused, each just beyond its limit', () => {
  expect(fault(png, 0)).toBe('ファイルが空です。30 MB以下の JPG か PNG を選んでください。')
  expect(fault(png, pictureLimits.each)).toBeUndefined()
  expect(fault(png, pictureLimits.each + 1)).toBe('大きすぎます。30 MB以下の JPG か PNG を選んでください（30.1 MB）。')
  const others = pictureLimits.together - 1_000
  expect(fault(png, 1_000, others)).toBeUndefined()
  expect(fault(png, 1_001, others)).toBe('新しい図面が合わせて100 MBを超えます（100.1 MB）。ほかの図面を先に保存してください。')
})

test('sizes are counted like the limits, and rounded so that what is too large never reads as allowed', () => {
  expect(megabytes(0)).toBe('0 KB')
  expect(megabytes(500)).toBe('1 KB')
  expect(megabytes(102_400)).toBe('100 KB')
  expect(megabytes(1_887_436)).toBe('1.8 MB')
  expect(megabytes(pictureLimits.each)).toBe('30.0 MB')
  expect(megabytes(pictureLimits.each + 1)).toBe('30.1 MB')
})
