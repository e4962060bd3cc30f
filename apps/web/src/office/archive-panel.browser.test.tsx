import type { ArchivePreview } from '@mimamori/contract/office-archive'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient } from '../platform/query.ts'
import { ArchivePanel } from './archive-panel.tsx'

const open: ArchivePreview = {
  officeId: 4,
  officeName: '東雲三丁目 物流施設新築工事',
  baseCode: 'S-1',
  archivedAt: null,
  reopenUntil: null,
  people: 58,
  devices: 40,
  worn: 12,
  heard: 3,
  keys: 2,
  wallboardLinks: 1,
  posterLinks: 2,
  morningCheckLinks: 0,
  schedules: 1,
  alerts: 5,
  emergencies: 0,
  devicesElsewhere: 0,
  serialsElsewhere: [],
}
const archived = { ...open, archivedAt: '2026-07-20T13:00:00+09:00', reopenUntil: '2026-10-18T13:00:00+09:00', worn: 0, alerts: 0 }

let now: ArchivePreview = open
let refusal: string | undefined
const requests: [path: string, body: unknown][] = []

beforeEach(() => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  now = open
  refusal = undefined
  requests.length = 0
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const request = url instanceof Request ? url : new Request(url, init)
    if (request.method !== 'POST') return Response.json(now)
    const body: unknown = await request.json().catch(() => null)
    const { pathname } = new URL(request.url)
    requests.push([pathname, body])
    if (refusal !== undefined) return Response.json([refusal], { status: 400 })
    now = pathname.endsWith('/Reopen') ? open : archived
    return Response.json({})
  })
})
afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const onChanged = vi.fn<() => void>()
const show = async (width = 1_000) => {
  onChanged.mockClear()
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <ArchivePanel officeId={4} onChanged={onChanged} />
    </QueryClientProvider>
  ))
  await page.viewport(width, 800)
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')

test.each([1_440, 375])('an office is archived after what will happen was shown and its name typed, at %i px', async (width) => {
  await show(width)
  await expect.element(page.getByText(/^いま3人のデータが届いています。/)).toBeVisible()
  await button('拠点を閉鎖する').click()
  await expect.element(dialog.getByText(/^利用者58人は、ログインできなくなります。/)).toBeVisible()
  await expect.element(dialog.getByText(/^受信キー2個、現場ボードのリンク1個、/)).toBeVisible()
  await expect.element(dialog.getByText(/^機器40台は、.*着用中の12台/)).toBeVisible()
  await expect.element(dialog.getByText(/^終わっていないアラート5件は、/)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await button('拠点名の入力へ').click()
  await dialog.getByRole('textbox', { name: /拠点名/ }).fill('東雲三丁目 物流施設新築工事')
  await button('閉鎖する').dblClick()
  await expect.element(page.getByText(/に閉鎖しました。/)).toBeVisible()
  expect(requests).toEqual([['/api/Office/4/Archive', { officeName: '東雲三丁目 物流施設新築工事' }]])
  expect(onChanged).toHaveBeenCalledOnce()
})

test('another name is refused above the field, which keeps it; with やめる nothing has happened', async () => {
  refusal = '拠点名が違います。'
  await show()
  await button('拠点を閉鎖する').click()
  await button('やめる').click()
  await button('拠点を閉鎖する').click()
  await button('拠点名の入力へ').click()
  await dialog.getByRole('textbox', { name: /拠点名/ }).fill('東雲')
  await button('閉鎖する').click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('拠点名が違います。')
  await expect.element(dialog.getByRole('textbox', { name: /拠点名/ })).toHaveValue('東雲')
  await button('やめる').click()
  await expect.element(button('拠点を閉鎖する')).toHaveFocus()
  expect(onChanged).not.toHaveBeenCalled()
})

test('while an emergency is open there is no way to archive', async () => {
  now = { ...open, emergencies: 2 }
  await show()
  await expect.element(page.getByText(/^終わっていない緊急や申告が2件あります。/)).toBeVisible()
  await expect.element(button('拠点を閉鎖する')).not.toBeInTheDocument()
})

test('an archived office says until when it can be opened again, and is', async () => {
  now = archived
  await show()
  await expect.element(page.getByText('10月18日（日）までは、再開できます。')).toBeVisible()
  await button('再開する').click()
  await dialog.getByRole('button', { name: '再開する' }).click()
  await expect.element(button('拠点を閉鎖する')).toBeVisible()
  expect(requests).toEqual([['/api/Office/4/Reopen', null]])
})

test.each([1_440, 375])('the devices that another office has are named before it is opened again, at %i px', async (width) => {
  now = { ...archived, devicesElsewhere: 12, serialsElsewhere: ['10101', '10102'] }
  await show(width)
  const words = /^機器12台（10101、10102ほか）は、ほかの拠点にも同じ番号で登録されています。/
  await expect.element(page.getByText(words)).toBeVisible()
  await button('再開する').click()
  await expect.element(dialog.getByText(words)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await button('やめる').click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('after its time it cannot be opened again', async () => {
  now = { ...archived, reopenUntil: null }
  await show()
  await expect.element(page.getByText(/再開できません。/)).toBeVisible()
  await expect.element(button('再開する')).not.toBeInTheDocument()
})
