import { expect, test } from 'vitest'
import { curvePoints } from './curve-points.ts'
import { gapOf, lineOf } from './test-lines.ts'

const at = (time: string) => Date.parse(`2026-07-21T${time}:00+09:00`)
const tenMinutes = 600_000

test('a time has the highest value of all watchers', () => {
  const lines = [lineOf('13:00', { wbgt: 28.1 }), lineOf('13:00', { device: 'HW-02', wbgt: 29.4 }), lineOf('13:10', { wbgt: 27 })]
  expect(curvePoints(lines, tenMinutes)).toEqual([
    { at: at('13:00'), wbgt: 29.4 },
    { at: at('13:10'), wbgt: 27 },
  ])
})

test('where nothing is known the curve breaks', () => {
  const lines = [lineOf('13:00', { wbgt: 28 }), gapOf('13:10', '13:30'), lineOf('13:30', { wbgt: 29 })]
  expect(curvePoints(lines, tenMinutes)).toEqual([
    { at: at('13:00'), wbgt: 28 },
    { at: at('13:10'), wbgt: null },
    { at: at('13:30'), wbgt: 29 },
  ])
})
