import { expect, test } from 'vitest'
import { csvOf, fileNameOf, isHeaderOnly } from './save-file.ts'

test.each([
  [`attachment; filename="download.csv"; filename*=UTF-8''${encodeURIComponent('作業者.csv')}`, '作業者.csv'],
  ['attachment; filename="a.csv"', 'a.csv'],
  ['attachment; filename=a.csv', 'a.csv'],
  ['attachment', undefined],
  [null, undefined],
])('%s names %s', (header, name) => expect(fileNameOf(header)).toBe(name))

test('a file of a header alone is nothing to hand over', async () => {
  expect(await isHeaderOnly(new Blob(['\uFEFF"a","b"\r\n']))).toBe(true)
  expect(await isHeaderOnly(new Blob(['']))).toBe(true)
  expect(await isHeaderOnly(csvOf([['a'], ['1']]))).toBe(false)
  expect(await isHeaderOnly(new Blob(['x'.repeat(5_000)]))).toBe(false)
})

test('cells are quoted behind a byte-order mark', async () => {
  const bytes = new Uint8Array(await csvOf([['a "b"', 1]]).arrayBuffer())
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe('"a ""b""","1"\r\n')
})
