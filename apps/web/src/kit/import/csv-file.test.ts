import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCsv, readCsvFile, sizeInWords } from './csv-file.ts'

test.each([
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '"a ""quoted""","x,y"\r\n"two\r\nlines",',
    [
      ['a "quoted"', 'x,y'],
      ['two\r\nlines', ''],
    ],
  ],
  ['a\r\n\r\nb', [['a'], [''], ['b']]],
  ['', []],
])('%j', (text, rows) => expect(parseCsv(text)).toEqual(rows))

test('what the product writes is read back, whatever is in the cells', () => {
  const cell = fc.string().map((text) => text.replaceAll('\0', ''))
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), (rows) => {
      const text = rows.map((cells) => `${cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')}\r\n`).join('')
      expect(parseCsv(text)).toEqual(rows)
    }),
  )
})

test('a file of Excel is known by what it is no UTF-8', async () => {
  const cp932 = new Uint8Array([0x8e, 0x81, 0x96, 0xbc, 0x0d, 0x0a, 0x8d, 0xb2])
  expect(await readCsvFile(new Blob([cp932]))).toMatchObject({ encoding: 'CP932', rows: [['氏名'], ['佐']] })
  expect((await readCsvFile(new Blob(['\uFEFF氏名']))).encoding).toBe('UTF-8')
})

test('of a file too large to look into the encoding and the first rows are known', async () => {
  const { rows, head } = await readCsvFile(new Blob(['a,佐\r\n'.repeat(1_700_000)]))
  expect(rows).toBeUndefined()
  expect(head).toEqual(Array.from({ length: 4 }, () => ['a', '佐']))
})

test.each([
  [12, '12 B'],
  [6_200, '6.2 KB'],
  [100_000_000, '100.0 MB'],
])('%i bytes are %s', (bytes, words) => expect(sizeInWords(bytes)).toBe(words))
