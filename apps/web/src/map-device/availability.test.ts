import { describe, expect, it } from 'vitest'
import { additions, whyNotAdded, whyNotTakenOff } from './availability.ts'

const addable = (type: number, sismilType: number) =>
  additions.filter((addition) => whyNotAdded(addition, { type, sismilType }) === undefined)

describe('what can be added', () => {
  it.each([
    [1, 1, ['heat', 'gateway']],
    [1, 2, ['gateway']],
    [2, 1, ['barometer']],
    [2, 2, ['barometer']],
    [3, 1, ['heat', 'gateway', 'barometer']],
    [3, 2, ['gateway', 'barometer']],
  ])('follows the type %i of the map and its source of heat %i', (type, sismilType, expected) =>
    expect(addable(type, sismilType)).toEqual(expected),
  )

  it('is said with its reason where it cannot', () => {
    expect(whyNotAdded('barometer', { type: 1, sismilType: 1 })).toBe('気圧基準器は、GPSを使うマップに置けます。')
    expect(whyNotAdded('heat', { type: 2, sismilType: 1 })).toContain('図面')
    expect(whyNotAdded('heat', { type: 3, sismilType: 2 })).toContain('ウェザーニューズ')
  })
})

it('lets a barometer be taken off every map but a drawing, other devices off every map', () => {
  const stuck = [1, 2, 3].flatMap((type) =>
    additions.filter((addition) => whyNotTakenOff(addition, { type, sismilType: 1 }) !== undefined).map((addition) => [type, addition]),
  )
  expect(stuck).toEqual([[1, 'barometer']])
})
