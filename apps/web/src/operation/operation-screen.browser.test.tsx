import { operation, type OperationStatus } from '@mimamori/contract/operation'
import { screens } from '@mimamori/contract/screens'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient } from '../platform/query.ts'
import { OperationScreen } from './operation-screen.tsx'

const at = '2026-07-20T13:00:00+09:00'
const status: OperationStatus = {
  at,
  version: '0.2.0',
  parts: [
    {
      part: 'mail',
      state: 'needsHand',
      since: '2026-07-20T12:20:00+09:00',
      meaning: 'メールサーバーに接続できません。',
      action: 'メールサーバーが動いているかを確かめてください。',
      facts: [{ name: 'メールサーバー', value: 'mail.example:587' }],
    },
    { part: 'database', state: 'normal', since: null, meaning: '読み書きできます。', action: null, facts: [] },
    { part: 'standby', state: 'unused', since: null, meaning: '予備のサーバーは設定されていません。', action: null, facts: [] },
  ],
  processes: [
    {
      host: 'app1',
      pid: 10,
      version: '0.2.0',
      roles: ['api', 'ingest', 'jobs'],
      startedAt: at,
      heardAt: at,
      isRunning: true,
      stoppedAt: null,
    },
    { host: 'app2.example', pid: 11, version: '0.2.0', roles: ['jobs'], startedAt: at, heardAt: at, isRunning: false, stoppedAt: null },
    { host: 'app3', pid: 12, version: '0.2.0', roles: ['ingest'], startedAt: at, heardAt: at, isRunning: false, stoppedAt: at },
  ],
  jobs: [
    { name: 'push', everySeconds: 1, beganAt: at, endedAt: at, tookMs: 3, state: 'attention', error: '23505', failingSince: at },
    { name: 'outbox', everySeconds: 2, beganAt: at, endedAt: at, tookMs: 1_500, state: 'normal', error: null, failingSince: null },
  ],
}

let answer: () => Response
let readiness: () => Response

beforeEach(() => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  answer = () => Response.json(status)
  readiness = () => new Response('', { status: 404 })
  vi.stubGlobal('fetch', async (url: string | URL | Request) => {
    const { pathname } = new URL(url instanceof Request ? url.url : url, location.href)
    return pathname === operation.read.path ? answer() : readiness()
  })
})
afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const show = (width = 1440) =>
  mount(() => (
    <QueryClientProvider client={queryClient}>
      <OperationScreen />
    </QueryClientProvider>
  )).then(() => page.viewport(width, 900))

const parts = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((part) => part.textContent)

test.each([1440, 1000, 375])('what is ill is first, with what to do and since when, at %i px', async (width) => {
  await show(width)
  await expect.element(page.getByText('手当てが必要 1', { exact: true })).toBeVisible()
  expect(parts()[0]).toContain(
    '手当てが必要メールメールサーバーに接続できません。メールサーバーが動いているかを確かめてください。12:20（40分前）から',
  )
  await expect.element(page.getByText('報告がありません（最後は 13:00（0秒前））', { exact: true })).toBeVisible()
  await expect.element(page.getByText('停止されたままです（13:00（0秒前）から）', { exact: true })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('jobs that fail are shown at once, the others when somebody wants to see them', async () => {
  await show()
  await expect.element(page.getByText('13:00（0秒前）から失敗（23505）', { exact: true })).toBeVisible()
  await expect.element(page.getByText('ブラウザーへの通知が届きません。', { exact: true })).toBeVisible()
  expect(page.getByRole('rowheader', { name: /メールの送信/ }).elements()).toEqual([])
  await page.getByRole('button', { name: 'すべて表示する' }).click()
  await expect.element(page.getByRole('rowheader', { name: /メールの送信/ })).toBeVisible()
  await expect.element(page.getByText('1.5秒', { exact: true })).toBeVisible()
})

test('an ill part leads to the screen that its words name, and what is not configured is one line until it is unfolded', async () => {
  await show(375)
  const way = page.getByRole('link', { name: '送信メールを開く', exact: true })
  await expect.element(way).toHaveAttribute('href', screens.outboxMailList.path)
  expect(way.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  expect(page.getByText('予備のサーバーは設定されていません。', { exact: true }).elements()).toEqual([])
  await page.getByRole('button', { name: '説明を表示する' }).click()
  await expect.element(page.getByText('予備のサーバーは設定されていません。', { exact: true })).toBeVisible()
})

const away = () => new Response('[]', { status: 503 })
const databaseAway = () => Response.json({ status: 'unavailable', parts: { database: false, broker: true }, warnings: [] }, { status: 503 })

test('while the database is away the old values say how old they are, and that it is away comes first', async () => {
  await show()
  await expect.element(page.getByText('手当てが必要 1', { exact: true })).toBeVisible()
  answer = away
  readiness = databaseAway
  await queryClient.invalidateQueries({ queryKey: [operation.read.path] })
  await expect.element(page.getByText('最新の値を読み込めません', { exact: false })).toBeVisible()
  await expect.poll(() => parts()[0]).toContain('データベース接続できません。')
  expect(parts()).toHaveLength(status.parts.length)
})

test('a page that is opened while the database is away says what is known, and tries again', async () => {
  answer = away
  readiness = databaseAway
  await show(375)
  await expect.poll(() => parts()).toEqual([expect.stringContaining('データベース接続できません。')])
  await expect.element(page.getByRole('button', { name: '再読込' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375)
  answer = () => Response.json(status)
  await page.getByRole('button', { name: '再読込' }).click()
  await expect.element(page.getByText('手当てが必要 1', { exact: true })).toBeVisible()
})
