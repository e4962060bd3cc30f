import type { PlannedRest, Rest } from '@mimamori/contract/rest'
import type { HealthRow } from '@mimamori/contract/health-condition'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { rest } from '@mimamori/contract/rest'
import { mount } from '../kit/test-mount.tsx'
import { rowOf } from '../marks/test-rows.ts'
import * as queue from '../platform/action-queue/own-actions.ts'
import { plannedAndTaken } from './planned-and-taken.ts'
import { RestBoard } from './rest-board.tsx'
import { shownRests } from './shown-rests.ts'
import { plannedOf, restOf } from './test-rests.ts'

vi.mock(import('../platform/action-queue/own-actions.ts'), async (actual) => ({ ...(await actual()), performAction: vi.fn() }))
const performAction = vi.mocked(queue.performAction)

beforeEach(() => {
  performAction.mockReset()
  performAction.mockResolvedValue({ state: 'unsent', id: 1 })
})

const now = Date.parse('2026-07-21T13:30:00+09:00')
const show = (rows: readonly HealthRow[], rests: readonly Rest[] = [], planned: readonly PlannedRest[] = []) =>
  mount(() => <RestBoard shown={shownRests(rows, rests, [])} planned={plannedAndTaken(planned, rows, rests, now)} />)
const sent = () => performAction.mock.calls.map(([{ path, body }]) => ({ path, ...body }))

const egu = rowOf(2, { fullName: '江口　陸', excess: 1.6, heatMinutesOnEnd: 52, wbgtMeasurementPoint: '北側 外部足場' })

test('the heat of now says how much rest is due, and one button sends all who work', async () => {
  await show([egu, rowOf(3, { fullName: '新井　学' }), rowOf(4, { fullName: '西田　光' })], [restOf({ userId: 4 })])
  await expect.poll(() => page.getByRole('region', { name: '休憩の目安' }).element().textContent).toContain('+1.6')
  await expect.poll(() => page.getByRole('region', { name: '休憩の目安' }).element().textContent).toContain('1時間に 30分')
  await page.getByRole('button', { name: '全員（2人）を休憩させる' }).click()
  expect(sent()).toEqual([{ path: rest.set.path, userIds: [2, 3], state: 'begin' }])
})

test('all of several groups are sent after a question', async () => {
  await show([egu, rowOf(3, { groupId: 2 })])
  await page.getByRole('button', { name: '全員（2人）を休憩させる' }).click()
  expect(sent()).toEqual([])
  await page.getByRole('button', { name: '休憩させる', exact: true }).click()
  await expect.poll(sent).toEqual([{ path: rest.set.path, userIds: [2, 3], state: 'begin' }])
})

test('who was sent and does not rest comes first, to be called or sent again', async () => {
  await show([egu], [restOf({ userId: 2, fullName: '江口　陸', notResting: true, phoneNumber: '090-0000-0001' })])
  await expect.poll(() => page.getByRole('region', { name: 'まだ休んでいない' }).element().textContent).toContain('13:42に伝えた')
  await expect.element(page.getByRole('link', { name: '江口　陸さんへ電話' })).toHaveAttribute('href', 'tel:09000000001')
  await page.getByRole('button', { name: '江口　陸さんに、もう一度伝える' }).click()
  expect(sent()).toEqual([{ path: rest.set.path, userIds: [2], state: 'begin' }])
})

test('a rest ends by one press, and of somebody in danger after a question', async () => {
  const okubo = rowOf(1, { fullName: '大久保　義男', alertLevel: 3, personalLevel: 3, heartRate: 98 })
  await show(
    [okubo, egu],
    [restOf({ userId: 1, taken: 18 }), restOf({ userId: 2, source: 'place', taken: 27, placeName: '休憩所（冷房）' })],
  )
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: '江口' }).element().textContent).toContain('27分 / 30分')
  await page.getByRole('button', { name: '江口　陸さん：休憩を終える' }).click()
  expect(sent()).toEqual([{ path: rest.set.path, userIds: [2], state: 'end' }])
  await page.getByRole('button', { name: '大久保　義男さん：休憩を終える' }).click()
  await expect.poll(() => page.getByRole('dialog').element().textContent).toContain('いまも「危険」です。')
  await page.getByRole('button', { name: '休憩を続ける' }).click()
  expect(sent()).toHaveLength(1)
  await page.getByRole('button', { name: '大久保　義男さん：休憩を終える' }).click()
  await page.getByRole('button', { name: '休憩を終える', exact: true }).click()
  await expect.poll(() => sent().at(-1)).toEqual({ path: rest.set.path, userIds: [1], state: 'end' })
})

const scaffolders = plannedOf({ groupId: 3, groupName: '足場班', hours: [15, 30, 60, null] })
const taken = restOf({ userId: 2, from: '2026-07-21T12:00:00+09:00', to: '2026-07-21T12:20:00+09:00', taken: 20 })
const plannedRegion = () => page.getByRole('region', { name: '予定した休憩と取った休憩' })
const textsOfRows = () =>
  plannedRegion()
    .getByRole('row')
    .elements()
    .map(({ textContent }) => textContent)

test('the plan of the day is beside what was taken, of one group by hour', async () => {
  await show([rowOf(2, { fullName: '江口　陸', groupId: 3 })], [taken], [scaffolders])
  await expect.poll(() => plannedRegion().element().textContent).toContain('いままで休憩 20分予定 75分')
  expect(textsOfRows()).toEqual(['時予定休憩', '11150', '123020', '13中止0', '14'])
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: '江口' }).element().textContent).toContain('きょうの休憩 20分')
})

test('the hours of a long day scroll within their panel on a phone', async () => {
  const long = plannedOf({ groupId: 3, groupName: '足場班', hours: Array.from({ length: 13 }, () => 15) })
  await show([rowOf(2, { groupId: 3 })], [taken], [long])
  await page.viewport(375, 812)
  await expect.poll(() => plannedRegion().element().getBoundingClientRect().right).toBeLessThanOrEqual(375)
  expect(document.documentElement.scrollWidth).toBe(375)
  const heading = plannedRegion().getByRole('columnheader', { name: '予定' }).element()
  expect(heading.getBoundingClientRect().height).toBeLessThan(30)
})

test('of several groups it is until now, without hours', async () => {
  const electricians = plannedOf({ groupId: 4, groupName: '電気班', hours: [0, 0, 0] })
  await show([rowOf(2, { groupId: 3 })], [taken], [scaffolders, electricians])
  await expect.poll(() => plannedRegion().element().textContent).toContain('足場班休憩 20分予定 75分電気班休憩 ―予定 0分')
  expect(textsOfRows()).toEqual([])
})

test('a day without a plan shows none', async () => {
  await show([rowOf(2)], [taken])
  await expect.poll(() => page.getByRole('listitem').element().textContent).toContain('きょうの休憩 20分')
  expect(plannedRegion().elements()).toEqual([])
})

test('every button is large enough for a glove', async () => {
  await page.viewport(375, 812)
  await show([egu, rowOf(3)], [restOf({ userId: 3, notResting: true, phoneNumber: '090' })])
  const heights = page
    .getByRole('button')
    .elements()
    .map((element) => element.getBoundingClientRect().height)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(48)
})
