import { useSyncExternalStore } from 'react'

// One timer for the whole page: a thousand rows that each say 「8秒前」 must not mean a thousand timers.
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let drift = 0
let current = Date.now()

const tick = () => {
  current = Date.now() + drift
  for (const watcher of watchers) watcher()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  current = Date.now() + drift
  timer ??= setInterval(tick, 1_000)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Sets the clock by the server's: a tablet at the gate may be minutes off, and ages would be wrong by as much. */
export const setServerTime = (serverNow: number): void => {
  drift = serverNow - Date.now()
}

/** The time by the server's clock, epoch ms. */
export const serverNow = (): number => Date.now() + drift

/** The time by the server's clock, in steps of so many milliseconds; a component renders again once a step. */
export const useNow = (step = 1_000): number => useSyncExternalStore(watch, () => Math.floor(current / step) * step)
