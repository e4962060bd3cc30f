import { session } from '@mimamori/contract/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { queryClient, queryOf } from '../platform/query.ts'
import { idleSecondsLeft, noteTouch } from '../platform/shared-device.ts'
import { SharedSession } from './shared-session.tsx'

const minuteMs = 60_000

beforeEach(async () => {
  localStorage.clear()
  noteTouch(Date.now() - minuteMs)
  const card = { sharedUntil: new Date(Date.now() + 60 * minuteMs).toISOString() }
  queryClient.setQueryData<unknown>(queryOf(session.userInfo, {}).queryKey, { userId: 7, owed: [], card })
  await mount(() => (
    <QueryClientProvider client={queryClient}>
      <SharedSession />
    </QueryClientProvider>
  ))
  await expect.element(page.getByRole('button', { name: '終わる' })).toBeVisible()
})

const touch = () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))

test('a touch keeps the session', () => {
  touch()
  expect(idleSecondsLeft(Date.now())).toBeGreaterThan(170)
})

test('the touch that wakes a tablet after the idle time does not revive the session', () => {
  noteTouch(Date.now() - 4 * minuteMs)
  touch()
  expect(idleSecondsLeft(Date.now())).toBe(0)
})
