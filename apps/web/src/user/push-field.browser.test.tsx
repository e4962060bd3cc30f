import { message } from '@mimamori/contract/messages'
import { push } from '@mimamori/contract/push'
import { session } from '@mimamori/contract/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient } from '../platform/query.ts'
import { PushField } from './push-field.tsx'

const showField = async (publicKey: string | null) => {
  localStorage.setItem('token', 'token')
  const answers: Record<string, object> = {
    [session.userInfo.path]: { userId: 7 },
    [push.state.path]: { publicKey, endpoint: null },
  }
  vi.stubGlobal('fetch', async (url: string | URL | Request) =>
    Response.json(answers[new URL(url instanceof Request ? url.url : url, location.origin).pathname]),
  )
  const permission = vi.spyOn(Notification, 'requestPermission')
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default')
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    queryClient.clear()
    localStorage.clear()
  })
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <PushField />
      </Suspense>
    </QueryClientProvider>
  ))
  return permission
}

test('without a sender nobody is asked for permission: the reason is shown instead of the switch', async () => {
  const permission = await showField(null)
  await expect.element(page.getByText(message('pushNoSender'))).toBeVisible()
  expect(page.getByRole('switch').query()).toBeNull()
  expect(permission).not.toHaveBeenCalled()
})

test('with a sender notices can be switched on', async () => {
  await showField('A'.repeat(87))
  await expect.element(page.getByRole('switch', { name: '通知を受け取る' })).toBeVisible()
  expect(page.getByText(message('pushNoSender')).query()).toBeNull()
})
