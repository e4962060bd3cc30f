import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { Plan } from '@mimamori/contract/plan'
import { setServerTime } from '../platform/clock.ts'
import { mount } from '../kit/test-mount.tsx'
import { PlanResult } from './plan-result.tsx'
import { groupOf, hoursOf, personOf, planOf, unknownError } from './test-plan.ts'

type Result = Parameters<typeof PlanResult>[0]['result']

const calm: Result = {
  data: undefined,
  error: null,
  isFetching: false,
  dataUpdatedAt: Date.parse('2026-07-21T17:12:00+09:00'),
  refetch: () => undefined,
}

const show = (plan: Plan | undefined, { result = {}, mayChange = true }: { result?: Partial<Result>; mayChange?: boolean } = {}) =>
  mount(() => (
    <PlanResult
      result={{ ...calm, data: plan, ...result }}
      shown={plan}
      day="あす"
      today="2026-07-21"
      mayChange={mayChange}
      trial={null}
      action={<button type="button">条件を変えてためす</button>}
    />
  ))

const clockAt = (now: string) => setServerTime(Date.parse(`${now}+09:00`))
beforeEach(() => {
  clockAt('2026-07-21T17:12:00')
  onTestFinished(() => setServerTime(Date.now()))
})

const expectText = (locator: Locator) => expect.poll(() => locator.element().textContent)
const row = (name: RegExp) => page.getByRole('row', { name })
const cells = (name: RegExp) => row(name).getByRole('cell')

test('each hour of a group says its rest by mark, word and number, and where to stop', async () => {
  await show(planOf())
  await expect.element(page.getByRole('columnheader', { name: '13時' })).toBeVisible()
  await expectText(row(/^足場班/)).toBe(
    '足場班東側 外部足場 最高 31.228001注意15分2警戒30分2警戒45分2警戒45分3危険中止3危険中止2警戒45分2警戒30分1注意15分9 時間',
  )
  await expectText(row(/足場班の/)).toContain('慣れていない 2人261注意15分2警戒30分2警戒45分3危険中止')
  await expectText(cells(/^設備班/).last()).toBe('0')
})

test('the curve and the table share their hours', async () => {
  await show(planOf())
  const middle = (element: Element) => {
    const { left, width } = element.getBoundingClientRect()
    return left + width / 2
  }
  await expect.element(page.getByRole('columnheader', { name: '13時' })).toBeVisible()
  const peak = page
    .getByRole('img', { name: /最高 31.2℃、13時/ })
    .element()
    .querySelector('strong[style*="left"]')
  expect(peak?.textContent).toBe('31.2')
  const column = page.getByRole('columnheader', { name: '13時' }).element()
  expect(Math.abs(middle(peak ?? column) - middle(column))).toBeLessThan(2)
})

test('hours between two published ones are said to be interpolated', async () => {
  await show(planOf())
  await expectText(row(/^東側 外部足場の暑さ/)).toContain('28.529.5（補間）30.3（補間）30.9')
  await expect.element(page.getByText(/公表の予測は3時間ごと/)).toBeVisible()
})

test('who may be in the heat for some of the day is named with the minutes, and whose limit differs with the limit', async () => {
  await show(
    planOf({
      people: [
        personOf(1, '今井　翔太', { spentMinutes: 45 }),
        personOf(2, '江口　陸', { reason: 'attention', kind: null, day: null, share: null, allowedMinutes: null }),
      ],
    }),
  )
  await expectText(page.getByRole('region', { name: '働ける時間に限りがある人' }).getByRole('listitem')).toBe(
    '今井　翔太足場班・新人2日目40%まで190 分使った 45分',
  )
  await expectText(page.getByRole('region', { name: '基準値が班とちがう人' }).getByRole('listitem')).toBe('江口　陸足場班・要注意基準値 26')
})

test('minutes that are spent are said to be, in other words than those that are left', async () => {
  await show(planOf({ people: [personOf(1, '今井　翔太', { allowedMinutes: 120, spentMinutes: 120 })] }))
  await expectText(page.getByRole('listitem').filter({ hasText: '今井' })).toContain('120 分使い切った 120分')
})

test('the duty names the groups that will pass an hour on end, and the time', async () => {
  await show(planOf())
  const duty = page.getByRole('region', { name: '体制と手順が要る時刻' }).getByRole('listitem')
  await expectText(duty.first()).toBe('10:00に連続1時間足場班、鉄筋班')
})

test('the duty names the moments in their order, over midnight too, and leads to the site’s', async () => {
  const [first] = planOf().groups
  if (first === undefined) throw new Error('no group')
  const at = (groupId: number, groupName: string, dutyFrom: string) => ({ ...first, groupId, groupName, dutyFrom })
  await show(planOf({ groups: [at(1, '遅番', '2026-07-23T01:00:00+09:00'), at(2, '早番', '2026-07-22T23:00:00+09:00')] }))
  const duty = page.getByRole('region', { name: '体制と手順が要る時刻' })
  await expectText(duty.getByRole('listitem').first()).toBe('23:00に連続1時間早番')
  await expect.element(duty.getByRole('link', { name: '体制と手順' })).toHaveAttribute('href', '/duty?officeId=1')
})

test('the plan says which forecast it rests on, and that one is old', async () => {
  await show(planOf())
  await expect.element(page.getByText('環境省の予測（地点 44132） 7月21日（火） 17:00 発表')).toBeVisible()
  expect(page.getByText('新しい予測が届いていません。').elements()).toEqual([])
})

test('a forecast of which newer ones are missing is said to be old', async () => {
  clockAt('2026-07-22T06:30:00')
  await show(planOf())
  await expectText(page.getByRole('status')).toContain('新しい予測が届いていません。13時間前に発表された予測で表示しています。')
})

test('an announcement that could not be looked up is not taken for none', async () => {
  const none = { day: '2026-07-22', level: null, area: null, announcedAt: null }
  const unknown = () => page.getByText('熱中症警戒アラートの発表を確かめられていません。').elements().length
  await show(planOf({ publicAlert: { ...none, isConfirmed: true } }))
  await expect.element(row(/^足場班/)).toBeVisible()
  expect(unknown()).toBe(0)
  await show(planOf({ publicAlert: { ...none, isConfirmed: false } }))
  await expect.poll(unknown).toBe(1)
})

const withoutMorning = (group: ReturnType<typeof groupOf>) => ({
  ...group,
  hours: group.hours.map((hour, index) => (index < 5 ? { ...hour, wbgt: null, excess: null, restMinutes: null } : hour)),
})

test('hours without a value are counted beside those above the limit', async () => {
  await show(planOf({ groups: [withoutMorning(groupOf(5, '設備班', { cooler: 4, placeName: 'ピット' }))] }))
  await expectText(cells(/^設備班/).last()).toBe('0値なし 5')
})

test('the hours stay in sight above many groups', async () => {
  await show(planOf({ groups: Array.from({ length: 30 }, (_, index) => groupOf(index + 1, `${index + 1}班`)) }))
  const header = page.getByRole('columnheader', { name: '13時' })
  await expect.element(header).toBeVisible()
  const scroller = header.element().closest('[data-scroller]')
  scroller?.scrollTo({ top: scroller.scrollHeight })
  await expect.element(page.getByRole('rowheader', { name: /^30班/ })).toBeInViewport()
  const top = (element: Element | null | undefined) => element?.getBoundingClientRect().top ?? Number.NaN
  expect(Math.abs(top(header.element()) - top(scroller))).toBeLessThan(2)
})

test('of many people the first are shown, and the others at a press', async () => {
  await show(planOf({ people: Array.from({ length: 13 }, (_, index) => personOf(index + 1, `作業者${index + 1}`)) }))
  const rows = page.getByRole('list', { name: '暑さの中で働ける時間に限りのある人' }).getByRole('listitem')
  await expect.element(rows).toHaveLength(10)
  await page.getByRole('button', { name: 'ほか3人を表示' }).click()
  await expect.element(rows).toHaveLength(13)
})

test('the errors of another place are shown when it is chosen', async () => {
  const plan = planOf()
  const [first] = plan.places
  if (first === undefined) throw new Error('no place')
  const pit = { ...first, watcherId: 2, placeName: 'B1F ピット', error: { ...first.error, meanAbsolute: 1.1 } }
  await show({ ...plan, places: [first, pit] })
  const panel = page.getByRole('region', { name: '予測のはずれ' })
  await expectText(panel.getByRole('row', { name: /^7日/ })).toContain('±0.6')
  await panel.getByRole('combobox', { name: '場所' }).click()
  await page.getByTitle('B1F ピット').click()
  await expectText(panel.getByRole('row', { name: /^7日/ })).toContain('±1.1')
  await expect.element(panel.getByText(/^B1F ピットの、直近21日/)).toBeVisible()
  expect(panel.getByText(/灰色の帯/).elements()).toEqual([])
})

test('how wrong forecasts were is shown with the days that it rests on', async () => {
  await show(planOf())
  const panel = page.getByRole('region', { name: '予測のはずれ' })
  await expectText(panel.getByRole('row', { name: /^7日/ })).toBe('7日記録 7日+0.4±0.6+1.67/18 14時')
  await expectText(panel.getByRole('row', { name: /^30日/ })).toBe('30日記録 26日+0.3±0.5−2.17/3 15時')
  await expect.element(panel.getByText(/中央値 \+0.2〜\+0.6℃、12〜18日の値/)).toBeVisible()
})

test('too few days of error are counted, and none is said too', async () => {
  const { error } = planOf()
  await show(planOf({ error: { ...error, days: 2, byDay: error.byDay.slice(5) } }))
  await expect.element(page.getByText('直近7日で比べられたのは 2日です。')).toBeVisible()
  const days = page.getByRole('table', { name: '日ごとの実測と公表の予測の差 ℃' })
  await expectText(days).toContain('7月18日（土）記録なし7月19日（日）+0.3')
})

test('without any day to compare the panel stays and says so, and the forecast is not corrected', async () => {
  await show(planOf({ error: unknownError, hours: hoursOf().map((hour) => ({ ...hour, source: 'none' as const })), places: [] }))
  const panel = page.getByRole('region', { name: '予測のはずれ' })
  await expect.element(panel.getByText(/まだ、比べられる日がありません（7日のうち 0日）/)).toBeVisible()
  await expect.element(panel.getByText(/差は、まだわかりません/)).toBeVisible()
})

test('a measured day is named as one, and is no forecast', async () => {
  await show(planOf({ basis: 'measured', why: 'offSeason', measuredOf: '2025-07-22', error: unknownError }))
  const notice = page.getByRole('region', { name: '予測について' })
  await expectText(notice).toContain('予測ではありません。')
  await expectText(notice).toContain('2025年7月22日（火） に測った値')
  await expect.element(page.getByRole('heading', { name: '時刻ごとの暑さ（実測）と休憩の目安' })).toBeVisible()
  await expect.element(page.getByText('公表の予測', { exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByText(/超える見込み/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: '予測のはずれ' })).toBeVisible()
})

const nothing = { basis: 'none' as const, hours: [], groups: [], peak: null, error: unknownError }

test('without a station the plan says what to set, to those who may', async () => {
  await show(planOf({ ...nothing, why: 'noStation' }))
  await expect.element(page.getByRole('link', { name: '拠点に観測地点を設定する' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: '働ける時間に限りがある人' })).toBeVisible()
})

test('off season and without an answer of the service the plan says which', async () => {
  await show(planOf({ ...nothing, why: 'offSeason' }), { mayChange: false })
  await expect.element(page.getByText(/4月下旬から10月下旬まで/)).toBeVisible()
})

test('a site without people, and one without groups, leads to where they are registered', async () => {
  await show(planOf({ groups: [], peopleCount: 0, people: [] }))
  await expect.element(page.getByRole('link', { name: '作業者を登録する' })).toBeVisible()
})

test('mails are said with their time, state and number', async () => {
  await show(planOf())
  const mails = page.getByRole('region', { name: 'あすの計画のメール' }).getByRole('listitem')
  await expectText(mails.first()).toBe('きょう 17:00送りました8人')
  await expectText(mails.last()).toBe('あす 05:30新しい予測で送ります8人')
})

test('while nothing has come it waits', async () => {
  await show(undefined, { result: { isFetching: true } })
  await expect.element(page.getByText('読み込んでいます')).toBeVisible()
})

test('a failure can be tried again', async () => {
  const refetch = vi.fn()
  await show(undefined, { result: { error: new Error('away'), refetch } })
  await page.getByRole('button', { name: '再読込' }).click()
  expect(refetch).toHaveBeenCalledOnce()
})

test('old values stay, with their age', async () => {
  await show(planOf(), { result: { error: new Error('away') } })
  await expectText(page.getByRole('status')).toContain('17:12 の値を表示しています。')
})

test('on a phone a group is a card with its people, and fourteen hours are two lines', async () => {
  const group = groupOf(1, '足場班', { others: 2 })
  const more = { ...group, hours: [...group.hours, ...group.hours.slice(0, 3).map((hour) => ({ ...hour, at: `${hour.at}x` }))] }
  await show(planOf({ groups: [more], people: [personOf(2, '江口　陸')] }))
  await page.viewport(375, 812)
  const card = page.getByRole('region', { name: '足場班' })
  await expect.element(card.getByText('最高 31.2')).toBeVisible()
  await expect.element(page.getByRole('term').filter({ hasText: '現場の最高' })).toBeVisible()
  await expectText(page.getByRole('definition').first()).toContain('東側 外部足場')
  await expect.element(page.getByRole('link', { name: '体制と手順' })).toBeVisible()
  await expectText(card.getByRole('listitem')).toContain('江口　陸')
  await expect.element(card.getByRole('table', { name: '足場班の休憩' })).toHaveLength(2)
  expect(document.documentElement.scrollWidth).toBe(375)
})

test('without a forecast a mail that is to come is no promise', async () => {
  const { mails } = planOf()
  await show(planOf({ basis: 'measured', why: 'unreached', measuredOf: '2025-07-22', mails: mails.slice(1) }))
  await expectText(page.getByRole('region', { name: 'あすの計画のメール' }).getByRole('listitem')).toBe('あす 05:30予測が届けば送ります8人')
})
