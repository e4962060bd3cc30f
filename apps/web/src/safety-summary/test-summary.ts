import type { SafetySummary } from '@mimamori/contract/safety-summary'

const none = { emergency: 0, level3: 0, level2: 0, level1: 0 }

/** A month in which nothing happened and nothing was measured. */
export const emptySummary: SafetySummary = {
  officeId: 1,
  officeName: '東雲三丁目 物流施設新築工事',
  companyName: '明和川建設株式会社',
  month: '2026-07',
  isRunning: false,
  people: 0,
  totals: none,
  previous: null,
  heat: { highest: null, heatMinutes: 0, longStretches: 0, longDays: 0 },
  days: Array.from({ length: 31 }, (_, index) => ({
    ...none,
    date: `2026-07-${String(index + 1).padStart(2, '0')}`,
    wbgt: Array.from({ length: 24 }, () => null),
    wbgtMax: null,
    heatMinutes: 0,
  })),
  publicAlerts: null,
  hours: Array.from({ length: 24 }, () => none),
  kinds: [],
  groups: [],
  places: [],
  response: {
    asked: 0,
    answered: 0,
    unanswered: 0,
    medianSeconds: null,
    within: [3, 5, 10, 15, 30].map((minutes) => ({ minutes, count: 0 })),
    over30: 0,
  },
  outcomes: [],
  rests: {
    alerts: 0,
    within30: 0,
    within15: 0,
    later: 0,
    none: 0,
    recovery: { rested: 0, recovered: 0, medianMinutes: null, unknown: 0 },
    hours: Array.from({ length: 24 }, () => ({ alerts: 0, within30: 0 })),
    groups: [],
  },
  exposure: { minutes: 0, longDays: 0, people: [] },
  strain: { count: 0, people: [] },
  emergencies: [],
}

/** A month of alerts and heat: one emergency on the 21st at 13:31, 31.4 ℃ on the 27th. */
export const summaryOf = (over: Partial<SafetySummary> = {}): SafetySummary => ({
  ...emptySummary,
  people: 57,
  totals: { emergency: 1, level3: 4, level2: 12, level1: 30 },
  previous: { emergency: 0, level3: 2, level2: 8, level1: 41, heatMinutes: 2_280 },
  heat: {
    highest: { wbgt: 31.4, at: '2026-07-27T13:20:00+09:00', place: '東側 外部足場', source: 'measured' },
    heatMinutes: 5_760,
    longStretches: 14,
    longDays: 9,
  },
  days: emptySummary.days.map((day, index) => {
    if (index === 20)
      return {
        ...day,
        emergency: 1,
        level3: 4,
        level2: 8,
        level1: 9,
        wbgt: day.wbgt.map((_, hour) => (hour === 13 ? 31.2 : 24.5)),
        wbgtMax: 31.2,
        heatMinutes: 300,
      }
    if (index === 26)
      return { ...day, level2: 4, level1: 21, wbgt: day.wbgt.map((_, hour) => (hour === 13 ? 31.4 : 26)), wbgtMax: 31.4, heatMinutes: 260 }
    return day
  }),
  hours: emptySummary.hours.map((counts, hour) => (hour === 13 ? { emergency: 1, level3: 4, level2: 12, level1: 30 } : counts)),
  kinds: [
    { kind: 'condition', count: 40 },
    { kind: 'emergency', count: 1 },
    { kind: 'siteHeat', count: 6 },
  ],
  groups: [
    { groupName: '足場班', emergency: 1, level3: 3, level2: 8, level1: 20 },
    { groupName: null, emergency: 0, level3: 1, level2: 4, level1: 10 },
  ],
  places: [
    { place: '東側 外部足場', serialNumber: 'HW-01', source: 'measured', wbgtMax: 31.4, heatMinutes: 5_760, emergency: 1, level3: 4 },
    { place: '東京', serialNumber: null, source: 'public', wbgtMax: 29.8, heatMinutes: 1_470, emergency: 0, level3: 0 },
  ],
  response: {
    asked: 17,
    answered: 15,
    unanswered: 2,
    medianSeconds: 192,
    within: [
      { minutes: 3, count: 7 },
      { minutes: 5, count: 11 },
      { minutes: 10, count: 13 },
      { minutes: 15, count: 14 },
      { minutes: 30, count: 14 },
    ],
    over30: 3,
  },
  outcomes: [
    { outcome: 'rested', count: 9 },
    { outcome: 'medical', count: 1 },
  ],
  exposure: {
    minutes: 74_040,
    longDays: 23,
    people: [
      { userId: 7, fullName: '佐々木　隆', groupName: '足場班', minutes: 2_910, days: 18, longDays: 5 },
      { userId: 8, fullName: 'グエン　ヴァン　アン', groupName: null, minutes: 1_200, days: 12, longDays: 0 },
    ],
  },
  strain: { count: 1, people: [{ userId: 7, fullName: '佐々木　隆', groupName: '足場班', ownMean: 146.4, limit: 128, shifts: 10 }] },
  emergencies: [
    {
      id: 41,
      at: '2026-07-21T13:31:00+09:00',
      fullName: '佐々木　隆',
      groupName: '足場班',
      reason: '危険の累計が15分に到達',
      answeredSeconds: 780,
      outcome: 'medical',
    },
  ],
  ...over,
})
