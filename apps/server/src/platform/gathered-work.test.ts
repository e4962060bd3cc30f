import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatherWork, restInProportion } from './gathered-work.ts'

// The clock of timers moves only where a test moves it; everything else happens by itself.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const turns = async (count = 5) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}

test('the first reason waits for no timer, and what comes in the same turn is answered with it', async () => {
  const work = vi.fn(async () => undefined)
  const gathered = gatherWork({ work, restMs: () => 200 })
  for (let n = 0; n < 10; n++) gathered.ask()
  await turns()
  expect(work).toHaveBeenCalledTimes(1)
  await gathered.stop()
})

test('a flood of reasons during the work and its rest is answered by one more time', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = vi.fn(() => promise)
  const gathered = gatherWork({ work, restMs: () => 200 })
  gathered.ask()
  await turns()
  for (let n = 0; n < 50; n++) gathered.ask()
  await turns()
  expect(work).toHaveBeenCalledTimes(1)
  resolve()
  await turns()
  for (let n = 0; n < 50; n++) gathered.ask()
  await vi.advanceTimersByTimeAsync(199)
  await turns()
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  await turns()
  expect(work).toHaveBeenCalledTimes(2)
  // Nothing was asked for since.
  await vi.advanceTimersByTimeAsync(60_000)
  await turns()
  expect(work).toHaveBeenCalledTimes(2)
  gathered.ask()
  await turns()
  expect(work).toHaveBeenCalledTimes(3)
  await gathered.stop()
})

test('a rest can be ended', async () => {
  const work = vi.fn(async () => undefined)
  const gathered = gatherWork({ work, restMs: () => 1_000 })
  gathered.ask()
  await turns()
  gathered.ask()
  gathered.wake()
  await turns()
  expect(work).toHaveBeenCalledTimes(2)
  gathered.wake()
  await turns()
  expect(work).toHaveBeenCalledTimes(2)
  await gathered.stop()
})

test('once stopped nothing begins, and what runs is waited for', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = vi.fn(() => promise)
  const gathered = gatherWork({ work, restMs: () => 10 })
  gathered.ask()
  await turns()
  gathered.ask()
  let isOver = false
  const stopping = gathered.stop().then(() => (isOver = true))
  await turns()
  expect(isOver).toBe(false)
  resolve()
  await stopping
  await vi.advanceTimersByTimeAsync(1_000)
  await turns()
  expect(work).toHaveBeenCalledTimes(1)
})

test('the rest is twice as long as the work, at least so long, and ends when a cycle is over', () => {
  const restMs = restInProportion({ leastMs: 50, cycleMs: 200 })
  expect([0, 10, 25, 40, 60, 70, 150, 180, 200, 5_000].map(restMs)).toEqual([50, 50, 50, 80, 120, 130, 50, 20, 0, 0])
})
