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

const showField = async (publicKey: string | null, more: Readonly<Record<string, Promise<object>>> = {}) => {
  localStorage.setItem('token', 'token')
  const answers: Record<string, object | Promise<object>> = {
    [session.userInfo.path]: { userId: 7 },
    [push.state.path]: { publicKey, endpoint: null },
    ...more,
  }
  vi.stubGlobal('fetch', async (url: string | URL | Request) =>
    Response.json(await answers[new URL(url instanceof Request ? url.url : url, location.origin).pathname]),
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

test('a notice that is faster than the answer to its sending has arrived all the same', async () => {
  queryClient.setQueryData(['push', 7], 'on')
  const { promise: queued, resolve: answer } = Promise.withResolvers<object>()
  await showField('A'.repeat(87), { [push.test.path]: queued })
  const button = page.getByRole('button', { name: '自分に試しに送る' })
  await button.click()
  navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { kind: 'pushed', tag: 'test' } }))
  const outcome = page.getByRole('status')
  await expect.element(outcome).toHaveTextContent('この端末に届きました。')
  answer({ queued: true })
  await expect.poll(() => queryClient.isMutating()).toBe(0)
  await expect.element(outcome).toHaveTextContent('この端末に届きました。')
  // The next try says nothing of the one before.
  await button.click()
  await expect.element(outcome).toHaveTextContent('送りました。届くのを待っています。')
})
