import { expect, test } from 'vitest'
import { receptionState } from './reception-state.ts'

const last = '2026-07-20T13:42:08+09:00'
const at = Date.parse(last)

test('says when the last data came', () => {
  expect(receptionState(last, at + 8_000)).toEqual({ kind: 'receiving', last: '13:42:08' })
})

test('five minutes of nothing is a stop', () => {
  expect(receptionState(last, at + 299_999).kind).toBe('receiving')
  expect(receptionState(last, at + 300_000)).toEqual({ kind: 'stopped', since: '13:42' })
})

test('nothing ever is a stop without a time; not knowing is not a stop', () => {
  expect(receptionState(null, at)).toEqual({ kind: 'stopped', since: null })
  expect(receptionState(undefined, at)).toEqual({ kind: 'unknown' })
})

test('without a connection there is no reception, whatever came before', () => {
  expect(receptionState(last, at + 8_000, true)).toEqual({ kind: 'cut', last: '13:42:08' })
  expect(receptionState(undefined, at, true)).toEqual({ kind: 'cut', last: null })
})
