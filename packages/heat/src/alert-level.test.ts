import { describe, expect, it } from 'vitest'
import { higherLevel, type Level, lowerLevel, totalLevelOf } from './alert-level.ts'

type Row = [Level | null, Level | null, Level | null]

describe('total level', () => {
  it.each<[...Row, Level | null]>([
    // heart, heat, total with m = 2, total with m = 3
    [0, 0, 0, 0],
    [0, 1, 1, 1],
    [0, 2, 2, 2],
    [0, 3, 2, 3],
    [1, 0, 1, 1],
    [1, 1, 1, 1],
    [1, 2, 2, 2],
    [1, 3, 2, 3],
    [2, 1, 2, 2],
    [2, 2, 2, 2],
    [2, 3, 2, 3],
    [3, 0, 3, 3],
    [3, 3, 3, 3],
    [null, 0, null, null],
    [null, 1, 1, 1],
    [null, 3, 3, 3],
    [0, null, 0, 0],
    [2, null, 2, 2],
    [null, null, null, null],
  ])('heart %s and heat %s make %s, with m = 3 %s', (heart, heat, total, withThree) => {
    expect(totalLevelOf({ heart, heat, heatAloneMaxLevel: 2, intervalMinutes: 1 })).toBe(total)
    expect(totalLevelOf({ heart, heat, heatAloneMaxLevel: 3, intervalMinutes: 1 })).toBe(withThree)
  })

  it.each<[Level, number | null, Level]>([
    [0, 15, 2],
    [0, 15.1, 3],
    [1, 60, 2],
    [0, null, 2],
  ])('heart %s of a device of %s minutes in heat 3 makes %s', (heart, intervalMinutes, total) => {
    expect(totalLevelOf({ heart, heat: 3, heatAloneMaxLevel: 2, intervalMinutes })).toBe(total)
  })
})

it('heat alone makes no more than m either while the level of a heart rate is not known yet', () => {
  const basis = { heart: null, heatAloneMaxLevel: 2, intervalMinutes: null, isHeartRead: true } as const
  expect(([0, 1, 3] as const).map((heat) => totalLevelOf({ ...basis, heat }))).toEqual([null, 1, 2])
})

describe('no data', () => {
  it.each<Row>([
    [null, 0, 0],
    [2, null, 2],
    [1, 3, 3],
    [3, 1, 3],
  ])('is below 0: the higher of %s and %s is %s', (one, other, higher) => {
    expect(higherLevel(one, other)).toBe(higher)
  })

  it.each<Row>([
    [null, 0, null],
    [2, null, null],
    [1, 3, 1],
    [3, 1, 1],
  ])('is below 0: the lower of %s and %s is %s', (one, other, lower) => {
    expect(lowerLevel(one, other)).toBe(lower)
  })
})
