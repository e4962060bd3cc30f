import { expect, test } from 'vitest'
import { addressesFault, amendFaults } from './schedule-form.ts'

test('at least one address, each that no mail reaches by its name, fifty at most', () => {
  expect(addressesFault({ addresses: ' 、' })).toBe('1件以上入力してください。')
  expect(addressesFault({ addresses: 'a@example.jp, genba@example' })).toBe(
    '「genba@example」は届きません。「.co.jp」などを足してください。',
  )
  const many = Array.from({ length: 51 }, (_, index) => `a${index}@example.jp`)
  expect(addressesFault({ addresses: many.join() })).toBe('50件までです。減らしてください。')
  expect(addressesFault({ addresses: many.slice(1).join() })).toBeUndefined()
})

test('faults of other fields stay', () => {
  expect(amendFaults({ time: 'x', addresses: 'y' }, { addresses: '' })).toEqual({ time: 'x', addresses: '1件以上入力してください。' })
  expect(amendFaults({ time: 'x' }, { addresses: 'a@example.jp' })).toEqual({ time: 'x' })
})

test('a plan may go to roles alone, a report may not', () => {
  expect(addressesFault({ addresses: '', roles: 'GroupLeader', kind: 'planToday' })).toBeUndefined()
  expect(addressesFault({ addresses: '', roles: '', kind: 'planToday' })).toBe('1件以上入力するか、役割を選んでください。')
  expect(addressesFault({ addresses: '', roles: 'GroupLeader', kind: 'daily' })).toBe('1件以上入力してください。')
})
