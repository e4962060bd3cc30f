import type { AnswerOf } from '@mimamori/contract/endpoint'
import { endpoints } from '@mimamori/contract/endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../kit/test-mount.tsx'
import { queryClient, queryOf } from '../../platform/query.ts'
import { StartDialog } from './start-dialog.tsx'

const { drill, group, session } = endpoints

const nobody: AnswerOf<typeof drill.audience> = { isSent: true, atOnce: [], addresses: [], channels: [], inLine: [] }
let audience = nobody

/** The drills that were started. */
const started: unknown[] = []

beforeEach(() => {
  started.length = 0
  audience = nobody
  queryClient.setQueryData(queryOf(session.userInfo, {}).queryKey, { userId: 2, officeId: 4 } as never)
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    const { pathname } = new URL(url, location.origin)
    if (pathname === drill.start.path && method === 'POST') started.push(JSON.parse(body as string))
    if (pathname === group.names.path) return Response.json([{ id: 7, groupName: '鉄骨1班' }])
    return Response.json(pathname === drill.audience.path ? audience : [])
  })
})
afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const dialog = page.getByRole('dialog', { name: '訓練を始める' })
const begin = dialog.getByRole('button', { name: '訓練を始める' })

const open = async () => {
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <StartDialog officeId={4} onClose={() => undefined} />
    </QueryClientProvider>
  ))
  await expect.element(begin).toBeEnabled()
}

test('the notification channels that a drill goes to are named, at once and in line', async () => {
  const step = { role: null, rota: null, unreached: [] }
  audience = {
    ...nobody,
    channels: ['安全管理', '職長連絡網'],
    inLine: [
      { ...step, channel: '夜間の当番室', afterMinutes: 3, names: ['夜間の当番室'] },
      { ...step, channel: '止めた通知先', afterMinutes: 5, names: [] },
    ],
  }
  await open()
  await expect.element(dialog.getByText('安全管理、職長連絡網', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('3分後　通知先 夜間の当番室', { exact: true })).toBeVisible()
  await expect
    .element(dialog.getByText('5分後　通知先 止めた通知先 （いまは送れません。次の人へすぐに知らせます）', { exact: true }))
    .toBeVisible()
})

test('a drill is of an emergency unless another kind is chosen', async () => {
  await open()
  await begin.click()
  await expect.poll(() => started).toEqual([{ officeId: 4, groupId: null, kind: 'emergency' }])
})

test('what a device judges can be practised, too', async () => {
  await open()
  await dialog.getByRole('combobox', { name: '緊急の種別' }).click()
  const kinds = page.getByRole('listbox').getByRole('option')
  await expect.element(kinds.first()).toBeInTheDocument()
  for (const name of ['動きなし', '機器の暑さ警報', '助けを求める通報', '転倒'])
    await expect.element(page.getByTitle(name, { exact: true })).toBeInTheDocument()
  await page.getByTitle('転倒', { exact: true }).click()
  await begin.click()
  await expect.poll(() => started).toEqual([{ officeId: 4, groupId: null, kind: 'fall' }])
})
