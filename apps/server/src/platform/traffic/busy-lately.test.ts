import { expect, test } from 'vitest'
import { isBusyLately } from './busy-lately.ts'

test('a process is busy whose event loop never waits', async () => {
  const isBusy = isBusyLately()
  for (const end = performance.now() + 600; performance.now() < end;);
  expect(isBusy()).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(isBusy()).toBe(false)
})
