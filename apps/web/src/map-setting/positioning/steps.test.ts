import { expect, test } from 'vitest'
import type { Position } from './position.ts'
import { firstSteps, isChanged, nextSteps, type StepAction, type Steps } from './steps.ts'

const at = (zoom: number): Position => ({ view: { centre: [139, 35], zoom, rotation: 0 }, corners: null })
const to = (zoom: number, run: string | null = null): StepAction => ({ kind: 'change', change: () => at(zoom), run })
const after = (...actions: readonly StepAction[]): Steps => actions.reduce(nextSteps, firstSteps(at(1)))
const undo: StepAction = { kind: 'undo' }
const reset: StepAction = { kind: 'reset' }

test('each step can be undone, to the first', () => {
  expect(after(to(2), to(3), undo).now).toEqual(at(2))
  expect(after(to(2), to(3), undo, undo).now).toEqual(at(1))
  expect(after(undo).now).toEqual(at(1))
})

test('the strokes of one drag are one step', () => {
  expect(after(to(2), to(3, 'drag'), to(4, 'drag'), to(5, 'drag'), undo).now).toEqual(at(2))
  expect(after(to(3, 'drag-1'), to(4, 'drag-2'), undo).now).toEqual(at(3))
  expect(after(to(3, 'drag'), undo, to(4, 'drag'), undo).now).toEqual(at(1))
})

test('a step that changes nothing is none', () => {
  expect(after(to(2), to(2), undo).now).toEqual(at(1))
  expect(isChanged(after(to(1)))).toBe(false)
})

test('the first state comes back, and that can be undone as well', () => {
  expect(after(to(2), to(3), reset).now).toEqual(at(1))
  expect(isChanged(after(to(2), reset))).toBe(false)
  expect(after(to(2), to(3), reset, undo).now).toEqual(at(3))
})

test('how a map opens is no change of anybody’s', () => {
  const opened = after({ kind: 'open', view: at(7).view })
  expect(isChanged(opened)).toBe(false)
  expect(opened.past).toEqual([])
  expect(nextSteps(nextSteps(opened, to(8)), { kind: 'reset' }).now).toEqual(at(7))
})
