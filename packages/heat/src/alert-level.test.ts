import { describe, expect, it } from 'vitest'
import { combineLevels, higherLevel, type Level, lowerLevel } from './alert-level.ts'

type Row = [Level | null, Level | null, Level | null]

describe('total level', () => {
  it.each<Row>([
    [0, 0, 0],
    [0, 1, 1],
    [0, 2, 2],
    [0, 3, 3],
    [1, 0, 1],
    [1, 1, 2],
    [1, 2, 3],
    [1, 3, 3],
    [2, 0, 2],
    [2, 1, 3],
    [2, 2, 3],
    [2, 3, 3],
    [3, 0, 3],
    [3, 1, 3],
    [3, 2, 3],
    [3, 3, 3],
    [null, 0, null],
    [null, 1, 1],
    [null, 2, 2],
    [null, 3, 3],
    [0, null, 0],
    [1, null, 1],
    [2, null, 2],
    [3, null, 3],
    [null, null, null],
  ])('heart %s and heat %s make %s', (heart, heat, total) => {
    expect(combineLevels(heart, heat)).toBe(total)
  })
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
