import type { Wallboard } from '@mimamori/contract/wallboard'
import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { setServerTime } from '../platform/clock.ts'
import { Board } from './board.tsx'
import type { FeedState } from './board-feed.ts'
import { boardOf, personOf } from './test-board.ts'

const at = '2026-07-21T13:42:00+09:00'
const show = async (kind: 'live' | 'lost', values: Partial<Wallboard>) => {
  setServerTime(Date.parse(at))
  const state: FeedState = { kind, board: boardOf(values) }
  await mount(() => <Board state={state} />)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
}
const counts = { emergency: 0, reported: 0, level3: 0, level2: 0, level1: 0, level0: 0, none: 0 }
const says = (place: Locator, text: string) => expect.poll(() => place.query()?.textContent).toContain(text)
const needy = page.getByRole('region', { name: '助けが要る人' })

test('people without room are counted, by level', async () => {
  const people = Array.from({ length: 40 }, (_, id) => personOf(id, { level: id < 9 ? 3 : 2 }))
  await show('live', { people, counts: { ...counts, level3: 9, level2: 31 } })
  await expect.element(needy.getByText(/^ほか\d+人$/)).toBeVisible()
  const left = Number(/ほか(\d+)人/.exec(needy.getByText(/^ほか\d+人$/).element().textContent)?.[1])
  const cards = needy.getByRole('listitem').elements().length - 1
  expect(cards + left).toBe(40)
  await says(needy, `警戒 ${40 - cards - Math.max(0, 9 - cards)}人`)
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(innerHeight)
})

test('a report comes first with its own mark and word, and only its place where nobody is known', async () => {
  const report = { reported: true, level: null } as const
  const unwell = personOf(1, { ...report, name: '江口', lostSince: '2026-07-21T13:00:00+09:00' })
  const poster = personOf(2, { ...report, name: null, group: null, place: '北門', handling: 'responding', handledBy: '山田' })
  const both = personOf(3, { reported: true, level: 3, name: '馬場' })
  await show('live', { people: [unwell, poster, both, personOf(4)], counts: { ...counts, reported: 3, level3: 1 } })
  await says(needy, 'いま助けが要る人 4')
  await says(needy.getByRole('listitem').nth(0), '申告江口足場班東側 外部足場 2段目15分未対応')
  await says(needy.getByRole('listitem').nth(1), '申告名前不明北門15分対応中 山田')
  await says(needy.getByRole('listitem').nth(2), '危険・未対応')
  await says(page.getByRole('list', { name: '段階ごとの人数' }).getByRole('listitem').first(), '3申告')
  expect(needy.element().textContent).not.toContain('途絶')
  await expect.element(needy.getByRole('listitem').nth(0)).not.toHaveAttribute('data-grade', '3')
})

test('a report alone removes the all-clear', async () => {
  await show('live', { people: [personOf(1, { reported: true, level: 0 })], counts: { ...counts, reported: 1, level0: 3 } })
  await says(needy, 'いま助けが要る人 1')
  expect(needy.element().textContent).not.toContain('いません')
})

test('only an emergency of now that nobody answered pulses', async () => {
  const open = personOf(1, { emergency: '1', name: '佐々木' })
  const answered = personOf(2, { emergency: '1', name: '斎藤', handling: 'responding', handledBy: '山田' })
  const pulses = () => document.querySelectorAll('[data-pulse="true"]').length
  await show('live', { emergencies: [open, answered], counts: { ...counts, emergency: 2 } })
  await says(needy.getByRole('listitem').nth(1), '対応中 山田')
  await says(needy.getByRole('listitem').first(), '15分')
  expect(pulses()).toBe(1)
})

test('what is old says since when, counts no minutes and does not pulse', async () => {
  await show('lost', { emergencies: [personOf(1, { emergency: '1' })], counts: { ...counts, emergency: 1 } })
  await says(page.getByRole('status'), '13:42 から更新できていません。')
  await says(needy.getByRole('listitem'), '13:27 から')
  expect(needy.element().textContent).not.toContain('15分')
  await expect.element(page.getByText('受信中')).not.toBeInTheDocument()
  expect(document.querySelectorAll('[data-pulse="true"]')).toHaveLength(0)
})

test('a drill says so first, and is no emergency', async () => {
  const drill = { group: '足場班', since: at, handling: 'open', handledBy: null } as const
  await show('live', { drill, counts: { ...counts, level0: 3 } })
  await says(needy, '訓練足場班未対応')
  await says(needy, 'いま助けが要る人はいません')
  await expect.element(page.getByRole('list', { name: '緊急' })).not.toBeInTheDocument()
})

test('where nothing comes in the board gives no all-clear', async () => {
  const unknown = 'データが届いていないため、分かりません'
  await show('live', { lastReceivedAt: '2026-07-21T13:20:00+09:00', counts: { ...counts, level0: 3 } })
  await says(needy, unknown)
  expect(needy.element().textContent).not.toContain('助けが要る人はいません')
})

test('where everybody is without a level the board gives no all-clear', async () => {
  await show('live', { counts: { ...counts, none: 3 } })
  await says(needy, 'データが届いていないため、分かりません')
})

test('a belt alert is shown on the board, and removes the all-clear', async () => {
  await show('live', { belts: { count: 2, names: ['佐々木', '馬場'] }, counts: { ...counts, level0: 3 } })
  await says(needy, '危険・安全帯 2人佐々木、馬場')
  expect(needy.element().textContent).not.toContain('助けが要る人はいません')
})

test('nothing received for minutes is said, and a watcher that fell silent keeps its place without a value', async () => {
  const watcher = {
    serialNumber: '000001',
    locationName: '屋上',
    wbgtValue: null,
    isEstimated: false,
    excess: null,
    referenceWbgt: 28,
    alertLevel: null,
    at: null,
    trend: [],
  }
  await show('live', { lastReceivedAt: '2026-07-21T13:20:00+09:00', watchers: [watcher] })
  await expect.element(page.getByText('受信停止')).toBeVisible()
  await expect.element(page.getByText('13:20 から')).toBeVisible()
  await says(page.getByRole('listitem').filter({ hasText: '屋上' }), '―')
})

test('a WBGT that was estimated says so, large and in the line of another place', async () => {
  const watcher = { locationName: '屋上', isEstimated: true, excess: 1, referenceWbgt: 28, alertLevel: 1, trend: [] }
  await show('live', {
    watchers: [
      { ...watcher, serialNumber: '000001', wbgtValue: 30.1, at },
      { ...watcher, serialNumber: '000002', locationName: '北側', wbgtValue: 29.4, at },
    ],
  })
  await says(page.getByRole('region', { name: '暑さ', exact: true }), '30.1℃推定')
  await says(page.getByRole('listitem').filter({ hasText: '北側' }), '推定 北側29.4')
})

test('what the ministry announced is one line for its days, without a level, and the people keep their room', async () => {
  const announced = { level: 'alert', area: '東京都' } as const
  await show('live', {
    publicAlerts: [
      { ...announced, day: '2026-07-20', announcedAt: '2026-07-20T05:00:00+09:00' },
      { ...announced, day: '2026-07-21', announcedAt: '2026-07-21T05:00:00+09:00' },
      { ...announced, day: '2026-07-22', announcedAt: '2026-07-21T17:00:00+09:00' },
      { day: '2026-07-22', level: 'special', area: '奄美地方', announcedAt: '2026-07-21T14:00:00+09:00' },
    ],
    people: Array.from({ length: 40 }, (_, id) => personOf(id)),
    counts: { ...counts, level3: 40 },
  })
  const line = page.getByRole('region', { name: '熱中症警戒アラート', exact: true })
  await says(line, '熱中症警戒アラート 発表中東京都・きょう 7月21日、あす 7月22日環境省・気象庁 21日 17:00 発表')
  await says(page.getByRole('region', { name: '熱中症特別警戒アラート' }), '奄美地方・あす 7月22日')
  expect(line.getByRole('img').elements()).toEqual([])
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(innerHeight)
})
