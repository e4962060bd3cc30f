import { QueryClientProvider } from '@tanstack/react-query'
import { episodeOf } from '@mimamori/contract/test-episodes'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient } from '../platform/query.ts'
import { LateEmergencies } from './late-emergencies.tsx'

test.each([1440, 375])('an emergency of long ago says its date and can be answered at %i px', async (width) => {
  const episode = episodeOf(1, { late: '1', startedAt: '2025-07-20T09:20:00+09:00' })
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <LateEmergencies episodes={[episode]} withBase />
    </QueryClientProvider>
  ))
  await page.viewport(width, 800)
  await expect.element(page.getByRole('heading', { name: 'あとから届いた緊急（後着）' })).toBeVisible()
  await expect.element(page.getByText('2025/07/20 09:20 発生')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '佐々木　隆　確認する' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
