import type { SafetySummary } from '@mimamori/contract/safety-summary'
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { SummaryBody } from './summary-body.tsx'
import { emptySummary, summaryOf } from './test-summary.ts'

const show = (summary: SafetySummary) => mount(() => <SummaryBody summary={summary} />)
/** What is read of a row, without its name. */
const cellsOf = (table: string, row: string) => {
  const rows = page.getByRole('table', { name: table }).element().querySelectorAll('tbody tr')
  const found = [...rows].find((candidate) => candidate.querySelector('th')?.textContent === row)
  return [...(found?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)
}
const expectText = (locator: Locator) => expect.poll(() => locator.element().textContent)
const figure = (name: string) => page.getByRole('list', { name: 'この月の数字' }).getByRole('listitem').filter({ hasText: name })

test('the figures are beside those of the month before', async () => {
  await show(summaryOf())
  await expectText(figure('緊急')).toContain('緊急1件前月 0件')
  await expectText(figure('WBGTの最高')).toContain('31.4℃27日 13:20 東側 外部足場')
  await expectText(figure('暑い時間')).toContain('96時間前月 38時間')
  await expectText(figure('確認まで')).toContain('3.2分5分以内 65%')
})

test('where nothing is known of the month before no zero is said', async () => {
  await show(summaryOf({ previous: null }))
  await expectText(figure('危険')).toContain('4件前月の記録なし')
  await expectText(figure('暑い時間')).toContain('前月の記録なし')
})

test('every drawing is there as a table too', async () => {
  await show(summaryOf())
  await expect.element(page.getByRole('img', { name: '日ごとのアラートの件数の積み上げ' })).toBeVisible()
  expect(cellsOf('日ごとのアラートの件数', '21日')).toEqual(['1', '4', '8', '9'])
  expect(cellsOf('時刻ごとの警戒以上の件数', '13時台')).toEqual(['17'])
  expect(cellsOf('日ごとのWBGTの最高', '27日')).toEqual(['31.4', '260'])
  expect(cellsOf('日ごとのWBGTの最高', '28日')).toEqual(['―', '0'])
  expect(cellsOf('日と時刻ごとのWBGTの最高（℃）', '21日')[13]).toBe('31.2')
})

test('a day with emergencies has their mark and number above its column', async () => {
  const days = summaryOf().days.map((day, index) => (index === 20 ? { ...day, emergency: 3 } : day))
  await show(summaryOf({ days }))
  const found = page.getByRole('img', { name: '日ごとのアラートの件数の積み上げ' })
  await expect.element(found).toBeVisible()
  const drawing = found.element()
  expect(drawing.querySelectorAll('[data-grade="emergency"]')).toHaveLength(1)
  expect(drawing.textContent).toContain('21日　緊急 3件　危険 4件　警戒 8件　注意 9件')
})

test('an emergency leads to its record and says how it was answered', async () => {
  const [first] = summaryOf().emergencies
  const unanswered = { id: 42, at: '2026-07-27T13:12:00+09:00', reason: '呼出', answeredSeconds: null, outcome: null }
  await show(summaryOf({ emergencies: first === undefined ? [] : [first, { ...first, ...unanswered, fullName: null, groupName: null }] }))
  const table = page.getByRole('region', { name: '緊急の記録' })
  await expect.element(table.getByRole('link', { name: /^21日 13:31/ })).toHaveAttribute('href', '/alert/record/41')
  await expectText(table.getByRole('row', { name: /佐々木/ })).toContain('13分医療機関へ')
  await expectText(table.getByRole('row', { name: /27日/ })).toContain('―呼出確認なし未完了')
})

test('answers are counted in shares of those that asked for one', async () => {
  await show(summaryOf())
  const bars = page.getByRole('list', { name: '確認までの時間' }).getByRole('listitem')
  await expectText(bars.nth(0)).toContain('30分以内14 82%')
  await expectText(bars.nth(1)).toContain('うち3分以内7 41%')
  await expectText(bars.nth(5)).toContain('30分を超えて確認1 6%')
  await expectText(bars.nth(6)).toContain('未確認2 12%')
  await expectText(bars.nth(7)).toContain('うち30分超2 12%')
})

test('a month without alerts says so, and draws no heat that was not measured', async () => {
  await show({ ...emptySummary, people: 3 })
  await expect.element(page.getByText('緊急はありませんでした。')).toBeVisible()
  await expect.element(page.getByText('WBGTの測定値はありません。')).toBeVisible()
  await expect.element(page.getByText('確認の要るアラートはありませんでした。')).toBeVisible()
  expect(page.getByRole('img').all()).toHaveLength(0)
})

test('whose own measure is above the strain limit is named, or counted for those who do not see it', async () => {
  await show(summaryOf())
  await expect.element(page.getByRole('table', { name: '働きすぎの目安を超えた人' })).toBeVisible()
  expect(cellsOf('働きすぎの目安を超えた人', '佐々木　隆足場班・勤務10回から')).toEqual(['146', '128'])
  await show(summaryOf({ strain: { count: 3, people: [] } }))
  await expect.element(page.getByText('3人。氏名は契約管理者と拠点管理者の画面に出ます。')).toBeVisible()
})

test('the rests after alerts are shown by how soon, by recovery and by group', async () => {
  const rests = {
    ...summaryOf().rests,
    alerts: 159,
    within15: 71,
    within30: 108,
    later: 24,
    none: 27,
    recovery: { rested: 132, recovered: 114, medianMinutes: 11, unknown: 7 },
    groups: [
      { groupName: '足場班', alerts: 48, within30: 26, none: 13, takenMinutes: 9_300, dueMinutes: 14_400, plannedMinutes: null },
      { groupName: '設備班', alerts: 0, within30: 0, none: 0, takenMinutes: 540, dueMinutes: 6, plannedMinutes: null },
    ],
  }
  await mount(() => <SummaryBody summary={summaryOf({ rests })} />)
  const textOf = (name: string) => page.getByRole('region', { name }).element().textContent
  await expect.poll(() => textOf('アラートのあとの休憩')).toContain('68%30分以内に休憩108件／159件')
  await expect.poll(() => textOf('休んで回復したか')).toContain('休憩した 132件・下がるまで 11分（中央値）心拍が下がった114 86%')
  await expect.poll(() => textOf('目安の休憩と取った休憩')).toContain('足場班4854%1315524065%設備班0―090.1100%以上')
  const planned = rests.groups.map((group, index) => ({ ...group, plannedMinutes: index === 0 ? 12_000 : null }))
  await mount(() => <SummaryBody summary={summaryOf({ rests: { ...rests, groups: planned } })} />)
  await expect
    .poll(() => textOf('予定した休憩と取った休憩'))
    .toContain('取った 時間予定 時間目安 時間割合足場班4854%1315520024078%設備班0―09―0.1―')
})

test('what the ministry announced is a line a day, without a level', async () => {
  const announced = { area: '東京都', withdrawnAt: null }
  const panel = page.getByRole('region', { name: '公表された熱中症アラート' })
  await show(
    summaryOf({
      publicAlerts: [
        { ...announced, day: '2026-07-20', level: 'special', announcedAt: '2026-07-19T14:00:00+09:00' },
        {
          ...announced,
          day: '2026-07-21',
          level: 'alert',
          announcedAt: '2026-07-20T17:00:00+09:00',
          withdrawnAt: '2026-07-21T05:00:00+09:00',
        },
      ],
    }),
  )
  await expectText(panel).toContain('2日・環境省・気象庁・東京都・時刻ははじめの発表')
  await expectText(panel.getByRole('listitem').first()).toBe('20日熱中症特別警戒アラート 19日 14:00 発表')
  await expectText(panel.getByRole('listitem').nth(1)).toBe('21日熱中症警戒アラート 20日 17:00 発表21日 05:00 取り下げ')
  expect(panel.getByRole('img').elements()).toEqual([])
})

test('a month without an announcement says so', async () => {
  await show(summaryOf({ publicAlerts: [] }))
  await expectText(page.getByRole('region', { name: '公表された熱中症アラート' })).toContain('この月に、この地域への発表はありません。')
})

test('a site without a station has no part for what the ministry announced', async () => {
  await show(summaryOf())
  await expect.element(page.getByRole('heading', { name: '場所ごと' })).toBeVisible()
  expect(page.getByRole('region', { name: '公表された熱中症アラート' }).elements()).toEqual([])
})
