import { expect, test } from 'vitest'
import { chance, fork, mulberry32, normal, smoothNoise } from './random.ts'

test('a seed gives the same numbers each time, another seed others', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, mulberry32(seed))
  expect(draw(1)).toEqual(draw(1))
  expect(draw(1)).not.toEqual(draw(2))
  expect(chance(1, 'a', 2)).toBe(chance(1, 'a', 2))
  expect(chance(1, 'a', 2)).not.toBe(chance(1, 'a', 3))
})

test('draws are spread evenly and normally', () => {
  const even = Array.from({ length: 20_000 }, (_, index) => chance(9, 'even', index))
  expect(even.reduce((sum, value) => sum + value, 0) / even.length).toBeCloseTo(0.5, 1)
  expect(even.filter((value) => value < 0.01).length / even.length).toBeCloseTo(0.01, 2)
  const random = fork(9, 'normal')
  const bell = Array.from({ length: 20_000 }, () => normal(random))
  expect(bell.reduce((sum, value) => sum + value, 0) / bell.length).toBeCloseTo(0, 1)
  expect(bell.reduce((sum, value) => sum + value * value, 0) / bell.length).toBeCloseTo(1, 1)
})

test('smooth noise stays within one and does not jump', () => {
  let before = smoothNoise(3, 'x', 0)
  for (let x = 0.01; x < 50; x += 0.01) {
    const now = smoothNoise(3, 'x', x)
    expect(Math.abs(now)).toBeLessThanOrEqual(1)
    expect(Math.abs(now - before)).toBeLessThan(0.05)
    before = now
  }
})
