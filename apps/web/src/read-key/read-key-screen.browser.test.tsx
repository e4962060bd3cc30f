import { apiToken, type ApiTokenRow } from '@mimamori/contract/api-token'
import type { Role } from '@mimamori/contract/role'
import { session } from '@mimamori/contract/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient, queryOf } from '../platform/query.ts'
import { ReadKeyScreen } from './read-key-screen.tsx'
import { readOf, tokenOf } from './test-tokens.ts'

type Sent = { readonly method: string; readonly path: string; readonly body: unknown }

let tokens: ApiTokenRow[]
let isAway = false
let refusal: Response | undefined
const sent: Sent[] = []
const site = { officeId: 4, officeName: '東雲三丁目', isArchived: false }

beforeEach(() => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  sent.length = 0
  isAway = false
  refusal = undefined
  tokens = [
    tokenOf({
      id: 'rt-2CV7P4AB2C',
      name: '勤怠システム',
      scopes: ['alerts'],
      officeIds: [4],
      offices: [site],
      siteCount: null,
      daysLeft: 8,
    }),
    tokenOf(),
    tokenOf({ id: 'rt-4GD9N2AB2C', name: '旧 掲示モニター', state: 'ended', daysLeft: 0 }),
    tokenOf({ id: 'rt-0YT5B8AB2C', name: '止めた集計', state: 'stopped', stoppedAt: '2026-06-30T18:02:00+09:00', stoppedBy: '藤原　和子' }),
  ]
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(url instanceof Request ? url : new URL(url, location.href), init)
    const { pathname: path } = new URL(request.url)
    const { method } = request
    if (isAway) return new Response('', { status: 503 })
    if (path === '/api/Office/Search') return Response.json([{ ...site, baseCode: 'B', companyId: 1, companyName: '明和川建設' }])
    if (method !== 'GET') {
      sent.push({ method, path, body: await request.json().catch(() => null) })
      if (refusal !== undefined) return refusal
      if (method !== 'POST') return Response.json(tokens[0])
      const made = tokenOf({ id: 'rt-8MX3K0AB2C', name: '本社の安全ダッシュボード', scopes: ['condition'] })
      tokens = [made, ...tokens]
      return Response.json({ ...made, secret: 'mrt_8MX3K0AB2C_Zp4sVd9uQ2wLr7' })
    }
    if (path === apiToken.reads.path)
      return Response.json({
        data: [readOf(), readOf({ result: 'ended', tokenName: '旧 掲示モニター', count: null })],
        count: 2,
        today: { reads: 1_284, refused: 2 },
      })
    return Response.json({ data: tokens, count: tokens.length })
  })
})
afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const show = async (roleKey: Role = 'AdminUnitContract', width = 1440) => {
  const company = roleKey === 'AdminUnitContract' ? { companyId: 1, companyName: '明和川建設' } : { companyId: null, companyName: null }
  queryClient.setQueryData(queryOf(session.userInfo, {}).queryKey, {
    userId: 9,
    roleKey,
    officeId: null,
    officeName: null,
    ...company,
  } as never)
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <ReadKeyScreen />
    </QueryClientProvider>
  ))
  await page.viewport(width, 900)
}

const button = (name: string) => page.getByRole('button', { name, exact: true })

test.each([1440, 1000, 375])('tokens, their ends and the latest reads are said in words, at %i px', async (width) => {
  await show('AdminUnitContract', width)
  for (const words of [
    'あと7日',
    '期限切れ',
    'すべての拠点（2）',
    '使えません',
    '今日 1,284回・断った 2回',
    '渡しました',
    '期限切れのトークン',
  ])
    await expect.element(page.getByText(words, { exact: true }).first()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  expect(button('止めた集計を止める').elements()).toHaveLength(0)
  expect(button('止めた集計の期限を延ばす').elements()).toHaveLength(0)
  expect(button('旧 掲示モニターの期限を延ばす').elements()).toHaveLength(1)
  // Until it is stopped, no other can have its name.
  expect(button('旧 掲示モニターを止める').elements()).toHaveLength(1)
})

test('a token is made with what was chosen, and is open beneath its row until it is noted', async () => {
  await show()
  await button('トークンを作る').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '名前' }).fill('本社の安全ダッシュボード')
  await button('作る').click()
  expect(sent).toEqual([])
  await dialog.getByRole('checkbox', { name: /^体調/ }).click()
  await dialog.getByRole('checkbox', { name: /^心拍と年齢/ }).click()
  await expect.element(dialog.getByText(/^健康に関する値が会社の外に出ます。/)).toBeVisible()
  await button('作る').dblClick()
  await expect.element(page.getByRole('textbox', { name: 'トークン' })).toHaveValue('mrt_8MX3K0AB2C_Zp4sVd9uQ2wLr7')
  expect(sent).toMatchObject([
    { method: 'POST', body: { name: '本社の安全ダッシュボード', companyId: 1, officeIds: [], scopes: ['condition', 'vitals'] } },
  ])
  await expect.element(page.getByText(/^curl -H 'Authorization: Bearer トークン'/)).toBeVisible()
  await button('控えました').click()
  await expect.poll(() => page.getByRole('textbox', { name: 'トークン' }).elements()).toHaveLength(0)
})

test('health values are for the administrators of the company to allow', async () => {
  await show('AdminUnitService')
  await button('トークンを作る').click()
  await expect.element(page.getByRole('dialog').getByRole('checkbox', { name: /^心拍と年齢/ })).toBeDisabled()
  await expect.element(page.getByText('会社の契約管理者だけが付けられます。')).toBeVisible()
})

test('one is stopped after a question, and extended by a day that may be refused', async () => {
  await show()
  await button('勤怠システムを止める').click()
  await expect.element(page.getByText(/止めたトークンは、元に戻せません。$/)).toBeVisible()
  expect(sent).toEqual([])
  await button('止める').click()
  await expect.poll(() => sent).toEqual([{ method: 'DELETE', path: '/api/ApiToken/rt-2CV7P4AB2C', body: null }])
  await button('旧 掲示モニターの期限を延ばす').click()
  refusal = Response.json(['期限は、今日より後の日にしてください。'], { status: 400 })
  await button('延ばす').click()
  await expect.element(page.getByRole('dialog').getByText('期限は、今日より後の日にしてください。')).toBeVisible()
  refusal = undefined
  await button('延ばす').click()
  await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(0)
  expect(sent.at(-1)).toMatchObject({ method: 'PUT', path: '/api/ApiToken/rt-4GD9N2AB2C', body: { endsOn: expect.any(String) as string } })
})

test('without tokens it says what they are for, and without an answer that there is none', async () => {
  tokens = []
  await show()
  await expect.element(page.getByText('まだトークンがありません')).toBeVisible()
  isAway = true
  queryClient.clear()
  await show()
  await expect.element(page.getByRole('button', { name: /もう一度|再/ }).first()).toBeVisible()
})
