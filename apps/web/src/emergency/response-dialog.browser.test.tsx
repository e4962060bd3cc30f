import { handlingNames, type AlertEpisode } from '@mimamori/contract/alert'
import { endpoints } from '@mimamori/contract/endpoints'
import { beforeEach, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { QueryClientProvider } from '@tanstack/react-query'
import { episodeOf } from '@mimamori/contract/test-episodes'
import { testSession } from '../kit/form/test-session.ts'
import { mount } from '../kit/test-mount.tsx'
import { tellLive } from '../platform/live.ts'
import { queryClient, queryOf } from '../platform/query.ts'
import { ResponseDialog } from './response-dialog.tsx'
import { closeResponse, openResponse } from './response-store.ts'

const { alert, live } = endpoints
const site = { emergencyPhone: '03-5555-0100', hospitalName: null, hospitalPhone: null, procedures: null }

/** A list that was shown before another filter was chosen: in the cache, and current no longer. */
const keepList = (episode: AlertEpisode) =>
  queryClient.setQueryData(queryOf(alert.list, { query: { handling: 'open' } }).queryKey, { data: [episode], count: 1 })

const open = async (episode: AlertEpisode) => {
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <ResponseDialog />
    </QueryClientProvider>
  ))
  openResponse(episode)
  await expect.element(dialog).toBeVisible()
}

/** The paths of what was written to the server. */
const written: string[] = []

beforeEach(() => {
  written.length = 0
  queryClient.setQueryData(queryOf(endpoints.session.userInfo, {}).queryKey, { userId: 2 } as never)
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit = {}) => {
    const { pathname } = new URL(url, location.origin)
    if (method === 'POST') written.push(pathname)
    if (pathname === live.stream.path) return new Response(new ReadableStream())
    return Response.json(pathname === alert.list.path ? { data: [], count: 0 } : site)
  })
})
afterEach(() => {
  closeResponse()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const dialog = page.getByRole('dialog', { name: '佐々木　隆への対応' })
const button = (name: string) => dialog.getByRole('button', { name, exact: true })
const note = dialog.getByRole('textbox', { name: 'メモ' })

test('an alert that was confirmed can be closed, whatever an older list says of it', async () => {
  keepList(episodeOf(1))
  await open(episodeOf(1, { handling: 'acknowledged' }))
  await button('対応を終える').click()
  await expect.element(note).toBeVisible()
})

test('the dialog follows what a colleague does, also where no list shows the alert', async () => {
  await open(episodeOf(1))
  await expect.element(button('確認した。自分が向かう')).toBeVisible()
  tellLive('alert', [episodeOf(1, { handling: 'acknowledged' })])
  await expect.element(button('対応する。自分が向かう')).toBeVisible()
  keepList(episodeOf(1, { handling: 'responding' }))
  await expect.element(note).toBeVisible()
})

test('what is being written of the end stays when a colleague takes a step', async () => {
  await open(episodeOf(1, { handling: 'acknowledged' }))
  await button('対応を終える').click()
  await dialog.getByRole('radio', { name: '帰宅' }).click()
  await note.fill('日陰で休ませ、家族に連絡した')
  for (const handling of ['responding', 'closed'] as const) {
    tellLive('alert', [episodeOf(1, { handling })])
    await expect.poll(() => dialog.query()?.textContent).toContain(handlingNames[handling])
    await expect.element(note).toHaveValue('日陰で休ませ、家族に連絡した')
    await expect.element(dialog.getByRole('radio', { name: '帰宅' })).toBeChecked()
  }
})

test('what was written of the end is there again after the session ended, also from another screen', async () => {
  testSession.begin(2)
  await open(episodeOf(1, { handling: 'acknowledged' }))
  await button('対応を終える').click()
  await dialog.getByRole('radio', { name: '帰宅' }).click()
  await note.fill('日陰で休ませ、家族に連絡した')
  testSession.end()
  closeResponse()
  await expect.element(dialog).not.toBeInTheDocument()
  testSession.begin(2)
  const before = location.href
  onTestFinished(() => history.replaceState(null, '', before))
  history.replaceState(null, '', '?elsewhere')
  openResponse(episodeOf(1, { handling: 'acknowledged' }))
  await expect.element(note).toHaveValue('日陰で休ませ、家族に連絡した')
  await expect.element(dialog.getByRole('radio', { name: '帰宅' })).toBeChecked()
})

test('a step is taken once, however fast somebody clicks', async () => {
  await open(episodeOf(1, { handling: 'acknowledged' }))
  const step = button('対応する。自分が向かう').element() as HTMLElement
  step.click()
  step.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(written).toEqual(['/api/Alert/1/Respond'])
})

test('the dialog is not closed over a note without a question, and closes at once where nothing is written', async () => {
  const question = page.getByText(/保存していない変更/)
  await open(episodeOf(1, { handling: 'responding' }))
  await note.fill('日陰で休ませた')
  await userEvent.keyboard('{Escape}')
  await expect.element(question).toBeVisible()
  await page.getByRole('button', { name: '編集に戻る' }).click()
  await expect.element(note).toHaveValue('日陰で休ませた')
  await button('閉じる').click()
  await page.getByRole('button', { name: '保存せずに閉じる' }).click()
  await expect.element(note).not.toBeInTheDocument()
  openResponse(episodeOf(2))
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(question).not.toBeInTheDocument()
})

test.each(['open', 'acknowledged', 'responding'] as const)(
  'the numbers to call are shown while it is %s, but not the viewer’s',
  async (handling) => {
    await open(
      episodeOf(1, { handling, phoneNumber: '080-0000-0001', leaderId: 2, leaderName: '岩本　鉄男', leaderContact: '090-0000-0002' }),
    )
    await expect.element(dialog.getByRole('link', { name: /^緊急連絡先へ電話/ })).toHaveAttribute('href', 'tel:0355550100')
    expect(
      dialog
        .getByRole('link')
        .elements()
        .map((link) => link.getAttribute('href')),
    ).toEqual(['tel:08000000001', 'tel:0355550100', 'tel:119'])
  },
)
