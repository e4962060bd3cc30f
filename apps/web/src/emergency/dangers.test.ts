import { episodeOf } from '@mimamori/contract/test-episodes'
import { expect, test } from 'vitest'
import { dangersAmong, isDanger } from './dangers.ts'

const condition = (over: Parameters<typeof episodeOf>[1]) => episodeOf(1, { kind: 'condition', emergency: '0', ...over })
const endedAt = '2026-07-21T13:40:00+09:00'

test('level 3, a belt and an open emergency are dangers', () => {
  expect(isDanger(episodeOf(1))).toBe(true)
  expect(isDanger(episodeOf(1, { endedAt }))).toBe(true)
  expect(isDanger(condition({}))).toBe(true)
  expect(isDanger(condition({ kind: 'siteHeat', userId: null }))).toBe(true)
  expect(isDanger(condition({ kind: 'belt', alertLevel: null }))).toBe(true)
  expect(isDanger(condition({ alertLevel: 1, peakLevel: 3 }))).toBe(true)
})

test('what is answered, over, lighter, or not the viewer’s to answer is none', () => {
  for (const over of [
    { alertLevel: 2 as const },
    { endedAt },
    { alertLevel: 1 as const, peakLevel: 3 as const, handling: 'acknowledged' as const },
    { handling: 'closed' as const },
    { withdrawn: '1' as const },
    { late: '1' as const, emergency: '1' as const },
    { baseName: null },
    { kind: 'noHeartRate' as const, alertLevel: null },
  ])
    expect(isDanger(condition(over))).toBe(false)
  expect(isDanger(episodeOf(1, { drill: '1' }))).toBe(false)
  expect(isDanger(episodeOf(1, { handling: 'closed' }))).toBe(false)
})

test('an emergency comes before level 3, and unanswered alerts before answered ones', () => {
  const [answered, belt, danger, emergency] = [
    condition({ id: 1, handling: 'responding' }),
    condition({ id: 2, kind: 'belt' }),
    condition({ id: 3, startedAt: '2026-07-21T13:00:00+09:00' }),
    episodeOf(4, { handling: 'responding' }),
  ]
  expect(dangersAmong([answered, belt, danger, emergency, condition({ id: 5, alertLevel: 2 })]).map(({ id }) => id)).toEqual([4, 3, 2, 1])
})
