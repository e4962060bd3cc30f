import { expect, test } from 'vitest'
import { chartScale, limitLines, withRoom } from './chart-scale.ts'

test('the scale is in steps of four degrees that hold all values', () => {
  expect(chartScale([26.6, 31.2], 160)).toMatchObject({ min: 24, max: 32, ticks: [24, 28, 32] })
  expect(chartScale([28, 28.1], 160)).toMatchObject({ min: 28, max: 36 })
  expect(chartScale([-2, 33], 160)).toMatchObject({ min: -4, max: 36 })
  const { yOf } = chartScale([24, 32], 160)
  expect([24, 28, 32].map(yOf)).toEqual([160, 80, 0])
})

const group = (limit: number, acclimatised: boolean, others: number | null = null) => ({
  limit,
  acclimatised,
  unacclimatised: others === null ? null : { limit: others },
})

test('each limit is drawn once, those of the acclimatised first', () => {
  const lines = limitLines([group(28, true, 26), group(28, true), group(30, true, 29), group(26, false)])
  expect(lines.map(({ value, kind }) => [value, kind])).toEqual([
    [30, 'limit'],
    [28, 'limit'],
    [29, 'notAcclimatised'],
    [26, 'notAcclimatised'],
  ])
})

test('a name that has no room is left out', () => {
  expect(withRoom([10, 20, 60], (y) => y, 16)).toEqual([10, 60])
  expect(withRoom([10, 60], (y) => y, 16, [55])).toEqual([10])
})
