import { expect, test } from 'vitest'
import { violatedConstraint } from './constraints.ts'

const refused = (code: string, message: string, more: object = {}) => Object.assign(new Error(message), { code, ...more })

test.each([
  ['one server', refused('23505', 'duplicate key value violates unique constraint', { constraint: 'device_serial_unique' })],
  ['a piece of a table on a cluster', refused('23505', 'duplicate key value violates unique constraint "device_serial_unique_102046"')],
])('the constraint is known by its name, refused by %s', (_, error) => {
  expect(violatedConstraint(error)).toBe('device_serial_unique')
})

test('another failure is of no constraint', () => {
  expect(violatedConstraint(refused('40001', 'could not serialize access due to constraint "x"'))).toBeUndefined()
})
