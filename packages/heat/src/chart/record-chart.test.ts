import { expect, test } from 'vitest'
import { minuteOf, recordOf } from '@mimamori/contract/test-record'
import { chartOf } from './record-chart.ts'

const names = (chart: ReturnType<typeof chartOf>) => chart?.plots.map(({ name }) => name)

test('a person’s chart shows the heart against their limits, the level and the heat', () => {
  const readings = ['13:30', '13:31', '13:32'].map((time) => minuteOf(time, { heartRate: 170, wbgtValue: 31, excess: 3, alertLevel: 3 }))
  const chart = chartOf(recordOf({ readings, episode: { emergency: '0', kind: 'condition' } }))
  expect(names(chart)).toEqual(['心拍 bpm', 'WBGT・超過 ℃'])
  expect(chart?.plots[0]?.limits.map(({ name, value, grade }) => [name, value, grade])).toEqual([
    ['継続心拍', 122, 1],
    ['瞬時心拍', 147.3, 2],
    ['最大心拍', 162, 3],
  ])
  expect(chart?.plots[0]?.areas.find(({ level }) => level === 3)?.polygons).toHaveLength(1)
  expect(chart?.lane?.spans.map(({ word }) => word)).toEqual(['危険'])
})

test('an emergency outranks the level in the lane while it lasts', () => {
  const readings = ['13:30', '13:31', '13:32'].map((time) => minuteOf(time, { heartRate: 150, alertLevel: 2 }))
  expect(chartOf(recordOf({ readings }))?.lane?.spans.map(({ word }) => word)).toEqual(['警戒', '緊急'])
})

test('a belt’s chart shows its height and hook and no heart', () => {
  const readings = [
    minuteOf('13:30', { hook: '1', altitude: 5 }),
    minuteOf('13:31', { hook: '0', altitude: 5.2 }),
    minuteOf('13:32', { hook: '0' }),
  ]
  const chart = chartOf(recordOf({ readings, limits: null, episode: { kind: 'belt', emergency: '0' } }))
  expect(names(chart)).toEqual(['高さ m'])
  expect(chart?.lane?.spans.map(({ word }) => word)).toEqual(['掛けている', '外れている'])
})

test('a place’s chart shows its heat against the reference value', () => {
  const readings = [minuteOf('13:30', { wbgtValue: 30.5, excess: 2.5 }), minuteOf('13:31', { wbgtValue: 31, excess: 3 })]
  const chart = chartOf(recordOf({ readings, limits: null, episode: { kind: 'siteHeat', emergency: '0' } }))
  expect(chart?.plots[0]?.limits).toMatchObject([{ name: '基準値', value: 28 }])
  expect(chart?.plots[0]?.lines[0]?.end).toBe('31.0')
})

test('without readings there is no chart', () => {
  expect(chartOf(recordOf({}))).toBe(undefined)
  expect(chartOf(recordOf({ kept: 'gone' }))).toBe(undefined)
})

test('a gap without data is a gap of the chart', () => {
  const readings = ['13:00', '13:01', '13:02', '13:40'].map((time) => minuteOf(time, { heartRate: 100, alertLevel: 0 }))
  expect(chartOf(recordOf({ readings }))?.gaps).toHaveLength(1)
})
