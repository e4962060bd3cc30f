import { expect, it } from 'vitest'
import { judgeBattery } from './battery.ts'

it('is low up to 1 and well from 3 on; in between it stays what it was', () => {
  expect([0, 1, 2, 3, 4, 5].map(judgeBattery)).toEqual(['low', 'low', 'kept', 'well', 'well', 'well'])
})
