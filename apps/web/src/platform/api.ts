import { createClient } from './client.ts'
import { createSessionStore } from './session-store.ts'

/** A request may run as long as the longest import (spec §9). */
const timeoutMs = 600_000

/** The session of this browser. */
export const sessionStore = createSessionStore(localStorage)

/** Why a session ended: the server refused to go on with it, or another tab of the browser ended it. */
export type SessionEnd = 'refused' | 'elsewhere'

const listeners = new Set<(reason: SessionEnd) => void>()

/** Tells the listener when the session has ended without this tab's doing. */
export const onSessionEnd = (listener: (reason: SessionEnd) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const announceEnd = (reason: SessionEnd) => {
  for (const listener of listeners) listener(reason)
}

addEventListener('storage', (event) => {
  if ((event.key === 'token' || event.key === null) && sessionStore.read() === null) announceEnd('elsewhere')
})

let queue: Promise<unknown> = Promise.resolve()

// Web Locks exist on https and localhost only. On plain http the calls of one tab still queue; between tabs the
// server's 60 seconds of grace for the refresh token before last cover the race.
const exclusively = <T>(work: () => Promise<T>): Promise<T> => {
  if ('locks' in navigator) return navigator.locks.request('mimamori-refresh', work) as Promise<T>
  const turn = queue.then(work, work)
  queue = turn.catch(() => undefined)
  return turn
}

/** The calls of the console: `call(endpoints.session.login, { body })`. */
export const { call, callRaw } = createClient({
  base: import.meta.env.VITE_API_BASE ?? '',
  timeoutMs,
  tokens: sessionStore,
  exclusively,
  isOffline: () => !navigator.onLine,
  onSessionEnd: () => announceEnd('refused'),
})
