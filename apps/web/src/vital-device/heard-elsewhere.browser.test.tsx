import { QueryClientProvider } from '@tanstack/react-query'
import type { HeardElsewhere } from '@mimamori/contract/device'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient } from '../platform/query.ts'
import { HeardElsewhereNotice } from './heard-elsewhere.tsx'

const tag = (serial: number): HeardElsewhere => ({
  serialNumber: `2${String(serial).padStart(4, '0')}`,
  officeId: 1,
  officeName: '東雲第一工区',
  receivingOfficeId: 2,
  receivingOfficeName: '東雲第二工区（地下連絡通路）',
  lastAt: new Date(Date.now() - 180_000).toISOString(),
})

const show = async (count: number) => {
  localStorage.setItem('token', 'token')
  vi.stubGlobal('fetch', async () => Response.json({ data: Array.from({ length: count }, (_, index) => tag(index + 1)), count }))
  onTestFinished(() => {
    vi.unstubAllGlobals()
    queryClient.clear()
    localStorage.clear()
  })
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <p>一覧</p>
      <HeardElsewhereNotice officeId={2} />
    </QueryClientProvider>
  ))
}

test.each([1440, 375])('devices heard at another site are named with both sites at %i px, and the rest is counted', async (width) => {
  await show(8)
  await page.viewport(width, 800)
  const first = '20001（東雲第一工区の機器）を東雲第二工区（地下連絡通路）で受信 3分前'
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent(first)
  expect(page.getByRole('listitem').elements()).toHaveLength(6)
  await expect.element(page.getByText('ほか3台')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('nothing is said where there are none', async () => {
  await show(0)
  await expect.element(page.getByText('一覧')).toBeVisible()
  expect(page.getByText('ほかの拠点').query()).toBeNull()
})
