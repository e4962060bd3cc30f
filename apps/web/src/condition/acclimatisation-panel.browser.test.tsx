import type { Acclimatisation } from '@mimamori/contract/acclimatisation'
import { session } from '@mimamori/contract/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { limitedOf } from '../marks/test-limited.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import { AcclimatisationPanel } from './acclimatisation-panel.tsx'

const show = async (roleKey: string, plan: Partial<Acclimatisation> = {}) => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  queryClient.setQueryData(queryOf(session.userInfo, {}).queryKey, { userId: 9, roleKey, owed: [] } as never)
  const fetched = vi.fn(async (_url: string, _init?: RequestInit) => Response.json({}))
  vi.stubGlobal('fetch', fetched)
  onTestFinished(() => {
    queryClient.clear()
    localStorage.clear()
    vi.unstubAllGlobals()
  })
  const detail = { userId: 7, fullName: '今井　翔太', date: '2026-07-21', acclimatisation: { ...limitedOf(7), ...plan } }
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <AcclimatisationPanel detail={detail} />
    </QueryClientProvider>
  ))
  return fetched
}

const override = {
  kind: 'doctor',
  share: 30,
  until: '2026-07-31',
  reason: '産業医の意見',
  setBy: '山岸　恵子',
  setAt: '2026-07-20T09:00:00+09:00',
} as const

test('a day of the plan is shown with the minutes spent of those allowed', async () => {
  await show('GroupLeader')
  await expect.element(page.getByText('新人・2日目')).toBeVisible()
  await expect.element(page.getByText('1日の40%まで')).toBeVisible()
  await expect.element(page.getByText('42分／3時間10分あと2時間28分')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})

test('spent minutes say what to do', async () => {
  await show('GroupLeader', { spentMinutes: 190 })
  await expect.element(page.getByText('きょうの暑さの時間を使い切りました。涼しい場所の作業に替えてください。')).toBeVisible()
})

test('of nobody about whom nothing is known a number is guessed', async () => {
  const unknown = {
    isKnown: false,
    kind: null,
    day: null,
    shares: [],
    hasBegun: false,
    share: null,
    allowedMinutes: null,
    spentMinutes: null,
  }
  await show('GroupLeader', unknown)
  await expect.element(page.getByText(/暑さに慣れているかは、まだ不明です/)).toBeVisible()
})

test('a leader reads nothing of somebody used to the heat, and no reason of an override', async () => {
  const used = { kind: null, day: null, shares: [], share: null, allowedMinutes: null }
  await show('GroupLeader', used)
  expect(page.getByRole('heading').elements()).toEqual([])
  await show('GroupLeader', { override: { ...override, reason: null } })
  await expect.element(page.getByText(/医師の判断で、1日の30%まで（2026\/07\/31まで）。/)).toBeVisible()
  expect(document.body.textContent).not.toContain('理由')
})

test('a worker reads nothing of a plan that would begin only if it became hot; who sets it sees it', async () => {
  const first = { day: 1, share: 20, allowedMinutes: 95, hasBegun: false, spentMinutes: null }
  await show('HeadquartersAdmin', first)
  await expect.element(page.getByText('新人・1日目')).toBeVisible()
  // The panel shown before is of the same viewer.
  await show('User', first)
  await expect.poll(() => page.getByText('新人・1日目').elements().length).toBe(0)
  await show('User', { ...first, spentMinutes: 3 })
  await expect.poll(() => page.getByText('新人・1日目').elements().length).toBe(1)
})

test('an administrator sets what a doctor said with a reason, and is asked before it is removed', async () => {
  const fetched = await show('HeadquartersAdmin', { override })
  await page.getByRole('button', { name: '判断を変える' }).click()
  await page.getByRole('textbox', { name: '理由' }).fill('')
  await page.getByRole('button', { name: '登録する' }).click()
  await expect.element(page.getByText('この項目は必須です。')).toBeVisible()
  expect(fetched).not.toHaveBeenCalled()
  await page.getByRole('textbox', { name: '理由' }).fill('主治医の意見')
  await page.getByRole('button', { name: '登録する' }).click()
  await expect.poll(() => fetched.mock.calls.length).toBe(1)
  const [url, init] = fetched.mock.calls[0] ?? []
  expect([url, init?.method, JSON.parse(typeof init?.body === 'string' ? init.body : '')]).toEqual([
    '/api/Acclimatisation/7/Override',
    'PUT',
    { kind: 'doctor', share: 30, until: '2026-07-31', reason: '主治医の意見' },
  ])
  await page.getByRole('button', { name: '計画に戻す' }).click()
  await expect.element(page.getByText(/「今井　翔太」を、暑さに慣れる計画に戻します/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '計画に戻す' }).click()
  await expect.poll(() => fetched.mock.calls.at(-1)?.[1]?.method).toBe('DELETE')
})
