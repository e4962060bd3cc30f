import { expect, test } from 'vitest'
import { gapConsequence, gapText, ownLines, weekText } from './rota-words.ts'
import { hoursText, isOver } from './shift-times.ts'

const hours = { dayFrom: '06:00', nightFrom: '20:30' }
const own = (date: string, place = 2, insteadOf: string | null = null, isOverride = false) => ({
  date,
  shift: 'day' as const,
  place,
  insteadOf,
  isOverride,
})

test('a week is named once where it is of one month', () => {
  expect(weekText({ from: '2026-07-20', to: '2026-07-26' })).toBe('7月20日–26日')
  expect(weekText({ from: '2026-07-27', to: '2026-08-02' })).toBe('7月27日–8月2日')
  expect(weekText({ from: '2025-07-21', to: '2025-07-27' }, '2026-07-21')).toBe('2025年7月21日–27日')
})

test('own days in a row at the same place are one line', () => {
  const lines = ownLines(
    [
      own('2026-07-21'),
      own('2026-07-22'),
      own('2026-07-23', 1, '岩本　鉄男', true),
      own('2026-07-24'),
      own('2026-07-25'),
      own('2026-07-26'),
    ],
    '2026-07-21',
  )
  expect(lines.map(({ when, place, instead }) => [when, place, instead])).toEqual([
    ['きょう・あす 昼', 2, undefined],
    ['7/23（木）昼', 1, '岩本の代わり'],
    ['7/24（金）–7/26（日）昼', 2, undefined],
  ])
})

test('a gap is named with its reason and with whom it leaves to be called', () => {
  const gap = { date: '2026-07-25', shift: 'night' as const, place: 2, gap: 'empty' as const, fullName: null }
  expect(gapText(gap)).toBe('7/25（土）夜の2番目が空いています。')
  expect(gapText({ ...gap, gap: 'disabled', fullName: '岩本　鉄男' })).toBe(
    '7/25（土）夜の2番目に、呼べる人がいません（岩本　鉄男さん：停止中の人）。',
  )
  expect(gapConsequence(gap)).toContain('1番目が答えないとき')
  expect(gapConsequence({ place: 1 })).toContain('次の順番の人へすぐに知らせ')
})

test('a night is over when the next day begins', () => {
  const night = { date: '2026-07-21', shift: 'night' as const }
  expect(isOver(night, hours, Date.parse('2026-07-22T05:59:00+09:00'))).toBe(false)
  expect(isOver(night, hours, Date.parse('2026-07-22T06:00:00+09:00'))).toBe(true)
  expect(isOver({ ...night, shift: 'day' }, hours, Date.parse('2026-07-21T20:29:00+09:00'))).toBe(false)
  expect(hoursText('night', hours)).toBe('20:30–6時')
})
