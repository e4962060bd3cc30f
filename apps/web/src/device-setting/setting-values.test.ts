import { expect, test } from 'vitest'
import { changedNames, draftOf } from './setting-values.ts'

const shape = { names: ['interval', 'place', 'update'], instructions: { update: '0' }, typed: [] }

test('a form holds text, leaves blank what is not set, and repeats no instruction', () => {
  expect(draftOf(shape, { interval: 10, place: null, update: '1', version: 3 })).toEqual({ interval: '10', place: '', update: '0' })
})

test('a change is one of the value, not of how it is typed', () => {
  const saved = { interval: '10', place: '', update: '0' }
  expect(changedNames({ interval: '１０ ', place: null, update: '0' }, saved)).toEqual([])
  expect(changedNames({ interval: '11', place: '', update: '1' }, saved)).toEqual(['interval', 'update'])
})
