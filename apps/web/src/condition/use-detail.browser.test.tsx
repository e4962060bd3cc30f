import { QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { dateOf } from '../platform/japan-time.ts'
import { queryClient } from '../platform/query.ts'
import { useDetail } from './use-detail.ts'

const Shown = () => <p>{useDetail(7, 0, false).data?.date ?? '―'}</p>

test('a screen that is left open over midnight in Japan shows the new day as today, without being asked', async () => {
  localStorage.setItem('token', 'token')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-07-31T23:59:30+09:00') })
  // The server answers the day that today is when it is asked.
  vi.stubGlobal('fetch', async () => Response.json({ date: dateOf(Date.now()) }))
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    queryClient.clear()
    localStorage.clear()
  })
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>
  ))
  await expect.element(page.getByText('2026-07-31')).toBeVisible()
  vi.setSystemTime(Date.parse('2026-08-01T00:00:10+09:00'))
  await expect.element(page.getByText('2026-08-01')).toBeVisible()
})
