import { expect, test } from 'vitest'
import { startOfDay } from '../platform/japan-time.ts'
import { chartMarks } from './chart-marks.ts'

const start = startOfDay('2026-07-21')
const at = (minutes: number) => start + minutes * 60_000
const time = (minutes: number) => new Date(at(minutes)).toISOString()
const item = (minutes: number, heartRate: number | null, alertMail: '0' | '1' = '0') =>
  ({ time: time(minutes), heartRate, alertMail }) as never
const alert = (minutes: number, over = {}) =>
  ({ id: minutes, kind: 'condition', alertLevel: 2, emergency: '0', heartRate: 129, startedAt: time(minutes), ...over }) as never
const window = { from: at(0), to: at(240) }

test('an alert’s mark is twenty beats above the line, and a mail beside it is no mark of its own', () => {
  const marks = chartMarks({ listData: [item(10, 129), item(11, 131, '1')], listAlert: [alert(10)] }, window, 100)
  expect(marks).toEqual([{ key: 'alert10', at: at(10), bpm: 149, grade: 2, mailed: true }])
})

test('an open alert that has eased keeps the height and the level of its beginning', () => {
  const judged = (minutes: number, heartRate: number, alertLevel: number) =>
    ({ ...(item(minutes, heartRate) as object), alertLevel }) as never
  const listData = [judged(9, 120, 0), judged(10, 166, 3), judged(40, 150, 2), judged(70, 92, 0)]
  const eased = { alertLevel: 0, peakLevel: 3, heartRate: 92, endedAt: null }
  expect(chartMarks({ listData, listAlert: [alert(10, eased)] }, window, 100)).toMatchObject([{ at: at(10), bpm: 186, grade: 3 }])
  const over = { alertLevel: 2, peakLevel: 2, endedAt: time(30) }
  expect(chartMarks({ listData: [judged(40, 150, 3)], listAlert: [alert(10, over)] }, window, 100)).toMatchObject([{ grade: 2 }])
})

test('a mail of its own takes the last heart rate known', () => {
  const marks = chartMarks({ listData: [item(10, 129), item(60, null, '1')], listAlert: [] }, window, 100)
  expect(marks).toMatchObject([{ at: at(60), bpm: 149, grade: undefined, mailed: true }])
})

test('only the window’s alerts of the person, in order; devices raise none here', () => {
  const listAlert = [alert(200, { kind: 'emergency', emergency: '1', alertLevel: 3 }), alert(20), alert(300), alert(30, { kind: 'silent' })]
  expect(chartMarks({ listData: [], listAlert }, window, 100).map((mark) => mark.grade)).toEqual([2, 'emergency'])
})
