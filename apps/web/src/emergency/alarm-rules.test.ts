import { expect, test } from 'vitest'
import { episodeOf } from '@mimamori/contract/test-episodes'
import { isLoud, soundKey, sounds } from './alarm-rules.ts'

const condition = { kind: 'condition', emergency: '0' } as const
const ended = { endedAt: '2026-07-21T13:50:00+09:00' }

test.each([
  ['an emergency', {}, true],
  ['an emergency whose condition has ended', ended, true],
  ['an emergency that somebody has seen', { handling: 'acknowledged' }, false],
  ['danger', { ...condition, alertLevel: 3 }, true],
  ['danger that is over', { ...condition, alertLevel: 3, ...ended }, false],
  ['danger of which the readings came late', { ...condition, alertLevel: 3, late: '1' }, false],
  ['an emergency of long ago', { late: '1' }, false],
  ['what the readings in order do not show', { withdrawn: '1' }, false],
  ['a warning', { ...condition, alertLevel: 2 }, false],
  ['somebody unhooked at height', { kind: 'belt', emergency: '0', alertLevel: null }, true],
  ['a drill', { drill: '1' }, true],
] as const)('%s', (_, over, heard) => {
  expect(sounds(episodeOf(1, over))).toBe(heard)
})

test('only what was silenced is silent', () => {
  const [one, other] = [episodeOf(1), episodeOf(2)]
  const silenced = new Set([soundKey(one)])
  expect(isLoud([one], silenced)).toBe(false)
  expect(isLoud([one, other], silenced)).toBe(true)
  expect(isLoud([{ ...one, alertLevel: 2 }], silenced)).toBe(true)
  expect(isLoud([], silenced)).toBe(false)
})
