import { describe, expect, it } from 'vitest'
import { areDifferent, type DayOfHeart, isNarrowDay } from './doubtful-heart.ts'

/** So many values, one each `step` minutes. */
const day = (
  count: number,
  bpmAt: (index: number) => number,
  { step = 1, said = null }: { step?: number; said?: number | null } = {},
): DayOfHeart => ({
  values: Array.from({ length: count }, (_, index) => ({ minute: index * step, bpm: bpmAt(index) })),
  saidMinutes: said,
})

/** Nine of ten between 80 and the other end, one of ten far away. */
const spread = (width: number) => (index: number) => (index % 10 === 9 ? 130 : 80 + (index % 2) * width)

describe('a day of heart rates', () => {
  it.each([
    ['within 20 bpm in nine minutes of ten', day(240, spread(20)), true],
    ['within 21 bpm', day(240, spread(21)), false],
    ['in eight minutes of ten', day(240, (index) => (index % 10 >= 8 ? 130 : 85)), false],
    ['in less than four hours', day(239, () => 85), false],
    ['in four hours of values each five minutes', day(49, () => 85, { step: 5 }), true],
    ['each five minutes, as it says, with a break', day(24, () => 85, { step: 5, said: 5 }), false],
    ['each twenty minutes', day(13, () => 85, { step: 20 }), true],
    ['of work', day(480, (index) => 90 + (index % 60)), false],
    ['without any', day(0, () => 85), false],
  ])('%s', (_, values, narrow) => {
    expect(isNarrowDay(values)).toBe(narrow)
  })

  it('counts nothing across a pause', () => {
    const parts = [...day(120, () => 85).values, ...day(119, () => 85).values.map(({ minute, bpm }) => ({ minute: minute + 300, bpm }))]
    expect(isNarrowDay({ values: parts, saidMinutes: 1 })).toBe(false)
  })
})

describe('two devices on one person', () => {
  const steady = day(60, () => 80)

  it.each([
    ['differ by 20 for ten minutes', day(60, (index) => (index >= 20 && index < 30 ? 100 : 82)), true],
    ['for nine', day(60, (index) => (index >= 20 && index < 29 ? 100 : 82)), false],
    ['by 19', day(60, () => 99), false],
    ['twice for six minutes', day(60, (index) => (index % 10 < 6 ? 100 : 82)), false],
    ['each five minutes', day(12, (index) => (index === 4 || index === 5 ? 100 : 82), { step: 5 }), true],
    [
      'never at once',
      { values: day(60, () => 120).values.map(({ minute, bpm }) => ({ minute: minute + 100, bpm })), saidMinutes: 1 },
      false,
    ],
  ])('that %s', (_, other, different) => {
    expect(areDifferent(steady, other)).toBe(different)
    expect(areDifferent(other, steady)).toBe(different)
  })
})
