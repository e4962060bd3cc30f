import { expect, test } from 'vitest'
import { levelGradeOf } from '@mimamori/contract/level-grade'
import { signed } from '@mimamori/contract/number-words'
import { gradeOf, byUrgency } from './grade.ts'
import { heartRateInWords } from './heart-rate-bar.tsx'
import { heartInWords, heartNote, passedLimit, placeOnBar, limitInWords } from './heart-rate-scale.ts'

const limits = { sustained: 122, instantaneous: 147.3, maximum: 162 }

test('a limit is passed above it, not at it', () => {
  expect([122, 123, 147, 148, 162, 163].map((bpm) => passedLimit(bpm, limits))).toEqual([0, 1, 1, 2, 2, 3])
})

test('the bar is the person’s own: the maximum is at the same place for everyone', () => {
  const young = { sustained: 153, instantaneous: 167.5, maximum: 193 }
  expect(placeOnBar(162, limits)).toBeCloseTo(0.9)
  expect(placeOnBar(193, young)).toBeCloseTo(0.9)
  expect([20, 400].map((bpm) => placeOnBar(bpm, limits))).toEqual([0, 1])
})

test('the bar says in words what it shows', () => {
  expect(heartRateInWords(166, limits)).toBe('心拍 166、最大心拍 162 を超過')
  expect(heartRateInWords(96, limits)).toBe('心拍 96、継続心拍 122 より下')
})

test('−1 is blank, null is no record, an emergency outranks the level', () => {
  expect([-1, null, 2].map(levelGradeOf)).toEqual([undefined, 'none', 2])
  expect(gradeOf({ alertLevel: 1, emergency: '1' })).toBe('emergency')
  expect([undefined, 0, 'none', 3, 'emergency', 1].toSorted((a, b) => byUrgency(a as 0, b as 0))).toEqual([
    'emergency',
    3,
    1,
    0,
    'none',
    undefined,
  ])
})

test('an excess carries its sign', () => {
  expect([3.2, 0, -0.9, -0.04].map(signed)).toEqual(['+3.2', '0.0', '−0.9', '0.0'])
})

test('how far a limit is passed, or how far it still is', () => {
  expect(limitInWords(166, limits)).toBe('最大心拍 162 を 4 超過')
  expect(limitInWords(150, limits)).toBe('瞬時心拍 147.3 を 2.7 超過')
  expect(limitInWords(100, limits)).toBe('継続心拍 122 まであと 22')
  expect(heartInWords(166, { limits, heartJudged: true })).toBe('最大心拍 162 を 4 超過')
  expect(heartInWords(166, { limits, heartJudged: false })).toBe('心拍で判断しない')
  expect(heartNote(166, { limits, heartJudged: false })).toBe('参考値')
})
