import { expect, test } from 'vitest'
import { readingOf, readPasted, unitOf } from './reading-draft.ts'

const at = '2026-07-21T13:42:08+09:00'

test('a reading has what was typed: numbers as numbers, and what is none as it was typed', () => {
  const values = { wbgt: '29.4', humidity: '--', temperature: '', battery: ' 4' }
  expect(readingOf({ kind: 'heat', device: '000108', values }, at)).toEqual({
    kind: 'heat',
    device: '000108',
    at,
    wbgt: 29.4,
    humidity: '--',
    battery: 4,
  })
})

test('a gateway stays a text, and what another kind has is left out', () => {
  expect(readingOf({ kind: 'vital', device: '10531', values: { gateway: '12', wbgt: '30' } }, at)).toEqual({
    kind: 'vital',
    device: '10531',
    at,
    gateway: '12',
  })
})

test.each([
  ['{"kind":"heat"}', { reading: { kind: 'heat' }, others: 0 }],
  ['{"readings":[{"kind":"heat"},{"kind":"vital"}]}', { reading: { kind: 'heat' }, others: 1 }],
  ['[1]', { reading: 1, others: 0 }],
  ['[]', { fault: '測定値が1件もありません。' }],
  ['{kind}', { fault: 'JSONとして読めません。かっこ、コンマ、引用符を確かめてください。' }],
])('%s is read', (text, pasted) => expect(readPasted(text)).toEqual(pasted))

test('a field has its unit, or the values it takes', () => {
  expect([unitOf('wbgt'), unitOf('battery'), unitOf('gateway')]).toEqual(['℃', '0〜5', ''])
})
