import { session } from '@mimamori/contract/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient, queryOf } from '../platform/query.ts'
import { OwnProcedures } from './own-procedures.tsx'

const answer = vi.fn<() => Promise<Response>>()

beforeEach(() => {
  localStorage.setItem('token', 'token')
  localStorage.setItem('refreshToken', 'token')
  queryClient.setQueryData(queryOf(session.userInfo, {}).queryKey, { userId: 9, owed: [] } as never)
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const show = () =>
  mount(() => (
    <QueryClientProvider client={queryClient}>
      <OwnProcedures officeId={1} />
    </QueryClientProvider>
  ))

test('while the site’s steps are on their way, the usual ones are not shown as the site’s', async () => {
  answer.mockImplementation(() => new Promise<Response>(() => undefined))
  await show()
  await expect.element(page.getByText('読み込んでいます')).toBeVisible()
  expect(page.getByText('作業を止める').query()).toBeNull()
})

test('where the site’s steps could not be loaded, the usual ones are shown and named so', async () => {
  answer.mockImplementation(async () => Response.json({ message: '' }, { status: 404 }))
  await show()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('この現場の手順を読み込めませんでした。いつもの手順を出しています。 もう一度試す')
  await expect.element(page.getByText('作業を止める')).toBeVisible()
})
