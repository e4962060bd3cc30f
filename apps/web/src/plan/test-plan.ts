import type { Plan, PlanHour, PlanLimit } from '@mimamori/contract/plan'
import { restMinutes } from '@mimamori/heat/rest'
import type { PlanGroup, PlanPerson } from './plan-types.ts'

const first = 7
const atOf = (hour: number) => `2026-07-22T${String(hour).padStart(2, '0')}:00:00+09:00`

const site = [26.6, 27.6, 28.5, 29.5, 30.3, 30.9, 31.2, 31.1, 30.5, 29.6, 28.4]

const tenth = (value: number) => Math.round(value * 10) / 10

export const hoursOf = (values: readonly number[] = site): PlanHour[] =>
  values.map((value, index) => ({
    hour: first + index,
    at: atOf(first + index),
    forecast: tenth(value - 0.4),
    isInterpolated: (first + index) % 3 !== 0,
    site: value,
    source: 'difference',
  }))

const limitOf = (people: number, limit: number, values: readonly number[]): PlanLimit => {
  const hours = values.map((wbgt, index) => {
    const excess = tenth(wbgt - limit)
    return { hour: first + index, at: atOf(first + index), wbgt, excess, restMinutes: restMinutes(excess), workMinutes: 60 }
  })
  return {
    people,
    acclimatised: limit >= 28,
    reference: limit,
    limit,
    hours,
    hoursAbove: hours.filter((hour) => hour.restMinutes > 0).length,
  }
}

type GroupValues = { readonly limit?: number; readonly cooler?: number; readonly others?: number; readonly placeName?: string }

export const groupOf = (groupId: number, groupName: string, given: GroupValues = {}): PlanGroup => {
  const { limit = 28, cooler = 0, others = 0, placeName = '東側 外部足場' } = given
  const values = site.map((value) => tenth(value - cooler))
  const index = values.findIndex((value) => value >= 28)
  return {
    groupId,
    groupName,
    placeName,
    watcherId: 1,
    metabolicClass: limit === 30 ? 1 : 2,
    clothing: 'workClothes',
    clothingAdjustment: 0,
    ...limitOf(9, limit, values),
    unacclimatised: others === 0 ? null : limitOf(others, limit - 2, values),
    dutyFrom: index < 0 ? null : atOf(first + index + 1),
    dutyBy: index < 0 ? null : 'onEnd',
    isTrial: false,
  }
}

export const personOf = (userId: number, fullName: string, over: Partial<PlanPerson> = {}): PlanPerson => ({
  userId,
  fullName,
  groupId: 1,
  groupName: '足場班',
  reference: 26,
  limit: 26,
  reason: 'new',
  kind: 'new',
  day: 2,
  share: 40,
  shares: [20, 40, 60, 80, 100],
  allowedMinutes: 190,
  spentMinutes: 0,
  ...over,
})

const noError = { days: 0, mean: null, meanAbsolute: null, publicMean: null, worst: null }
export const unknownError: Plan['error'] = { ...noError, days30: noError, byDay: [] }

const byDay = [0.3, 0.6, 0.5, 0.4, 0.3, 0.3, 0.7]

/** The errors at the hottest place. */
const errorsOfPlace: Plan['error'] = {
  days: 7,
  mean: 0.1,
  meanAbsolute: 0.6,
  publicMean: 0.4,
  worst: { day: '2026-07-18', hour: 14, by: 1.6 },
  days30: { days: 26, mean: 0, meanAbsolute: 0.5, publicMean: 0.3, worst: { day: '2026-07-03', hour: 15, by: -2.1 } },
  byDay: byDay.map((publicMean, index) => ({
    day: `2026-07-${14 + index}`,
    mean: tenth(publicMean - 0.4),
    publicMean,
  })),
}

/** A hot day of a site of 57 people: picture of the plan. */
export const planOf = (over: Partial<Plan> = {}): Plan => ({
  officeId: 1,
  officeName: '東雲三丁目 物流施設新築工事',
  companyName: '明和川建設株式会社',
  date: '2026-07-22',
  dates: ['2026-07-21', '2026-07-22', '2026-07-23'],
  workingHours: { opensAt: '07:00', closesAt: '18:00' },
  peopleCount: 57,
  basis: 'forecast',
  why: null,
  measuredOf: null,
  station: '44132',
  issuedAt: '2026-07-21T17:00:00+09:00',
  hours: hoursOf(),
  placeName: '東側 外部足場',
  peak: { hour: 13, at: atOf(13), wbgt: 31.2 },
  hoursFrom28: 9,
  places: [
    {
      placeId: 1,
      watcherId: 1,
      placeName: '東側 外部足場',
      hours: hoursOf().map((hour, index) => ({ ...hour, difference: index < 5 ? 0.2 : 0.6, days: 12 + (index % 7) })),
      error: errorsOfPlace,
    },
  ],
  error: errorsOfPlace,
  publicAlert: { day: '2026-07-22', level: 'alert', area: '東京都', announcedAt: '2026-07-21T17:00:00+09:00', isConfirmed: true },
  groups: [
    groupOf(1, '足場班', { others: 2 }),
    groupOf(2, '鉄筋班', { others: 1, cooler: 0.3, placeName: 'B工区 屋上' }),
    groupOf(3, '揚重班', { cooler: 0.9, placeName: '1F 資材置場' }),
    groupOf(4, '型枠班', { others: 2, cooler: 1.9, placeName: 'A工区 3F 南側' }),
    groupOf(5, '設備班', { cooler: 4, placeName: 'A工区 B1F ピット' }),
    groupOf(6, '電気班', { limit: 30, cooler: 1.9, placeName: 'A工区 3F 南側' }),
    groupOf(7, '誘導班', { limit: 30, cooler: 0.9, placeName: '1F 資材置場' }),
  ],
  people: [
    personOf(11, '今井　翔太', { groupId: 4, groupName: '型枠班' }),
    personOf(12, '村田　蓮', { day: 4, share: 80, allowedMinutes: 380 }),
    personOf(13, 'グエン　ヴァン　アン', {
      groupId: 2,
      groupName: '鉄筋班',
      reason: 'returning',
      kind: 'returning',
      shares: [50, 60, 80, 100],
      day: 1,
      share: 50,
      allowedMinutes: 240,
    }),
    personOf(14, '長谷川　修', {
      groupId: 4,
      groupName: '型枠班',
      reason: 'returning',
      kind: 'returning',
      shares: [50, 60, 80, 100],
      day: 3,
      share: 80,
      allowedMinutes: 380,
      spentMinutes: 45,
    }),
    personOf(15, '江口　陸', { reason: 'returning', kind: 'returning', shares: [50, 60, 80, 100], share: 60, allowedMinutes: 285 }),
  ],
  trial: null,
  mails: [
    { kind: 'evening', at: '2026-07-21T17:00:00+09:00', state: 'sent', recipients: 8 },
    { kind: 'morning', at: '2026-07-22T05:30:00+09:00', state: 'planned', recipients: 8 },
  ],
  ...over,
})
