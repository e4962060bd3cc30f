import type { Plan, PlanRestHour } from '@mimamori/contract'
import type { PlanSheet } from './plan-sheet.ts'

const heat = [26.6, 27.6, 28.5, 29.5, 30.3, 30.9, 31.2, 31.1, 30.5, 29.6, 28.4]
const opens = 7

const instantOf = (hour: number) => `2026-07-22T${String(hour).padStart(2, '0')}:00:00+09:00`

const restOf = (excess: number): number => (excess <= 0 ? 0 : excess < 1 ? 15 : excess < 2 ? 30 : excess < 3 ? 45 : 60)

const restHours = (limit: number, lower: number): PlanRestHour[] =>
  heat.map((value, index) => {
    const excess = value - lower - limit
    return { hour: opens + index, at: instantOf(opens + index), wbgt: value - lower, excess, restMinutes: restOf(excess), workMinutes: 60 }
  })

const limitOf = (people: number, limit: number, lower: number, acclimatised: boolean) => {
  const hours = restHours(limit, lower)
  return { people, acclimatised, reference: limit, limit, hours, hoursAbove: hours.filter(({ restMinutes }) => restMinutes !== 0).length }
}

type GroupOf = readonly [groupName: string, placeName: string, limit: number, lower: number, unacclimatised: number]

const groupOf = ([groupName, placeName, limit, lower, unacclimatised]: GroupOf, index: number): Plan['groups'][number] => ({
  groupId: index + 1,
  groupName,
  placeName,
  watcherId: index + 1,
  metabolicClass: 2,
  clothing: 'coverall' as Plan['groups'][number]['clothing'],
  clothingAdjustment: 0,
  ...limitOf(8, limit, lower, true),
  unacclimatised: unacclimatised === 0 ? null : limitOf(unacclimatised, limit - 2, lower, false),
  dutyFrom: index === 0 ? instantOf(10) : null,
  dutyBy: index === 0 ? 'onEnd' : null,
  isTrial: false,
})

const groups: readonly GroupOf[] = [
  ['足場班', '東側 外部足場', 28, 0, 2],
  ['鉄筋班', 'B工区 屋上', 28, 0.3, 1],
  ['揚重班', '1F 資材置場', 28, 0.9, 0],
  ['型枠班', 'A工区 3F 南側', 28, 2.4, 2],
  ['設備班', 'A工区 B1F ピット', 28, 4, 0],
  ['電気班', 'A工区 3F 南側', 30, 2.4, 0],
  ['誘導班', '1F 資材置場', 30, 0.9, 0],
]

/** A plan of a hot day, as a test changes it. */
export const testPlan = (values: Partial<Plan> = {}): Plan => {
  const hours = heat.map((value, index) => ({
    hour: opens + index,
    at: instantOf(opens + index),
    forecast: value - 0.4,
    isInterpolated: (opens + index) % 3 !== 0,
    site: value,
    source: 'difference' as const,
  }))
  const none = { days: 0, mean: null, meanAbsolute: null, publicMean: null, worst: null }
  const error = { ...none, days: 7, meanAbsolute: 0.6, days30: { ...none, days: 26, meanAbsolute: 0.5 }, byDay: [] }
  return {
    officeId: 1,
    officeName: '東雲三丁目 物流施設新築工事',
    companyName: '東雲建設',
    date: '2026-07-22',
    dates: ['2026-07-22', '2026-07-23', '2026-07-24'],
    workingHours: { opensAt: '07:00', closesAt: '18:00' },
    peopleCount: 57,
    basis: 'forecast',
    why: null,
    measuredOf: null,
    station: '44132',
    issuedAt: '2026-07-22T05:30:00+09:00',
    hours,
    placeName: '東側 外部足場',
    peak: { hour: 13, at: instantOf(13), wbgt: 31.2 },
    hoursFrom28: 9,
    places: [
      {
        placeId: null,
        watcherId: 1,
        placeName: '東側 外部足場',
        hours: hours.map((hour) => ({ ...hour, difference: 0.4, days: 12 })),
        error,
      },
    ],
    error,
    publicAlert: { day: '2026-07-22', level: 'alert', area: '東京都', announcedAt: '2026-07-21T17:00:00+09:00', isConfirmed: true },
    groups: groups.map(groupOf),
    people: [],
    trial: null,
    mails: [],
    ...values,
  }
}

/** The sheet of that day, as a test changes it. */
export const testSheet = (values: Partial<PlanSheet> = {}): PlanSheet => ({
  plan: testPlan(),
  peopleCount: 57,
  people: [
    { name: '今井', groupName: '型枠班', minutes: 190 },
    { name: '村田', groupName: '足場班', minutes: 380 },
    { name: 'グエン', groupName: '鉄筋班', minutes: 240 },
    { name: '長谷川', groupName: '型枠班', minutes: 380 },
    { name: '江口', groupName: '足場班', minutes: 285 },
  ],
  unbriefed: [
    { name: '岡田', groupName: '足場班' },
    { name: 'サントス', groupName: null },
  ],
  procedures: [
    '作業を止め、一人にしない',
    '涼しい場所（休憩所）へ移し、衣服をゆるめ、体を冷やす',
    '水分と塩分をとらせる',
    '反応がおかしい、飲めない、回復しないときは 119番',
    '職長と現場事務所 03-5550-0100 へ知らせる',
  ],
  contacts: { phone: '03-5550-0100', hospitalName: '臨海総合病院', hospitalPhone: '03-5555-0119' },
  alertsBefore: { day: '2026-07-21', emergency: 0, level3: 1, level2: 2, level1: 5 },
  printedBy: '山岸　恵子',
  printedAt: new Date('2026-07-22T06:42:00+09:00'),
  ...values,
})
