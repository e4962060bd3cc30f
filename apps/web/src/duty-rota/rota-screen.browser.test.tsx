import type { DutyRota } from '@mimamori/contract/duty-rota'
import { session } from '@mimamori/contract/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Notices } from '../kit/notices.tsx'
import { mount } from '../kit/test-mount.tsx'
import { setServerTime } from '../platform/clock.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import { RotaEditor } from './rota-editor.tsx'
import { RotaView } from './rota-view.tsx'
import { nameOf, placeOf, rotaOf } from './test-rota.ts'

type Sent = { readonly method: string; readonly path: string; readonly body: Record<string, unknown> }

const sent: Sent[] = []
/** What the server answers, by method; else the rota. */
let answers: Partial<Record<string, () => Response>>
let stored: DutyRota

beforeEach(() => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  setServerTime(Date.parse('2026-07-21T13:42:00+09:00'))
  sent.length = 0
  answers = {}
  stored = rotaOf()
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(url instanceof Request ? url : new URL(url, location.href), init)
    const { method } = request
    const { pathname: path } = new URL(request.url)
    if (method !== 'GET') sent.push({ method, path, body: (await request.json().catch(() => ({}))) as Record<string, unknown> })
    return answers[method]?.() ?? Response.json(stored)
  })
})
afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  setServerTime(Date.now())
})

const show = (rota: DutyRota, onShow: (day: string | undefined) => void = () => undefined, isArchived = false) => {
  queryClient.setQueryData(queryOf(session.userInfo, {}).queryKey, { roleKey: 'HeadquartersAdmin', displayName: '山岸　恵子' } as never)
  return mount(() => (
    <QueryClientProvider client={queryClient}>
      <RotaView rota={rota} isArchived={isArchived} isThisWeek onShow={onShow} onPlan={() => undefined} />
      <Notices />
    </QueryClientProvider>
  ))
}

const edit = async (rota: DutyRota, onClose = () => undefined) => {
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <RotaEditor rota={rota} onClose={onClose} />
      <Notices />
    </QueryClientProvider>
  ))
  await expect.element(page.getByRole('button', { name: '保存する' })).toBeVisible()
}

const choose = async (label: string, words: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).fill(words)
  await userEvent.keyboard('{Enter}')
}

const override = { id: 7, insteadOf: '岩本　鉄男', plannedUserId: 2 }

test('a bar joins the days of a person, a substitute names who is replaced, and a gap is chosen by the keyboard', async () => {
  const days = [0, 1, 2, 3, 4, 5, 6]
  const places = days.map((day) => (day === 5 ? placeOf(day, 1, null) : placeOf(day, 1, day === 3 ? 3 : 2, day === 3 ? { override } : {})))
  await show(rotaOf({ places }))
  const table = page.getByRole('table', { name: '1週間の担当' })
  await expect.element(table).toBeVisible()
  const cells = [...table.element().querySelectorAll('td')]
  expect(cells.map((cell) => [cell.textContent, cell.colSpan])).toEqual([
    ['岩本　鉄男', 3],
    ['川口　涼岩本の代わり', 1],
    ['岩本　鉄男', 1],
    ['空き', 1],
    ['岩本　鉄男', 1],
  ])
  await expect.element(page.getByRole('columnheader', { name: /海の日/ })).toBeVisible()
  const gap = page.getByRole('button', { name: '7/25（土）昼の1番目は空き。代わりを立てる' })
  ;(gap.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('1番目（空き）', { exact: true })).toBeVisible()
  await choose('だれが', '川口')
  await page.getByRole('textbox', { name: 'わけ' }).fill('欠員のため')
  await page.getByRole('button', { name: '代わりを立てる', exact: true }).dblClick()
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    path: '/api/DutyRota/1/Override',
    body: { date: '2026-07-25', shift: 'day', place: 1, userId: 3, reason: '欠員のため' },
  })
})

test('a site whose chain has no rota, and a week that is not planned, say what to do first', async () => {
  const rota = rotaOf()
  await show({ ...rota, isStep: false, week: { ...rota.week, isPlanned: false } })
  await expect
    .element(page.getByRole('link', { name: 'マスター設定の「未対応時の再通知」' }))
    .toHaveAttribute('href', expect.stringContaining('officeId=1'))
  await expect.element(page.getByRole('button', { name: 'この週の担当を決める' })).toBeVisible()
  await expect.element(page.getByText('この週はまだ決めていません。先に担当を決めてください。')).toBeVisible()
})

test('a week that is over has nothing to be planned any more', async () => {
  const rota = rotaOf()
  const week = { from: '2025-12-29', to: '2026-01-04', isPlanned: false }
  await show({ ...rota, week, nextWeek: { from: '2026-01-05', to: '2026-01-11', isPlanned: false } })
  await expect.element(page.getByText('この週の担当表はありません', { exact: true })).toBeVisible()
  await expect.element(page.getByText('2025年12月29日–1月4日', { exact: true })).toBeVisible()
  expect(page.getByText('まだ決めていません', { exact: false }).elements()).toEqual([])
  expect(page.getByRole('button', { name: 'この週の担当を決める' }).elements()).toEqual([])
})

test('an archived site shows its rota and offers nothing to change', async () => {
  const overrides = [
    {
      id: 7,
      date: '2026-07-23',
      shift: 'day' as const,
      place: 1,
      userId: 3,
      fullName: nameOf(3),
      insteadOf: nameOf(2),
      reason: '講習',
      decidedBy: nameOf(4),
      decidedAt: '2026-07-18T10:00:00+09:00',
      isRemovable: true,
    },
  ]
  await show(rotaOf({ places: [placeOf(5, 1, null)], overrides }), undefined, true)
  await expect.element(page.getByText('講習')).toBeVisible()
  for (const name of [/やめる/, /代わりを立てる/, /写す/]) expect(page.getByRole('button', { name }).elements()).toEqual([])
})

test('the next week is planned like the shown one, and then shown', async () => {
  const onShow = vi.fn<(day: string | undefined) => void>()
  await show(rotaOf({ places: [placeOf(1, 1, 2)] }), onShow)
  await page.getByRole('button', { name: '今週の並びを写す' }).click()
  await expect.poll(() => onShow).toHaveBeenCalledWith('2026-07-27')
  expect(sent).toMatchObject([{ method: 'POST', path: '/api/DutyRota/1/Copy', body: { version: 3, from: '2026-07-20' } }])
})

test('a plan that somebody else has changed meanwhile stays as typed, and is put onto theirs', async () => {
  answers = { PUT: () => new Response('', { status: 412 }) }
  await edit(rotaOf({ places: [placeOf(2, 1, 1), placeOf(2, 2, 2)] }))
  await choose('7/22（水）昼の1番目', '川口')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect.element(page.getByRole('status').getByText('ほかの人が先に保存しました。', { exact: false })).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
  await expect.element(page.getByText('川口　涼', { exact: true })).toBeVisible()
  stored = rotaOf({ version: 4, places: [placeOf(2, 1, 1), placeOf(2, 2, 4)] })
  answers = {}
  await page.getByRole('button', { name: 'いまの担当表に重ねる' }).click()
  await expect.element(page.getByText('山岸　恵子', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '保存する' }).click()
  await expect.poll(() => sent).toHaveLength(2)
  const at = { date: '2026-07-22', shift: 'day' }
  expect(sent[1]?.body).toMatchObject({
    version: 4,
    places: [
      { ...at, place: 1, userId: 3 },
      { ...at, place: 2, userId: 4 },
    ],
  })
})

test('a row is filled at once, shifts that are over cannot be changed, and a replaced week is asked for', async () => {
  await edit(rotaOf({ places: [placeOf(2, 2, 2)] }))
  await expect.element(page.getByRole('combobox', { name: '7/20（月）昼の1番目' })).toBeDisabled()
  await choose('まとめて入れる人', '岩本')
  await page.getByRole('button', { name: '入れる', exact: true }).click()
  await expect.element(page.getByText('7/22（水）は、同じ時間のほかの順番に入っているため、変えていません。')).toBeVisible()
  await page.getByRole('button', { name: 'すべて空きにする' }).click()
  await expect.element(page.getByRole('dialog').getByText('この週の担当を、すべて空きにします。', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: '空きにする', exact: true }).click()
  await page.getByRole('button', { name: '保存する' }).click()
  await expect.poll(() => sent).toMatchObject([{ path: '/api/DutyRota/1', body: { from: '2026-07-20', places: [] } }])
})

test('the night must begin after the day, which is said at its field', async () => {
  await edit(rotaOf())
  await page.getByLabelText('夜の始まり').fill('05:00')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect.element(page.getByRole('alert').getByText('夜の始まりは、昼の始まりより後', { exact: false })).toBeVisible()
  expect(sent).toEqual([])
})
