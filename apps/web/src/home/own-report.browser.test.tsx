import { selfReport } from '@mimamori/contract/self-report'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { createActionStore } from '../platform/action-queue/action-store.ts'
import { sessionStore } from '../platform/api.ts'
import { endSession } from '../platform/log-out.ts'
import { queryClient } from '../platform/query.ts'
import '../platform/texts.ts'
import { OwnReport } from './own-report.tsx'

const store = createActionStore('mimamori-reports')
const at = '2026-07-20T13:05:00+09:00'

const signIn = (sub: string) => sessionStore.save({ token: `x.${btoa(JSON.stringify({ sub }))}.x`, refreshToken: 'r' })

const draw = () =>
  mount(() => (
    <QueryClientProvider client={queryClient}>
      <OwnReport isEmergency={false} />
    </QueryClientProvider>
  ))

beforeEach(async () => {
  for (const { id } of await store.listAll()) await store.remove(id)
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) =>
    Response.json(
      init?.method === selfReport.send.method ? { state: 'unwell', at, receivedAt: at } : { answer: null, leader: null, sitePhone: null },
    ),
  )
  signIn('7')
})

test('that a report arrived is read out, and the next person of the device sees none of it', async () => {
  await draw()
  const outcome = page.getByRole('status')
  await expect.element(outcome).toBeInTheDocument()
  const region = outcome.element()
  await page.getByRole('button', { name: 'つらい' }).click()
  await expect.poll(() => outcome.element().textContent).toContain('「つらい」が届きました。')
  expect(outcome.element()).toBe(region)
  endSession()
  await expect.element(outcome).toBeEmptyDOMElement()
  signIn('8')
  await draw()
  await expect.element(outcome.last()).toBeEmptyDOMElement()
})

test('a report that cannot even be held, as after the end of the session, says whom to phone', async () => {
  await draw()
  sessionStore.clear()
  await page.getByRole('button', { name: /^助けて/ }).click()
  await expect.element(page.getByRole('alert').getByRole('link', { name: /119/ })).toBeVisible()
})
