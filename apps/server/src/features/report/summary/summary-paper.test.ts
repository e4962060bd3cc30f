import { alertKinds, outcomes, type SafetySummary } from '@mimamori/contract'
import { expect, it } from 'vitest'
import { drawPdf } from '../../../platform/pdf/draw-pdf.ts'
import { readPdf } from '../../../platform/pdf/test-pdf.ts'

const a4 = [595, 842]
const module = new URL('summary-paper.ts', import.meta.url).href
const draw = async (summary: SafetySummary) =>
  readPdf(
    await drawPdf(
      { module, name: 'safetySummaryPaper' },
      { summary, printedBy: '山岸　恵子', printedAt: new Date('2026-08-01T00:10:00Z') },
    ),
  )

const none = { emergency: 0, level3: 0, level2: 0, level1: 0 }
const empty: SafetySummary = {
  officeId: 1,
  officeName: '東雲三丁目 物流施設新築工事',
  companyName: '明和川建設株式会社',
  month: '2026-07',
  isRunning: false,
  people: 0,
  totals: none,
  previous: null,
  heat: { highest: null, heatMinutes: 0, longStretches: 0, longDays: 0 },
  days: Array.from({ length: 31 }, (_, day) => ({
    ...none,
    date: `2026-07-${String(day + 1).padStart(2, '0')}`,
    wbgt: Array.from({ length: 24 }, () => null),
    wbgtMax: null,
    heatMinutes: 0,
  })),
  publicAlerts: null,
  hours: Array.from({ length: 24 }, () => none),
  kinds: alertKinds.map((kind) => ({ kind, count: 0 })),
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
  outcomes: outcomes.map((outcome) => ({ outcome, count: 0 })),
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

const many = <Item>(count: number, make: (index: number) => Item) => Array.from({ length: count }, (_, index) => make(index))
const counts = { emergency: 31, level3: 99, level2: 400, level1: 700 }

/** A month with more of everything than one sheet holds. @param long what every name is made longer by */
const full = (long: string): SafetySummary => ({
  ...empty,
  officeName: `東雲三丁目 物流施設新築工事${long}`.slice(0, 100),
  companyName: `明和川建設株式会社${long}`.slice(0, 100),
  month: '2026-11',
  isRunning: true,
  people: 57,
  totals: counts,
  previous: { ...counts, emergency: 1, heatMinutes: 2_280 },
  heat: {
    highest: { wbgt: 31.42, at: '2026-07-27T13:10:00+09:00', place: `外部足場${long}`, source: 'measured' },
    heatMinutes: 5_770,
    longStretches: 23,
    longDays: 9,
  },
  days: empty.days.map((day) => ({ ...day, ...counts, wbgt: many(24, (hour) => 20 + hour / 2), wbgtMax: 31.5, heatMinutes: 480 })),
  // Every other day, so that no days are written as one.
  publicAlerts: empty.days.map(({ date }, index) => ({
    day: date,
    level: index % 2 === 0 ? 'alert' : 'special',
    area: '東京都',
    announcedAt: `${date}T05:00:00+09:00`,
    withdrawnAt: null,
  })),
  hours: many(24, () => counts),
  kinds: alertKinds.map((kind) => ({ kind, count: 1_000 })),
  groups: many(14, (index) => ({ ...counts, groupName: index === 13 ? null : `足場班${index}${long}` })),
  places: many(12, (index) => ({
    place: `東側${index}${long}`,
    serialNumber: `${index}`,
    source: 'measured',
    wbgtMax: 31,
    heatMinutes: 600,
    emergency: index,
    level3: 2,
  })),
  response: {
    asked: 530,
    answered: 500,
    unanswered: 30,
    medianSeconds: 192,
    within: [3, 5, 10, 15, 30].map((minutes) => ({ minutes, count: 400 })),
    over30: 121,
  },
  outcomes: outcomes.map((outcome) => ({ outcome, count: 100 })),
  exposure: {
    minutes: 61_230,
    longDays: 83,
    people: many(10, (index) => ({
      userId: index,
      fullName: `三浦　大地${index}${long}`,
      groupName: null,
      minutes: 4_500,
      days: 22,
      longDays: 12,
    })),
  },
  emergencies: many(31, (index) => ({
    id: index,
    at: `2026-07-${String(index + 1).padStart(2, '0')}T14:08:00+09:00`,
    fullName: `佐々木　隆${index}${long}`,
    groupName: null,
    reason: `呼び出しボタンが押されました${long}`,
    answeredSeconds: index === 0 ? null : 125,
    outcome: index === 0 ? null : 'medical',
  })),
})

it('of a month without anything says so, on one sheet', async () => {
  const paper = await draw(empty)
  expect(paper.sizes).toEqual([a4])
  for (const text of [
    '2026年7月',
    '東雲三丁目 物流施設新築工事',
    '前月の記録なし',
    'アラートはありませんでした。',
    '暑さ指数の記録がありません。',
    '緊急はありませんでした。',
  ])
    expect(paper.text).toContain(text)
  expect(paper.text).not.toContain('氏名入り')
})

it('breaks a long name into two lines, and cuts off what does not fit there', async () => {
  const month = full('')
  const [first] = month.exposure.people
  const named = ['グエン ヴァン アン', 'Christopher Johnson Montgomery'].map((fullName) => ({
    ...(first as NonNullable<typeof first>),
    fullName,
  }))
  const paper = await draw({ ...month, exposure: { ...month.exposure, people: named }, emergencies: [] })
  expect(paper.text).toMatch(/グエン ヴァン\s*\n\s*アン/u)
  expect(paper.text).toMatch(/Christopher\s*\n\s*Johnson Mo…/u)
})

it('of a month with more than a sheet holds is one sheet, and says how much more there is', async () => {
  const paper = await draw(full(''))
  expect(paper.sizes).toEqual([a4])
  for (const text of [
    '8/1 09:10まで',
    '氏名入り',
    '27日 13:10 外部足場',
    '31.4',
    '前月 38時間',
    '3.2',
    '5分以内 75％',
    '30分を超えて確認',
    '100件 19％',
    '未確認',
    '1日 14:08',
    '未完了',
    '2.1分',
    '医療機関へ',
    '31件',
  ])
    expect(paper.text).toContain(text)
  const listed = [...paper.text.matchAll(/\d+日 14:08/g)].length
  expect(listed).toBeGreaterThan(4)
  expect(paper.text).toContain(`ほか${31 - listed}件。`)
  expect(paper.text).toMatch(/ほか7か所（緊急56件）/)
  expect(paper.text).toContain('全員 のべ1,021時間・4時間超 のべ83日')
})

it.each([
  'の第二期増築および外構整備工事を含む共同企業体の仮設詰所'.repeat(4),
  'Wolfeschlegelsteinhausenbergerdorff'.repeat(4),
  ' 北側 ・（株）'.repeat(20),
  'ー々、。'.repeat(5),
  'WWWWWWWWWW',
  'M'.repeat(40),
  ' グエン ヴァン アン',
])('stays on one sheet whatever the names: %s', async (long) => {
  const paper = await draw(full(long))
  expect(paper.sizes).toEqual([a4])
  expect(paper.text).toMatch(/ほか\d+件。/)
})

it('says on which days the ministry had announced an alert, those in a row as one, without what was withdrawn', async () => {
  const announced = (day: number, level: 'alert' | 'special', withdrawnAt: string | null = null) => {
    const date = `2026-07-${String(day).padStart(2, '0')}`
    return { day: date, level, area: '東京都', announcedAt: `${date}T05:00:00+09:00`, withdrawnAt }
  }
  const publicAlerts = [1, 2, 3, 7, 9, 10].map((day) => announced(day, 'alert'))
  const withdrawn = announced(20, 'alert', '2026-07-20T10:00:00+09:00')
  const paper = await draw({ ...empty, publicAlerts: [...publicAlerts, announced(8, 'special'), withdrawn] })
  expect(paper.text).toContain('公表されたアラート 熱中症特別警戒アラート 1日（8日） 熱中症警戒アラート 6日（1〜3・7・9〜10日）')
  expect((await draw({ ...empty, publicAlerts: [] })).text).toContain('公表されたアラート なし')
  expect((await draw(empty)).text).not.toContain('公表されたアラート')
})
