import { expect, test } from 'vitest'
import { columnsOf, formatTable } from './table.ts'

test('full-width signs count double, half-width kana once', () => {
  expect(columnsOf('abc')).toBe(3)
  expect(columnsOf('職長')).toBe(4)
  expect(columnsOf('岩本　鉄男')).toBe(10)
  expect(columnsOf('ｶﾅ')).toBe(2)
})

test('columns line up', () => {
  const lines = formatTable([
    ['権限', '氏名'],
    ['職長', 'A'],
    ['拠点管理者', 'B'],
  ]).split('\n')
  expect(lines).toEqual(['権限        氏名', '────────────────', '職長        A', '拠点管理者  B'])
})
