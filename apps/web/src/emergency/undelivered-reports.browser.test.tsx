import { message } from '@mimamori/contract/messages'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { createActionStore } from '../platform/action-queue/action-store.ts'
import { ownReports, report } from '../platform/action-queue/own-reports.ts'
import { sessionStore } from '../platform/api.ts'
import { endSession } from '../platform/log-out.ts'
import { queryClient } from '../platform/query.ts'
import { showLanguage } from '../platform/texts.ts'
import { keepReportContacts } from '../platform/report-contacts.ts'
import { UndeliveredHere, UndeliveredReports } from './undelivered-reports.tsx'

const store = createActionStore('mimamori-reports')
const noNetwork = async (): Promise<Response> => {
  throw new TypeError('no network')
}

/** A server that does not answer until the connection is cut. @returns what cuts it */
const stubSilentServer = () => {
  let cut = (): void => undefined
  const silence = new Promise<Response>((_, reject) => (cut = () => reject(new TypeError('the connection was cut'))))
  vi.stubGlobal('fetch', () => silence)
  return () => cut()
}

const links = () =>
  page
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'))

beforeEach(async () => {
  vi.stubGlobal('fetch', noNetwork)
  sessionStore.save({ token: `x.${btoa(JSON.stringify({ sub: '7' }))}.x`, refreshToken: 'r' })
  localStorage.removeItem('reportContacts')
  keepReportContacts('7', { leader: { fullName: '小野寺　勇', phone: '090-1111-2222' }, sitePhone: '03-3333-4444' })
  for (const { id } of await store.listAll()) await store.remove(id)
  // Also waits for a flush of the test before, which would hold up those of this one.
  await ownReports.flush()
})

const draw = (Part: () => ReactNode) =>
  mount(() => (
    <QueryClientProvider client={queryClient}>
      <Part />
    </QueryClientProvider>
  ))

const kept = (state: string, secondsAgo: number, refusal: string | null = null) =>
  store.add({
    key: `key ${state}`,
    account: '7',
    path: '/api/SelfReport',
    input: { body: { state } },
    at: new Date(Date.now() - secondsAgo * 1_000).toISOString(),
    title: state,
    refusal,
  })

test('one that could not be sent says so at once; 大丈夫 needs no telephone', async () => {
  await draw(UndeliveredReports)
  await report('well')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await report('unwell')
  await expect.element(page.getByRole('alert').getByText(/「つらい」を押しました。/)).toBeVisible()
})

test('the numbers appear as soon as they are known', async () => {
  localStorage.removeItem('reportContacts')
  await kept('help', 6)
  await draw(UndeliveredReports)
  await ownReports.flush()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(links()).toEqual(['tel:119'])
  keepReportContacts('7', { leader: { fullName: '小野寺　勇', phone: '090-1111-2222' }, sitePhone: null })
  await expect.poll(links).toEqual(['tel:09011112222', 'tel:119'])
})

test('the next person of a shared device sees nobody’s numbers but their own', async () => {
  sessionStore.save({ token: `x.${btoa(JSON.stringify({ sub: '8' }))}.x`, refreshToken: 'r' })
  await draw(UndeliveredReports)
  await report('help')
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(links()).toEqual(['tel:119'])
  keepReportContacts('8', { leader: { fullName: '北村　剛', phone: '090-5555-6666' }, sitePhone: null })
  await expect.poll(links).toEqual(['tel:09055556666', 'tel:119'])
})

test('after a sign-out the numbers of those whose report has not arrived are there, and nobody else’s', async () => {
  keepReportContacts('8', { leader: { fullName: '北村　剛', phone: '090-5555-6666' }, sitePhone: null })
  await kept('unwell', 60)
  endSession()
  await draw(UndeliveredHere)
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(links()).toEqual(['tel:09011112222', 'tel:0333334444', 'tel:119'])
  await expect.poll(() => localStorage.getItem('reportContacts') ?? '').not.toContain('090-5555-6666')
})

test('without a session it says that a sign-in sends it', async () => {
  await kept('unwell', 60)
  sessionStore.clear()
  await draw(UndeliveredHere)
  await expect.element(page.getByRole('alert').getByText('ログインすると送ります。')).toBeVisible()
  expect(links()).toContain('tel:119')
})

test('where the browser stores nothing, one that could not be sent says whom to phone', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('storage is blocked', 'SecurityError')
  })
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('the connection was lost', 'InvalidStateError')
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await draw(UndeliveredReports)
  await report('help')
  await expect.element(page.getByRole('alert').getByText(/「助けて」を押しました。/)).toBeVisible()
  for (const { id } of ownReports.snapshot().waiting) await ownReports.remove(id)
})

test('without a session what was refused or is over a day old promises nothing, and goes once it was read', async () => {
  await kept('help', 60, message('forbidden'))
  await kept('unwell', 3 * 86_400)
  sessionStore.clear()
  await draw(UndeliveredHere)
  const notice = page.getByRole('alert')
  await expect.element(notice.getByText(new RegExp(message('forbidden')))).toBeVisible()
  await expect.element(notice.getByText(new RegExp(message('doneTooLongAgo')))).toBeVisible()
  await expect.element(notice.getByText(/^\d+\/\d+ \d\d:\d\dに「つらい」を押しました。$/)).toBeVisible()
  await expect.element(notice.getByText('ログインすると送ります。')).not.toBeInTheDocument()
  for (const count of [1, 0]) {
    await notice.getByRole('button', { name: '電話した' }).first().click()
    await expect.poll(async () => (await store.listAll()).length).toBe(count)
  }
  await expect.element(notice).not.toBeInTheDocument()
})

test('大丈夫 that was refused is said with why, in the language of the page, until it is read', async () => {
  await kept('well', 60, message('forbidden'))
  await ownReports.flush()
  await showLanguage('en')
  onTestFinished(() => showLanguage('ja'))
  await draw(UndeliveredReports)
  await expect.element(page.getByText(/You may not do this/)).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => store.listAll()).toEqual([])
  await expect.element(page.getByText(/You may not do this/)).not.toBeInTheDocument()
})

test('a report that the server is silent about for five seconds, also after a reload, says whom to phone until it arrives', async () => {
  const cutConnection = stubSilentServer()
  await kept('help', 6)
  await draw(UndeliveredReports)
  const flushed = ownReports.flush()
  await expect.element(page.getByRole('alert').getByText('まだ届いていません。電話してください。')).toBeVisible()
  expect(links()).toEqual(['tel:09011112222', 'tel:0333334444', 'tel:119'])
  await page.viewport(375, 700)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375)
  for (const link of page.getByRole('link').elements()) expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(48)
  const [action] = await store.listAll()
  await ownReports.remove(action?.id ?? 0)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  cutConnection()
  await flushed
})
