import { expect, test } from 'vitest'
import { placeAt } from './movement.ts'
import { dutyAt } from './schedule.ts'
import { testScenario } from './test-scenario.ts'

const day = 20_777
const clock = (hours: number, minutes = 0, date = day) => ({ day: date, minute: hours * 60 + minutes })

test('the day runs from the morning meeting over three breaks to the way home', () => {
  const at = (hours: number, minutes = 0) => dutyAt(1, 'someone', 'day', clock(hours, minutes)).activity
  expect(at(6)).toBe('away')
  expect(at(7, 35)).toBe('assembly')
  expect(at(9)).toBe('work')
  expect(at(10, 5)).toBe('break')
  expect(at(12, 30)).toBe('lunch')
  expect(at(13, 40)).toBe('work')
  expect(at(15, 10)).toBe('break')
  expect(at(17, 20)).toBe('cleanup')
  expect(at(17, 30)).toBe('away')
})

test('people arrive within twelve minutes before the shift, not all at once', () => {
  const here = (minutes: number) =>
    Array.from({ length: 100 }, (_, who) => dutyAt(1, `w${who}`, 'day', clock(7, minutes))).filter(({ activity }) => activity !== 'away')
      .length
  expect(here(17)).toBe(0)
  expect(here(24)).toBeGreaterThan(20)
  expect(here(24)).toBeLessThan(80)
  expect(here(30)).toBe(100)
})

test('a night shift is one shift on both sides of midnight', () => {
  const before = dutyAt(1, 'guard', 'night', clock(23))
  const after = dutyAt(1, 'guard', 'night', clock(2, 0, day + 1))
  expect([before.activity, after.activity]).toEqual(['work', 'work'])
  expect(after.shiftDay).toBe(before.shiftDay)
  expect(after.minutesIn - before.minutesIn).toBeCloseTo(180, 6)
  expect(dutyAt(1, 'guard', 'night', clock(5, 0, day + 1)).activity).toBe('away')
  expect(dutyAt(1, 'guard', 'night', clock(13)).activity).toBe('away')
})

test('breaks are spent in the rest area, work mostly at home, the meeting together', () => {
  const scenario = testScenario(40)
  const where = (time: { day: number; minute: number }) =>
    scenario.people.slice(0, 40).map((person) => ({
      person,
      place: placeAt(1, scenario, person, dutyAt(1, person.vitalSerial, 'day', time), time),
    }))
  expect(new Set(where(clock(7, 45)).map(({ place }) => place))).toEqual(new Set([scenario.assemblyPlace]))
  expect(where(clock(10, 10)).filter(({ place }) => place === scenario.restPlace).length).toBeGreaterThan(28)
  expect(where(clock(12, 30)).every(({ place }) => place === scenario.restPlace)).toBe(true)
  const atWork = where(clock(14))
  expect(atWork.filter(({ person, place }) => place === person.homePlace).length).toBeGreaterThan(24)
})
