import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createThrottle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  // 0.5 s at first, then the work and 2 s of rest, again and again.
  { takes: 1_000, times: 10 },
  { takes: 0, times: 15 },
])('a storm of reasons costs one time a rest where each takes $takes ms', async ({ takes, times }) => {
  let running = 0
  const counts = { most: 0, times: 0 }
  const throttle = createThrottle({ waitMs: 500, restMs: 2_000 }, async () => {
    running += 1
    counts.times += 1
    counts.most = Math.max(counts.most, running)
    await new Promise((resolve) => setTimeout(resolve, takes))
    running -= 1
  })
  for (let at = 0; at < 30_000; at += 50) {
    throttle.ask()
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(counts).toEqual({ most: 1, times })
})

test('what comes up during the work is answered by one more time, and nothing after that', async () => {
  const work = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
  const throttle = createThrottle({ waitMs: 500, restMs: 2_000 }, work)
  throttle.ask()
  await vi.advanceTimersByTimeAsync(550)
  throttle.ask()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(work).toHaveBeenCalledTimes(2)
})

test('nothing is done any more once it is stopped', async () => {
  const work = vi.fn()
  const throttle = createThrottle({ waitMs: 500, restMs: 500 }, work)
  throttle.ask()
  throttle.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(work).not.toHaveBeenCalled()
})
