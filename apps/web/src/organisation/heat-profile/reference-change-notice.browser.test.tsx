import { endpoints } from '@mimamori/contract/endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../kit/test-mount.tsx'
import { queryClient, queryOf } from '../../platform/query.ts'
import { ReferenceChangeNotice } from './reference-change-notice.tsx'

const sites = [
  { officeId: 4, officeName: '東雲三丁目 物流施設新築工事', people: 58 },
  { officeId: 5, officeName: '港南', people: 1 },
]
let open: typeof sites = []
const closings: string[] = []

beforeEach(() => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  open = sites
  closings.length = 0
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const path = new URL(url instanceof Request ? url.url : url, location.href).pathname
    if ((url instanceof Request ? url.method : init?.method) !== 'DELETE') return Response.json(open)
    closings.push(path)
    open = open.filter(({ officeId }) => !path.endsWith(`/${officeId}`))
    return Response.json({})
  })
})
afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const show = async (roleKey: 'AdminUnitContract' | 'HeadquartersAdmin', width: number) => {
  queryClient.setQueryData(queryOf(endpoints.session.userInfo, {}).queryKey, { userId: 9, roleKey } as never)
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <ReferenceChangeNotice officeId={undefined} />
    </QueryClientProvider>
  ))
  await page.viewport(width, 800)
}
const site = (name: string) => page.getByRole('listitem').filter({ hasText: name })

test.each([1440, 375])('each site leads to its settings and goes when its notice is closed, at %i px', async (width) => {
  await show('AdminUnitContract', width)
  const [first, second] = [site('東雲三丁目 物流施設新築工事'), site('港南')]
  await expect.element(first.getByText('東雲三丁目 物流施設新築工事　58人')).toBeVisible()
  await expect.element(first.getByRole('link', { name: 'グループの設定を開く' })).toHaveAttribute('href', '/group/list?officeId=4')
  await expect.element(first.getByRole('link', { name: '拠点の設定を開く' })).toHaveAttribute('href', '/header-quaters/edit/4')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await page.getByRole('button', { name: '東雲三丁目 物流施設新築工事のお知らせを閉じる' }).dblClick()
  await expect.element(first).not.toBeInTheDocument()
  await expect.element(second).toBeVisible()
  expect(closings).toEqual(['/api/Office/ReferenceChange/4'])
  await page.getByRole('button', { name: '港南のお知らせを閉じる' }).click()
  await expect.element(page.getByRole('region')).not.toBeInTheDocument()
})

test('who may not change a site is led to its groups only', async () => {
  await show('HeadquartersAdmin', 1000)
  await expect.element(site('港南').getByRole('link', { name: 'グループの設定を開く' })).toBeVisible()
  await expect.element(site('港南').getByRole('link', { name: '拠点の設定を開く' })).not.toBeInTheDocument()
})
