import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { wasShared } from '../platform/shared-device.ts'
import { PinStep } from './pin-step.tsx'

test('somebody who signs in for themselves alone leaves a shared device shared for the next', async () => {
  localStorage.setItem('mimamori-shared-device', '1')
  const answer = { token: 't', refreshToken: 'r', isLockedOut: false }
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => Response.json(answer)),
  )
  const done = vi.fn<() => Promise<void>>(async () => undefined)
  await mount(() => <PinStep read={{ card: 'card', pin: 'set' }} onDone={done} onFailure={() => undefined} onBack={() => undefined} />)
  const shared = page.getByRole('checkbox', { name: '共用の端末' })
  await expect.element(shared).toBeChecked()
  await shared.click()
  await page.getByLabelText('PIN').fill('704915')
  await page.getByRole('button', { name: 'ログイン' }).click()
  await expect.poll(() => done.mock.calls.length).toBe(1)
  expect(wasShared()).toBe(true)
})
