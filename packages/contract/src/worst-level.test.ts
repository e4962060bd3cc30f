import { expect, test } from 'vitest'
import { episodeOf } from './test-episodes.ts'
import { worstInWords } from './worst-level.ts'

test('an alert that has eased says how grave it was; one at its worst, an emergency and one without a level say nothing', () => {
  const condition = { kind: 'condition', emergency: '0' } as const
  expect(worstInWords(episodeOf(1, { ...condition, alertLevel: 0, peakLevel: 3 }))).toBe('最も重いとき 危険')
  expect(worstInWords(episodeOf(1, { ...condition, alertLevel: 1, peakLevel: 2 }))).toBe('最も重いとき 警戒')
  expect(worstInWords(episodeOf(1, { ...condition, alertLevel: 2, peakLevel: 2 }))).toBeUndefined()
  expect(worstInWords(episodeOf(1, { alertLevel: 2, peakLevel: 3 }))).toBeUndefined()
  expect(worstInWords({ ...episodeOf(1, { ...condition, alertLevel: 2 }), peakLevel: undefined as never })).toBeUndefined()
  expect(worstInWords(episodeOf(1, { kind: 'silent', emergency: '0', alertLevel: null, peakLevel: null }))).toBeUndefined()
})
