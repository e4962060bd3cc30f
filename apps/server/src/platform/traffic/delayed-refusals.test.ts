import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { delayedRefusals } from './delayed-refusals.ts'

const held = (isBusy: boolean) => {
  const pauses: number[] = []
  const holdBack = delayedRefusals(
    () => isBusy,
    async (ms) => void pauses.push(ms),
  )
  return { holdBack, pauses }
}

test('a refusal with a time to try again waits for it, and longer while the process is busy', async () => {
  const [calm, busy] = [held(false), held(true)]
  for (const { holdBack } of [calm, busy]) for (const status of [429, 503]) await holdBack(new Socket(), status, true)
  expect(calm.pauses).toEqual([500, 500])
  expect(busy.pauses).toEqual([2_000, 2_000])
})

test('while the process is busy a connection is refused ten times at once, and slowly from then on', async () => {
  const [calm, busy] = [held(false), held(true)]
  for (const { holdBack } of [calm, busy]) {
    const [guesser, colleague] = [new Socket(), new Socket()]
    for (let n = 0; n < 6; n++) for (const status of [401, 403]) await holdBack(guesser, status, false)
    await holdBack(colleague, 401, false)
    for (let n = 0; n < 20; n++) await holdBack(colleague, 200, false)
  }
  expect(calm.pauses).toEqual([])
  expect(busy.pauses).toEqual([2_000, 2_000])
})
