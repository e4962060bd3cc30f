import { endpoints } from '@mimamori/contract/endpoints'
import { type FirstSteps as Steps, firstStepKeys, type FirstStepKey } from '@mimamori/contract/first-steps'
import type { Role } from '@mimamori/contract/role'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../kit/test-mount.tsx'
import { queryClient, queryOf } from '../../platform/query.ts'
import { FirstSteps } from './first-steps.tsx'
import { useUnfinishedSteps } from './use-first-steps.ts'

const arrived = (kind: string, serialNumber: string, isRegistrable = true) => ({
  kind,
  serialNumber,
  heardAt: '2026-07-20T13:41:00+09:00',
  intervalMinutes: kind === 'vital' ? 1 : null,
  isRegistrable,
})
const stepsWith = (done: readonly FirstStepKey[], officeId: number | null = 4): Steps => ({
  companyName: '株式会社汐見組',
  officeId,
  officeName: officeId === null ? null : '有明北',
  steps: firstStepKeys.map((key) => ({ key, done: done.includes(key), count: done.includes(key) ? 1 : 0, names: [], at: null })),
})

let devices: ReturnType<typeof arrived>[] = []
let answered: Steps
const registered: unknown[] = []

beforeEach(() => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  registered.length = 0
  devices = [arrived('gateway', 'GW-21'), arrived('vital', '10601'), arrived('heat', '21', false)]
  answered = stepsWith(['company', 'office', 'key'])
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const request = new Request(url instanceof Request ? url : new URL(url, location.href), init)
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/Register')) {
      registered.push(await request.json())
      devices = devices.filter(({ isRegistrable }) => !isRegistrable)
      return Response.json({ registered: 2 })
    }
    if (pathname === endpoints.unregisteredDevice.list.path) return Response.json({ data: devices, count: devices.length })
    return Response.json(answered)
  })
})
afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const signedInAs = (roleKey: Role) =>
  queryClient.setQueryData(queryOf(endpoints.session.userInfo, {}).queryKey, { userId: 9, roleKey, officeId: 4 } as never)

const show = async (steps: Steps, roleKey: Role = 'HeadquartersAdmin') => {
  signedInAs(roleKey)
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <FirstSteps steps={steps} />
    </QueryClientProvider>
  ))
}

test.each([1440, 375])('what sends already is registered by the one large button, once and as it is shown, at %i px', async (width) => {
  await show(stepsWith(['company', 'office', 'key']))
  await page.viewport(width, 900)
  await expect.element(page.getByText('6つのうち3つ終わりました')).toBeVisible()
  await expect.element(page.getByText('登録のない番号 3個')).toBeVisible()
  await expect.element(page.getByRole('listitem').filter({ hasText: '暑さ指数計' }).getByText('登録できない番号')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await page.getByRole('button', { name: '届いている2台を登録する' }).dblClick()
  await expect.element(page.getByRole('link', { name: '体調デバイスを登録する' })).toBeVisible()
  expect(registered).toEqual([
    {
      officeId: 4,
      devices: [
        { kind: 'gateway', serialNumber: 'GW-21' },
        { kind: 'vital', serialNumber: '10601' },
      ],
    },
  ])
})

test('where another step is next, what arrived later has a button of its own', async () => {
  await show(stepsWith(['company', 'office', 'key', 'devices']))
  await expect.element(page.getByRole('link', { name: '作業者を登録する' })).toHaveAttribute('href', '/worker/create?OfficeId=4')
  await page.getByRole('region', { name: '届いているもの' }).getByRole('button', { name: '届いている2台を登録する' }).click()
  await expect.poll(() => registered.length).toBe(1)
})

test.each([
  ['AdminUnitService', [], '会社を始める', '/company/start'],
  ['AdminUnitService', ['company'], '拠点を登録する', '/header-quaters/create/new'],
  ['AdminUnitContract', ['company'], '拠点を登録する', '/header-quaters/create/new'],
] as const)('without a site the %s with %j done is led on by %s', async (roleKey, done, name, href) => {
  await show(stepsWith(done, null), roleKey)
  await expect.element(page.getByRole('link', { name }).first()).toHaveAttribute('href', href)
  await expect.element(page.getByRole('region', { name: '届いているもの' })).not.toBeInTheDocument()
})

const Unfinished = () => <p>{useUnfinishedSteps(4) === undefined ? 'ホーム' : 'はじめに'}</p>

test.each([
  ['HeadquartersAdmin', ['company', 'office'], 'はじめに'],
  ['HeadquartersAdmin', ['company', 'office', 'devices', 'workers', 'reading'], 'ホーム'],
  ['GroupLeader', ['company', 'office'], 'ホーム'],
] as const)('home of a %s with %j done shows %s', async (roleKey, done, shown) => {
  signedInAs(roleKey)
  answered = stepsWith(done)
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <Unfinished />
    </QueryClientProvider>
  ))
  await expect.element(page.getByText(shown)).toBeVisible()
})
