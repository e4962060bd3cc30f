import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { createActionStore } from '../platform/action-queue/action-store.ts'
import { ownReports, report } from '../platform/action-queue/own-reports.ts'
import { sessionStore } from '../platform/api.ts'
import { queryClient } from '../platform/query.ts'
import '../platform/texts.ts'
import { keepReportContacts } from '../platform/report-contacts.ts'
import { UndeliveredHere, UndeliveredReports } from './undelivered-reports.tsx'

const store = createActionStore('mimamori-reports')
const never = () => new Promise<Response>(() => undefined)

const links = () =>
  page
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'))

beforeEach(async () => {
  vi.stubGlobal('fetch', vi.fn<typeof fetch>(never))
  sessionStore.save({ token: `x.${btoa(JSON.stringify({ sub: '7' }))}.x`, refreshToken: 'r' })
  keepReportContacts({ leader: { fullName: '小野寺　勇', phone: '090-1111-2222' }, sitePhone: '03-3333-4444' })
  for (const { id } of await store.listAll()) await store.remove(id)
})

const draw = (Part: typeof UndeliveredReports) =>
  mount(() => (
    <QueryClientProvider client={queryClient}>
      <Part />
    </QueryClientProvider>
  ))

const kept = (state: string, secondsAgo: number) =>
  store.add({
    key: `key ${state}`,
    account: '7',
    path: '/api/SelfReport',
    input: { body: { state } },
    at: new Date(Date.now() - secondsAgo * 1_000).toISOString(),
    title: state,
    refusal: null,
  })

test('one that could not be sent says so at once; 大丈夫 needs no telephone', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network')
  })
  await draw(UndeliveredReports)
  await report('well')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await report('unwell')
  await expect.element(page.getByRole('alert').getByText(/「つらい」を押しました。/)).toBeVisible()
})

test('the numbers appear as soon as they are known', async () => {
  localStorage.removeItem('reportContacts')
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network')
  })
  await kept('help', 6)
  await draw(UndeliveredReports)
  void ownReports.flush()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(links()).toEqual(['tel:119'])
  keepReportContacts({ leader: { fullName: '小野寺　勇', phone: '090-1111-2222' }, sitePhone: null })
  await expect.poll(links).toEqual(['tel:09011112222', 'tel:119'])
})

test('without a session it says that a sign-in sends it', async () => {
  await kept('unwell', 60)
  sessionStore.clear()
  await draw(UndeliveredHere)
  await expect.element(page.getByRole('alert').getByText('ログインすると送ります。')).toBeVisible()
  expect(links()).toContain('tel:119')
})

// The last one: its call stays unanswered.
test('a report that the server is silent about for five seconds, also after a reload, says whom to phone until it arrives', async () => {
  await kept('help', 6)
  await draw(UndeliveredReports)
  void ownReports.flush()
  await expect.element(page.getByRole('alert').getByText('まだ届いていません。電話してください。')).toBeVisible()
  expect(links()).toEqual(['tel:09011112222', 'tel:0333334444', 'tel:119'])
  await page.viewport(375, 700)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375)
  for (const link of page.getByRole('link').elements()) expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(48)
  const [action] = await store.listAll()
  await ownReports.remove(action?.id ?? 0)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
