import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createThrottle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pace = { firstRestMs: 500, longestRestMs: 2_000 }

test('the first reason waits for no timer', () => {
  const work = vi.fn()
  createThrottle(pace, work).ask()
  expect(work).toHaveBeenCalledTimes(1)
})

test.each([
  // At 0, and after each time the work and a rest: 0.5, 1, 2 s, and again 2 s.
  { takes: 1_000, times: 11 },
  { takes: 0, times: 17 },
])('a storm of reasons costs one time a rest, which grows, where each takes $takes ms', async ({ takes, times }) => {
  let running = 0
  const counts = { most: 0, times: 0 }
  const throttle = createThrottle(pace, async () => {
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
  const throttle = createThrottle(pace, work)
  throttle.ask()
  await vi.advanceTimersByTimeAsync(50)
  throttle.ask()
  throttle.ask()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(work).toHaveBeenCalledTimes(2)
})

test('after the storm the first reason waits for no timer again', async () => {
  const work = vi.fn()
  const throttle = createThrottle(pace, work)
  for (let n = 0; n < 100; n++) {
    throttle.ask()
    await vi.advanceTimersByTimeAsync(50)
  }
  await vi.advanceTimersByTimeAsync(10_000)
  const before = work.mock.calls.length
  throttle.ask()
  expect(work).toHaveBeenCalledTimes(before + 1)
  throttle.ask()
  await vi.advanceTimersByTimeAsync(pace.firstRestMs)
  expect(work).toHaveBeenCalledTimes(before + 2)
})

test('nothing is done any more once it is stopped', async () => {
  const work = vi.fn()
  const throttle = createThrottle(pace, work)
  throttle.ask()
  throttle.ask()
  throttle.stop()
  throttle.ask()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(work).toHaveBeenCalledTimes(1)
})
