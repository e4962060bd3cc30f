import type { AlertLoad } from '@mimamori/contract/alert-load'

const none = { emergency: 0, level3: 0, level2: 0, level1: 0, siteHeat: 0, belt: 0, device: 0 }
const nothing = { falseAlarm: 0, answered: 0, endedAlone: 0, waiting: 0 }

/** A week in which nobody was measured and nothing happened. */
export const emptyLoad: AlertLoad = {
  officeId: 1,
  officeName: '東雲三丁目 物流施設新築工事',
  companyName: '明和川建設株式会社',
  from: '2026-07-15',
  to: '2026-07-21',
  workedDays: 0,
  people: 0,
  personDays: 0,
  totals: { ...none, ...nothing },
  response: { answered: 0, medianSeconds: null, p90Seconds: null },
  notices: { received: 0, mail: 0, push: 0, receivers: 0 },
  days: Array.from({ length: 7 }, (_, day) => ({ ...none, date: `2026-07-${15 + day}`, received: 0, wbgtMax: null })),
  hours: Array.from({ length: 24 }, () => ({ ...none, received: 0 })),
  reasons: [],
  persons: [],
  receivers: [],
  crew: { actual: null, expected: null, measured: 0 },
}

/** A hot week of forty people, thirty of whom have an own measure. */
export const loadOf = (over: Partial<AlertLoad> = {}): AlertLoad => ({
  ...emptyLoad,
  workedDays: 6,
  people: 40,
  personDays: 240,
  totals: {
    emergency: 2,
    level3: 12,
    level2: 30,
    level1: 41,
    siteHeat: 9,
    belt: 0,
    device: 6,
    answered: 58,
    endedAlone: 33,
    falseAlarm: 8,
    waiting: 1,
  },
  response: { answered: 64, medianSeconds: 156, p90Seconds: 780 },
  notices: { received: 497, mail: 220, push: 277, receivers: 5 },
  days: emptyLoad.days.map((day, index) =>
    index === 5 ? { ...day, emergency: 2, level3: 12, level2: 30, level1: 41, siteHeat: 9, device: 6, wbgtMax: 31.2 } : day,
  ),
  hours: emptyLoad.hours.map((hour, index) => (index === 13 ? { ...hour, emergency: 2, level3: 12, level2: 30 } : hour)),
  reasons: [
    { kind: 'condition', reason: 'maximum', level: 3, count: 12, ...nothing, answered: 9, falseAlarm: 3 },
    { kind: 'siteHeat', reason: 'heat', level: 2, count: 9, ...nothing, endedAlone: 9 },
    { kind: 'silent', reason: 'silent', level: null, count: 6, ...nothing, endedAlone: 5, waiting: 1 },
    { kind: 'emergency', reason: 'accumulated', level: 3, count: 2, ...nothing, answered: 2 },
  ],
  persons: [
    { ...none, ...nothing, userId: 7, fullName: '佐々木　隆', groupName: '足場班', emergency: 1, level3: 4, device: 2, falseAlarm: 1 },
  ],
  receivers: [
    { userId: 3, name: '山岸　恵子', role: 'HeadquartersAdmin', received: 164, answered: 40, medianSeconds: 126 },
    { userId: null, name: 'genba@example.jp', role: null, received: 70, answered: 0, medianSeconds: null },
  ],
  crew: {
    actual: { level2: 28.4, level3: 9.1, emergency: 1.6 },
    expected: {
      wbgt: 30.6,
      column: 31,
      withMeasure: { level2: 26, level3: 8.7, emergency: 1.4 },
      withoutMeasure: { level2: 29, level3: 13.9, emergency: 3.6 },
    },
    measured: 30,
  },
  ...over,
})
