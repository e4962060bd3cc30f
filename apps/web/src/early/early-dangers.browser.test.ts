import { alert, type AlertEpisode } from '@mimamori/contract/alert'
import type { AnswerOf } from '@mimamori/contract/endpoint'
import { session } from '@mimamori/contract/session'
import { episodeOf } from '@mimamori/contract/test-episodes'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import '../platform/base.css'
import { showEarlyDangers } from './early-dangers.ts'
import { leaveEarlyPage, removeEarlyPage, wantedAnswer } from './early-page.ts'

type Viewer = AnswerOf<typeof session.userInfo>

const viewer = { userId: 2, roleKey: 'GroupLeader', officeId: 1, officeName: '晴海Ａ棟', owed: [] } as unknown as Viewer

const belt = episodeOf(3, { kind: 'belt', emergency: '0', alertLevel: null, fullName: '高橋　誠', reason: 'フックなし 3分' })
const caution = episodeOf(4, { kind: 'condition', emergency: '0', alertLevel: 2, fullName: '田中　実' })
const called = episodeOf(1, {
  locationName: '東側 外部足場 3段目',
  phoneNumber: '080-0000-0001',
  leaderId: 2,
  leaderName: '岩本　鉄男',
  leaderContact: '090-0000-0002',
})

const accountToken = (account: number, exp = 1) => `e30.${btoa(JSON.stringify({ sub: account, exp }))}.`

/** Shows what was answered ahead, in a list of the site and another of some kinds. */
const show = async (episodes: readonly AlertEpisode[], who: Viewer = viewer) => {
  const listPath = alert.list.path
  const answerOf = (body: unknown) => Promise.resolve(Response.json(body, { headers: { date: 'Tue, 21 Jul 2026 04:44:09 GMT' } }))
  await showEarlyDangers({
    account: '2',
    answers: new Map([
      [session.userInfo.path, answerOf(who)],
      [`${listPath}?kind=emergency&officeId=1&limit=500`, answerOf({ data: [], count: 0 })],
      [`${listPath}?officeId=1&limit=500`, answerOf({ data: episodes, count: episodes.length })],
    ]),
  })
}

beforeEach(async () => {
  localStorage.setItem('token', accountToken(2))
  await page.viewport(375, 812)
})
afterEach(() => {
  removeEarlyPage()
  globalThis.isEarlyPageOver = undefined
  localStorage.clear()
})

const cards = page.getByRole('article')

test('says who is in danger and where, the most urgent first, inside a phone’s screen', async () => {
  await show([belt, caution, called])
  expect(cards.elements().map(({ ariaLabel }) => ariaLabel)).toEqual(['緊急 佐々木　隆', '安全帯 高橋　誠'])
  await expect.element(cards.first().getByText('東側 外部足場 3段目')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '緊急と危険　2件' })).toBeVisible()
  // By the server's clock.
  await expect.element(page.getByText(/^13:44:09 現在。/)).toBeVisible()
  await expect.element(cards.first().getByText('13:31 発生・危険の累計が15分に到達')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375)
  for (const pressed of cards.first().element().querySelectorAll('a, button')) {
    const { height, right } = pressed.getBoundingClientRect()
    expect(height).toBeGreaterThanOrEqual(44)
    expect(right).toBeLessThanOrEqual(375)
  }
})

test('the person can be called, and not the viewer', async () => {
  await show([called])
  const calls = cards.getByRole('link').elements() as HTMLAnchorElement[]
  expect(calls.map(({ href }) => href)).toEqual(['tel:08000000001'])
})

test('remembers what somebody wants to answer', async () => {
  await show([called, belt])
  expect(wantedAnswer()).toBeUndefined()
  await cards.last().getByRole('button', { name: '確認する' }).click()
  expect(wantedAnswer()).toBe(belt.id)
  await expect.element(cards.last().getByRole('button', { name: '画面を準備しています' })).toBeVisible()
})

test('what is beneath is not reached until the console takes the page over', async () => {
  const root = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'root' }))
  onTestFinished(() => root.remove())
  await show([called])
  expect(root.inert).toBe(true)
  await cards.getByRole('button', { name: '確認する' }).click()
  expect(removeEarlyPage()).toBe(called.id)
  expect(root.inert).toBe(false)
})

test('what is wanted of an alert that the home does not have is in the address, as of a tapped notice', async () => {
  await show([called])
  await cards.getByRole('button', { name: '確認する' }).click()
  const before = location.href
  onTestFinished(() => history.replaceState(null, '', before))
  leaveEarlyPage()
  expect(location.hash).toBe(`#alert-${called.id}`)
  await expect.element(cards).not.toBeInTheDocument()
})

test('says nothing where nobody is in danger: only the console can', async () => {
  await show([caution])
  await expect.element(cards).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading')).not.toBeInTheDocument()
})

test('counts those beyond ten', async () => {
  await show(Array.from({ length: 12 }, (_, index) => episodeOf(index + 1)))
  expect(cards.elements()).toHaveLength(10)
  await expect.element(page.getByText('ほか2件')).toBeVisible()
})

test.each([
  ['a worker', { ...viewer, roleKey: 'User' }],
  ['somebody who has something to settle first', { ...viewer, owed: ['password'] }],
  ['the session of a card', { ...viewer, card: { sharedUntil: null } }],
  ['a leader who was moved to another site', { ...viewer, officeId: 7 }],
] as const)('shows nothing to %s', async (_, who) => {
  await show([called], who as Viewer)
  await expect.element(cards).not.toBeInTheDocument()
})

test('shows nothing on a wide screen', async () => {
  await page.viewport(1440, 900)
  await show([called])
  await expect.element(cards).not.toBeInTheDocument()
})

test('shows nothing where the console was faster, and nothing where the session has ended', async () => {
  removeEarlyPage()
  await show([called])
  await expect.element(cards).not.toBeInTheDocument()
  globalThis.isEarlyPageOver = undefined
  localStorage.clear()
  await show([called])
  await expect.element(cards).not.toBeInTheDocument()
  localStorage.setItem('token', accountToken(9))
  await show([called])
  await expect.element(cards).not.toBeInTheDocument()
})

test('a renewed token changes nothing; the end of the session and another person take everybody off the screen', async () => {
  await show([called])
  const store = (token: string | null) => {
    if (token === null) localStorage.removeItem('token')
    else localStorage.setItem('token', token)
    dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  }
  store(accountToken(2, 2))
  await expect.element(cards).toBeVisible()
  store(accountToken(9))
  await expect.element(cards).not.toBeInTheDocument()
  globalThis.isEarlyPageOver = undefined
  store(accountToken(2))
  await show([called])
  store(null)
  await expect.element(cards).not.toBeInTheDocument()
})
