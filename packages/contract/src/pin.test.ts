import { expect, it } from 'vitest'
import { isTrivialPin } from './pin.ts'

const unknown = { dateOfBirth: null, phoneNumber: null }

it.each(['704915', '580317', '246801', '135792'])('%s may be chosen', (pin) => {
  expect(isTrivialPin(pin, { dateOfBirth: '1985-03-12', phoneNumber: '090-7731-4906' })).toBe(false)
})

it.each(['111111', '343434', '567567', '456789', '210987', '159753'])('%s may not by anybody', (pin) => {
  expect(isTrivialPin(pin, unknown)).toBe(true)
})

// 1985 is 昭和60, 1991 平成3, 2003 平成15.
it.each([
  ['1985-03-12', '600312'],
  ['1991-07-05', '030705'],
  ['2003-11-30', '151130'],
  ['2003-11-30', '301103'],
  ['2003-11-30', '200311'],
])('of somebody born on %s not %s', (dateOfBirth, pin) => {
  expect(isTrivialPin(pin, { ...unknown, dateOfBirth })).toBe(true)
  expect(isTrivialPin(pin, unknown)).toBe(false)
})
