import { QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { limitedOf } from '../marks/test-limited.ts'
import { queryClient } from '../platform/query.ts'
import { SpentHeatTime } from './spent-heat-time.tsx'

const show = async (data: readonly ReturnType<typeof limitedOf>[]) => {
  localStorage.setItem('token', 'token')
  vi.stubGlobal('fetch', async () => Response.json({ data, count: data.length, officeId: 1, date: '2026-07-21' }))
  onTestFinished(() => {
    queryClient.clear()
    localStorage.clear()
    vi.unstubAllGlobals()
  })
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <main>
        <SpentHeatTime scope={{ officeId: 1, groupId: undefined }} />
        <p>ほかの部分</p>
      </main>
    </QueryClientProvider>
  ))
  await expect.element(page.getByText('ほかの部分')).toBeVisible()
}

test('who has spent the minutes in heat of the day is named with those allowed, and nobody else', async () => {
  await show([
    limitedOf(1, { spentMinutes: 195 }),
    limitedOf(2, { fullName: '村田　蓮', spentMinutes: 189 }),
    // By the word of a doctor, of somebody who is on no ladder.
    limitedOf(3, { fullName: '江口　陸', kind: null, day: null, shares: [], share: 0, allowedMinutes: 0, spentMinutes: 3 }),
  ])
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect.poll(() => line('今井').element().textContent).toContain('新人・2日目1日の40%まで3時間15分きょうは 3時間10分まで')
  await expect.poll(() => line('江口').element().textContent).toContain('3分きょうは 0分まで')
  expect(line('村田').elements()).toEqual([])
})
