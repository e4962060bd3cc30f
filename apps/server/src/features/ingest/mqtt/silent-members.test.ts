import { expect, test } from 'vitest'
import { createWatch } from './silent-members.ts'

const looks = (watch: ReturnType<typeof createWatch>, answers: Record<number, string>, times: number) =>
  Array.from({ length: times }, () => watch(new Map(Object.entries(answers).map(([id, at]) => [Number(id), at])))).at(-1)

test('a process that asks nothing for ten seconds of looks is silent, one that asked once in between is not', () => {
  const watch = createWatch()
  expect(looks(watch, { 1: 'a', 2: 'a' }, 19)).toEqual([])
  expect(looks(watch, { 1: 'a', 2: 'b' }, 1)).toEqual([1])
  expect(looks(watch, { 1: 'c', 2: 'b' }, 1)).toEqual([])
})

test('a member that was away is counted from the beginning', () => {
  const watch = createWatch()
  looks(watch, { 1: 'a' }, 19)
  looks(watch, {}, 1)
  expect(looks(watch, { 1: 'a' }, 19)).toEqual([])
})
