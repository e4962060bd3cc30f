import type { DailyRow, HourState, MonthlyRow, Report } from '@mimamori/contract/report'
import { heatLevel } from '@mimamori/heat'
import type { Hours } from './lines.ts'

type TestHour = number | { readonly value?: number; readonly state: HourState; readonly emergencies?: number }

const emptyHours = Array.from({ length: 24 }, () => null)

/** The hours of a row of WBGT 超過 for tests: a number is measured, the rest is said. */
export const testHours = (known: Readonly<Record<number, TestHour>>): Hours => {
  const hours = emptyHours.map((_, hour) => {
    const hourValue = known[hour]
    if (hourValue === undefined) return { value: null, state: 'none' as const, emergencies: 0 }
    if (typeof hourValue === 'number') return { value: hourValue, state: 'measured' as const, emergencies: 0 }
    return { value: hourValue.value ?? null, state: hourValue.state, emergencies: hourValue.emergencies ?? 0 }
  })
  return {
    data: hours.map(({ value }) => value),
    levels: hours.map(({ value }) => heatLevel(value)),
    emergencies: hours.map(({ emergencies }) => emergencies),
    states: hours.map(({ state }) => state),
  }
}

const nobody: Report = {
  dailyData: [],
  monthlyData: [],
  workerName: null,
  furigana: null,
  affiliation1: null,
  groupName: null,
  reportDate: '2026-07-22',
  officeName: '東雲',
}

/** A daily report of so many people, each with the same hours except those given. */
export const testDay = (count: number, hours: Readonly<Record<number, TestHour>>): Report => ({
  ...nobody,
  dailyData: Array.from({ length: count }, (_, index): DailyRow => ({
    workerId: index + 1,
    workerName: `作業者　${index + 1}`,
    furigana: 'サギョウシャ',
    groupName: '足場班',
    officeName: '東雲',
    ...testHours(hours),
  })),
})

/** A monthly report of February 2026, whose last three rows have no day. */
export const testMonth = (days: Readonly<Record<number, Readonly<Record<number, TestHour>>>>): Report => ({
  ...nobody,
  reportDate: '2026-02',
  workerName: '佐々木　隆',
  furigana: 'ササキ　タカシ',
  affiliation1: '東鳶興業',
  groupName: '足場班',
  monthlyData: Array.from({ length: 31 }, (_, index): MonthlyRow => ({
    date: index < 28 ? `2026-02-${String(index + 1).padStart(2, '0')}` : null,
    ...testHours(days[index + 1] ?? {}),
  })),
})
