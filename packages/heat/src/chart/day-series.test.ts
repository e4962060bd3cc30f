import { expect, test } from 'vitest'
import {
  coreTemperaturePoints,
  correctedSpans,
  emergencySpans,
  gapLength,
  gapsOf,
  gradeSpans,
  pointsOf,
  spansWithoutWbgt,
} from './day-series.ts'

const start = Date.parse('2026-07-21T00:00:00+09:00')
const minute = 60_000
const item = (minutes: number, heartRate: number | null = 100, alertLevel: number | null = 0) => ({
  time: new Date(start + minutes * minute).toISOString(),
  heartRate,
  excess: null,
  wbgtValue: null,
  alertLevel,
  alertMail: '0' as const,
  kept: [],
  clockError: null,
})
const at = (minutes: number) => start + minutes * minute

test('five minutes without data are a gap, fewer are not', () => {
  expect(gapsOf([item(0), item(1), item(6)])).toEqual([])
  expect(gapsOf([item(0), item(1), item(7)])).toEqual([{ from: at(1), to: at(7) }])
})

test('a device that sends every ten minutes pauses for longer before it counts', () => {
  const items = [0, 10, 20, 40, 50].map((minutes) => item(minutes))
  expect(gapLength(items)).toBe(25 * minute)
  expect(gapsOf(items)).toEqual([])
})

test('the line breaks in a gap and where there is no heart rate', () => {
  const points = pointsOf([item(0), item(1, null), item(2)], (one) => one.heartRate)
  expect(points.map(([, value]) => value)).toEqual([100, null, 100])
  const broken = pointsOf([item(0), item(1), item(2), item(30)], (one) => one.heartRate)
  expect(broken.map(([, value]) => value)).toEqual([100, 100, 100, null, 100])
})

test('equal levels join, gaps part them, blank is left out', () => {
  const items = [item(0), item(1), item(2, 150, 2), item(3, 150, 2), item(30, 90, 2), item(31, 90, -1), item(32, 90, null)]
  expect(gradeSpans(items)).toEqual([
    { from: at(0), to: at(2), grade: 0, kept: [] },
    { from: at(2), to: at(4), grade: 2, kept: [] },
    { from: at(30), to: at(31), grade: 2, kept: [] },
    { from: at(32), to: at(33), grade: 'none', kept: [] },
  ])
})

test('a level that was kept is a span of its own, with what was missing', () => {
  const items = [item(0, 150, 2), { ...item(1, null, 2), kept: ['heartRate', 'wbgt'] as const }, item(2, 150, 2)]
  expect(gradeSpans(items as never)).toEqual([
    { from: at(0), to: at(1), grade: 2, kept: [] },
    { from: at(1), to: at(2), grade: 2, kept: ['heartRate', 'wbgt'] },
    { from: at(2), to: at(3), grade: 2, kept: [] },
  ])
})

test('minutes without a usable WBGT are spans; a minute that only a mail left is none', () => {
  const items = [item(0), { ...item(1), wbgtValue: 28 }, item(2), item(3), item(4, null, null)]
  expect(spansWithoutWbgt(items)).toEqual([
    { from: at(0), to: at(1) },
    { from: at(2), to: at(4) },
  ])
})

test('corrected times are spans by how far the clock was off', () => {
  const items = [item(0), { ...item(1), clockError: 660 }, { ...item(2), clockError: 655 }, { ...item(3), clockError: -7_200 }]
  expect(correctedSpans(items)).toEqual([
    { from: at(1), to: at(3), minutes: 11 },
    { from: at(3), to: at(4), minutes: -120 },
  ])
})

test('an emergency lies over the level it grew from', () => {
  const items = [item(0, 170, 3), item(1, 170, 3), item(2, 170, 3)]
  expect(gradeSpans(items, [{ from: at(1), to: Number.POSITIVE_INFINITY }]).map((span) => span.grade)).toEqual([3, 'emergency'])
})

test('an emergency that lasts has no end', () => {
  const alert = { emergency: '1', startedAt: item(3).time, endedAt: null }
  expect(emergencySpans([alert as never])).toEqual([{ from: at(3), to: Number.POSITIVE_INFINITY }])
})

test('the core temperature starts at rest, rises with a high heart rate, and has no value where there is no heart rate', () => {
  const items = Array.from({ length: 60 }, (_, minutes) => item(minutes, minutes === 30 ? null : 150))
  const points = coreTemperaturePoints(items)
  expect(points[0]?.[1]).toBeCloseTo(37.1, 0)
  expect(points[30]?.[1]).toBeNull()
  expect(points[59]?.[1]).toBeGreaterThan(37.6)
  expect(coreTemperaturePoints([])).toEqual([])
})
