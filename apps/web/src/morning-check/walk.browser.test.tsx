import { standardQuestions } from '@mimamori/contract/check-questions'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../kit/test-mount.tsx'
import { checkRowOf } from '../organisation/checks/test-checks.ts'
import type { ActionResult } from '../platform/action-queue/action-queue.ts'
import * as queue from '../platform/action-queue/own-actions.ts'
import { nextToAsk } from './check-order.ts'
import { Walk } from './walk.tsx'

vi.mock(import('../platform/action-queue/own-actions.ts'), async (actual) => ({ ...(await actual()), performAction: vi.fn() }))

const rows = [checkRowOf(1, { fullName: '大久保　義男' }), checkRowOf(2, { fullName: '江口　陸' })]
const led = vi.fn<(who: number | undefined) => void>()
const Screen = () => {
  const [who, setWho] = useState<number | undefined>(1)
  const goTo = (next: number | undefined) => {
    led(next)
    setWho(next)
  }
  if (who === undefined) return <p>全員</p>
  return (
    <Walk rows={rows} userId={who} questions={standardQuestions} place="足場班" goTo={goTo} nextOf={(userId) => nextToAsk(rows, userId)} />
  )
}

/** Sends that the first person does not answer. @returns what lets the server take it */
const refuse = async () => {
  const { promise, resolve } = Promise.withResolvers<ActionResult>()
  vi.mocked(queue.performAction).mockReturnValue(promise)
  await mount(() => <Screen />)
  await page.getByRole('button', { name: '回答しない' }).click()
  return () => resolve({ state: 'sent', answer: {} })
}

test('once the answers of a person are taken, the next is asked', async () => {
  const take = await refuse()
  await expect.element(page.getByRole('heading', { name: '大久保　義男' })).toBeVisible()
  take()
  await expect.element(page.getByRole('heading', { name: '江口　陸' })).toBeVisible()
})

test('a leader who left the person while the answers were sent is not led on once they are taken', async () => {
  const take = await refuse()
  await page.getByRole('button', { name: '一覧', exact: true }).click()
  await expect.element(page.getByText('全員')).toBeVisible()
  led.mockClear()
  take()
  // All that follows the answer is done by then.
  await new Promise((resolve) => setTimeout(resolve))
  expect(led).not.toHaveBeenCalled()
})
