import { expect, test } from 'vitest'
import { csvText } from './csv-out.ts'

const columns = [
  { label: '氏名', write: ({ name }: { name: string }) => name },
  { label: '値', write: ({ value }: { value: number | string }) => value },
]

test('a file begins with the byte-order mark, its lines end with CRLF, and every cell is quoted', () => {
  expect(csvText(columns, [{ name: '佐々木　"隆"', value: 1.5 }])).toBe('\uFEFF"氏名","値"\r\n"佐々木　""隆""","1.5"\r\n')
})

test('a negative number stays a number, and a text that reads like one is no formula', () => {
  expect(csvText(columns, [{ name: '-1+cmd', value: -1.4 }])).toContain(`"'-1+cmd","-1.4"\r\n`)
  expect(csvText(columns, [{ name: '', value: '-1.4' }])).toContain(`"","'-1.4"\r\n`)
})
