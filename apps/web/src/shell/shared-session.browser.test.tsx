import { session } from '@mimamori/contract/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient } from '../platform/query.ts'
import { idleSecondsLeft, noteTouch } from '../platform/shared-device.ts'
import { SharedSession } from './shared-session.tsx'

const minuteMs = 60_000

/** Shows the bar of a shared device that was touched a minute ago. */
const openShared = async () => {
  localStorage.clear()
  noteTouch(Date.now() - minuteMs)
  const card = { sharedUntil: new Date(Date.now() + 60 * minuteMs).toISOString() }
  queryClient.setQueryData([session.userInfo.path, {}], { userId: 7, owed: [], card })
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <SharedSession />
    </QueryClientProvider>
  ))
  await page.getByRole('button', { name: '終わる' }).findElement()
}

const touch = () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))

test('a touch keeps the session', async () => {
  await openShared()
  touch()
  expect(idleSecondsLeft(Date.now())).toBeGreaterThan(170)
})

test('the touch that wakes a tablet after the idle time does not revive the session', async () => {
  await openShared()
  noteTouch(Date.now() - 4 * minuteMs)
  touch()
  expect(idleSecondsLeft(Date.now())).toBe(0)
})
