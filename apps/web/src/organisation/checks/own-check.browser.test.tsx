import { session } from '@mimamori/contract/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../kit/test-mount.tsx'
import { queryClient, queryOf } from '../../platform/query.ts'
import { OwnCheck } from './own-check.tsx'

test('a morning check that could not be loaded says so', async () => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  queryClient.setQueryData(queryOf(session.userInfo, {}).queryKey, { userId: 9, owed: [] } as never)
  vi.stubGlobal('fetch', async () => Response.json({ message: '' }, { status: 404 }))
  onTestFinished(() => {
    queryClient.clear()
    localStorage.clear()
    vi.unstubAllGlobals()
  })
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <OwnCheck />
    </QueryClientProvider>
  ))
  await expect.element(page.getByRole('heading', { name: '朝礼チェック' })).toBeVisible()
  await expect.element(page.getByText('読み込めませんでした')).toBeVisible()
})
