import { notificationChannel, type NotificationChannel } from '@mimamori/contract/notification-channel'
import type { Role } from '@mimamori/contract/role'
import { session } from '@mimamori/contract/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Notices } from '../kit/notices.tsx'
import { mount } from '../kit/test-mount.tsx'
import { queryClient, queryOf } from '../platform/query.ts'
import { ChannelDetail } from './channel-detail.tsx'
import type { MadeSecret } from './secret-part.tsx'
import { channelOf, deliveryOf, previewOf } from './test-channel.ts'

type Sent = { readonly method: string; readonly path: string; readonly body: Record<string, unknown> }

const root = notificationChannel.list.path
let stored: NotificationChannel
let refusal: Response | undefined
const sent: Sent[] = []
const previews: URLSearchParams[] = []

beforeEach(() => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  sent.length = 0
  previews.length = 0
  refusal = undefined
  stored = channelOf()
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(url instanceof Request ? url : new URL(url, location.href), init)
    const { pathname: path, searchParams } = new URL(request.url)
    const { method } = request
    if (method !== 'GET') sent.push({ method, path, body: (await request.json().catch(() => ({}))) as Record<string, unknown> })
    if (method === 'PUT') {
      if (refusal !== undefined) return refusal
      stored = { ...stored, ...sent.at(-1)?.body, version: stored.version + 1 }
      return Response.json(stored)
    }
    if (path.endsWith('/Preview')) {
      previews.push(searchParams)
      return Response.json(previewOf(searchParams.get('withNames') === 'true' ? 'グエン' : null))
    }
    if (path.endsWith('/Deliveries'))
      return Response.json({
        data: [
          deliveryOf(1),
          deliveryOf(2, { attempts: 2 }),
          deliveryOf(3, { state: 'failed', status: 401, reason: '送り先に断られました' }),
        ],
        count: 3,
      })
    if (path.endsWith('/Rotate')) return Response.json({ id: 'c1', secret: 'whsec_abc', formerUntil: '2026-07-22T13:38:00+09:00' })
    if (path.endsWith('/Replay')) return Response.json({ count: 12 })
    if (path.endsWith('/Test'))
      return Response.json({ state: 'failed', status: 401, reason: '送り先に断られました', detail: 'invalid_token', durationMs: 120 })
    if (path === `${root}/c1`) return Response.json(stored)
    return Response.json({ data: [], count: 0 })
  })
})
afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const Detail = () => {
  const [made, setMade] = useState<MadeSecret>()
  return <ChannelDetail id="c1" made={made} onMade={setMade} />
}

const show = async (roleKey: Role = 'AdminUnitContract') => {
  queryClient.setQueryData(queryOf(session.userInfo, {}).queryKey, { roleKey, companyId: 1, officeId: null } as never)
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <Detail />
      <Notices />
    </QueryClientProvider>
  ))
  await expect.element(page.getByRole('heading', { name: '安全管理チャネル' })).toBeVisible()
}

const tick = (name: string) => page.getByRole('checkbox', { name, exact: true })
const save = () => page.getByRole('button', { name: '保存する' }).click()
/** What was saved is in the cache by then: a test that ends earlier hands it to the next one. */
const saved = () => expect.element(page.getByText('保存しました。')).toBeVisible()

test('a lower level takes along those above, and an emergency cannot be cleared', async () => {
  await show()
  await expect.element(tick('緊急')).toBeDisabled()
  await expect.element(tick('警戒')).toBeChecked()
  await expect.element(tick('注意')).not.toBeChecked()
  await tick('危険').click()
  await expect.element(tick('警戒')).not.toBeChecked()
  await expect.element(tick('緊急')).toBeChecked()
  await tick('注意').click()
  await expect.element(tick('危険')).toBeChecked()
  await save()
  await expect.poll(() => sent.at(-1)?.body).toMatchObject({ id: 'c1', version: 3, level: 1, hours: null })
  expect(sent.at(-1)?.body).not.toHaveProperty('url')
  await saved()
})

test('the address stays masked until it is entered again, and an empty one is refused at its field', async () => {
  await show()
  await expect.element(page.getByText('https://meiwagawa.webhook.office.example/…7f2c')).toBeVisible()
  await page.getByRole('button', { name: '送り先URLを入れ直す' }).click()
  const url = page.getByLabelText('送り先URL', { exact: true })
  await expect.element(url).toHaveFocus()
  await save()
  await expect.element(url).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([])
  await page.getByRole('button', { name: '送り先URLを元に戻す' }).click()
  await expect.element(page.getByRole('button', { name: '送り先URLを入れ直す' })).toHaveFocus()
})

test('the message follows the form, and names only after a contract administrator allowed them', async () => {
  await show()
  const preview = page.getByRole('region', { name: 'このように届きます' })
  await expect.element(preview.getByText('危険', { exact: true })).toBeVisible()
  await tick('姓を送る').click()
  await expect.element(preview.getByText('危険　グエン')).toBeVisible()
  await expect.element(page.getByText('読める人みんなに見えます。', { exact: false })).toBeVisible()
  await save()
  await page.getByRole('dialog').getByRole('button', { name: 'やめる' }).click()
  expect(sent).toEqual([])
  await save()
  await page.getByRole('dialog').getByRole('button', { name: '姓を送る' }).click()
  await expect.poll(() => sent.at(-1)?.body).toMatchObject({ withNames: true })
  await saved()
})

test.each(['AdminUnitService', 'HeadquartersAdmin'] as const)('%s is not offered to send names, and hears who can', async (role) => {
  await show(role)
  await expect.element(tick('姓を送る')).toBeDisabled()
  await expect.element(page.getByText('氏名を送るようにできるのは、明和川建設の契約管理者です。', { exact: false })).toBeVisible()
})

test('a trial of what is not saved is asked for, is sent once, and its refusal is said with the answer', async () => {
  await show()
  await tick('注意').click()
  const trial = page.getByRole('button', { name: '試しに送る' })
  await trial.click()
  await page.getByRole('dialog').getByRole('button', { name: 'やめる' }).click()
  // Until the question is gone, the button takes no second press.
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(sent).toEqual([])
  await trial.click()
  await page.getByRole('dialog').getByRole('button', { name: 'このまま送る' }).click()
  await expect.element(page.getByText('試しの1件は届きませんでした。')).toBeVisible()
  await expect.element(page.getByText('invalid_token')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('an address is checked before it is sent, and what the server refuses of it is said at its field', async () => {
  await show()
  await page.getByRole('button', { name: '送り先URLを入れ直す' }).click()
  const url = page.getByLabelText('送り先URL', { exact: true })
  await url.fill('meiwagawa.example')
  await save()
  await expect.element(page.getByRole('alert').getByText('https:// で始まるURLを入力してください。')).toBeVisible()
  expect(sent).toEqual([])
  refusal = Response.json(['送り先URL：この送り先には送れません。'], { status: 400 })
  await url.fill('https://10.0.0.1/hook')
  await save()
  await expect.element(page.getByRole('alert').getByText('この送り先には送れません。')).toBeVisible()
  await expect.element(url).toHaveAttribute('aria-invalid', 'true')
  await expect.element(url).toHaveFocus()
  await expect.element(url).toHaveValue('https://10.0.0.1/hook')
})

test('to stop a channel is asked; a failing save keeps what was typed', async () => {
  await show()
  await tick('使う').click()
  refusal = Response.json(['この通知先は、ほかの会社のものです。'], { status: 400 })
  await save()
  await page.getByRole('dialog').getByRole('button', { name: '止める' }).click()
  await expect.element(page.getByText('この通知先は、ほかの会社のものです。')).toBeVisible()
  await page.getByRole('button', { name: '閉じる' }).click()
  await expect.element(tick('使う')).not.toBeChecked()
})

test('a channel that fails says so on top, and by the name of its field what to do', async () => {
  const failing = { since: '2026-07-20T13:38:00+09:00', failures: 5, reason: '受け付けられませんでした' }
  const last = { at: failing.since, state: 'failed', status: 401, reason: failing.reason, detail: null, durationMs: 90 } as const
  stored = channelOf({ type: 'chatwork', url: null, settings: { room: '31415926' }, secretsSet: ['token'], failing, last })
  await show()
  await expect.element(page.getByRole('alert').getByText('から5回続けて届いていません。', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('alert').getByText('「APIトークン」を入れ直して、保存してください。', { exact: false })).toBeVisible()
})

test('what was sent is listed with how it fared', async () => {
  await show()
  const list = page.getByRole('region', { name: '送った記録' })
  await expect.element(list.getByText('7日で46件・失敗1件')).toBeVisible()
  await expect.element(list.getByText('2回目で届きました')).toBeVisible()
  await expect.element(list.getByText('401 送り先に断られました')).toBeVisible()
})

test('the secret of a webhook is replaced after a question, shown this once, and what was sent is sent again', async () => {
  stored = channelOf({ type: 'webhook', name: '安全管理チャネル' })
  await show()
  expect(page.getByRole('radio', { name: 'いつでも' }).elements()).toEqual([])
  await page.getByRole('button', { name: '合言葉を替える' }).click()
  await expect.element(page.getByRole('dialog').getByText('24時間は、前の合言葉でも署名します。', { exact: false })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '替える', exact: true }).click()
  await expect.element(page.getByLabelText('合言葉', { exact: true })).toHaveValue('whsec_abc')
  await expect.element(page.getByText('前の合言葉でも、7/22 13:38まで署名します。', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: '送り直す' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('開始').fill('2026-07-21T10:00')
  await dialog.getByLabelText('終了').fill('2026-07-21T09:00')
  await dialog.getByRole('button', { name: '送り直す' }).click()
  await expect.element(dialog.getByText('開始より後の日時を入力してください。')).toBeVisible()
  await dialog.getByLabelText('終了').fill('2026-07-21T11:00')
  await dialog.getByRole('button', { name: '送り直す' }).click()
  await expect.element(page.getByText('12件を送り直します。')).toBeVisible()
  expect(sent.at(-1)?.body).toEqual({ from: '2026-07-21T10:00:00+09:00', to: '2026-07-21T11:00:00+09:00' })
})
