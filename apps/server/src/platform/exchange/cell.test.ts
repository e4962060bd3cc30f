import { expect, test } from 'vitest'
import { readWord } from './cell.ts'

test('words are read in any width', () => {
  const read = readWord({ 男: 1, '1': 1 })
  expect([read(' 男 '), read('１'), read('他')]).toEqual([1, 1, '他'])
})
