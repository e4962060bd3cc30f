import { expect, test } from 'vitest'
import { keyStroke } from './key-stroke.ts'

const bare = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const stroke = (key: string, held: Partial<typeof bare> = {}) => keyStroke({ key, ...bare, ...held })

test('arrows move by a pixel, with Shift by ten', () => {
  expect(stroke('ArrowRight')).toEqual({ kind: 'move', right: 1, down: 0 })
  expect(stroke('ArrowUp', { shiftKey: true })).toEqual({ kind: 'move', right: 0, down: -10 })
})

test('+ and - scale by a step, on keyboards with and without a key for +', () => {
  for (const key of ['+', '=', ';']) expect(stroke(key)).toEqual({ kind: 'scale', factor: 1.1 })
  expect(stroke('-')).toEqual({ kind: 'scale', factor: 1 / 1.1 })
})

test('[ and ] turn by a degree, with Shift by ten', () => {
  expect(stroke('[')).toEqual({ kind: 'turn', degrees: -1 })
  expect(stroke('}', { shiftKey: true })).toEqual({ kind: 'turn', degrees: 10 })
})

test('what the browser does with a key stays with it', () => {
  expect(stroke('-', { ctrlKey: true })).toBeNull()
  expect(stroke('ArrowLeft', { altKey: true })).toBeNull()
  expect(stroke('Tab')).toBeNull()
})
