import { createClient } from './client.ts'
import { takeFirstAnswer } from './first-calls.ts'
import { forOnePerson, OtherPersonError } from './one-person.ts'
import { personOf } from './token-claims.ts'
import { createSessionStore, refreshLock } from './session-store.ts'

/** A request may run as long as the longest import (spec §9). */
const timeoutMs = 600_000

const otherListeners = new Set<() => void>()

/** Calls the listener when somebody else signed in in another tab; until this tab starts again, no call of it leaves. */
export const onOtherPerson = (listener: () => void): void => void otherListeners.add(listener)

/** The session of this browser. */
export const sessionStore = forOnePerson(createSessionStore(localStorage), () => {
  for (const listener of otherListeners) listener()
})

/** The account whose session this browser has; undefined without one. */
export const sessionAccount = (): string | undefined => {
  try {
    const tokens = sessionStore.read()
    const person = tokens === null ? undefined : personOf(tokens.token)
    return typeof person === 'string' || typeof person === 'number' ? String(person) : undefined
  } catch (error) {
    // Its listeners have heard of it, and this tab starts again.
    if (error instanceof OtherPersonError) return undefined
    throw error
  }
}

/** Called with the reason why the server refused to continue the session; undefined where another tab of the browser ended it. */
type EndListener = (why: string | undefined) => void

const listeners = new Set<EndListener>()

/** Calls the listener when the session has ended without an action of this tab. */
export const onSessionEnd = (listener: EndListener): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const announceEnd: EndListener = (why) => {
  for (const listener of listeners) listener(why)
}

addEventListener('storage', (event) => {
  if (event.key !== 'token' && event.key !== null) return
  try {
    if (sessionStore.read() === null) announceEnd(undefined)
  } catch (error) {
    // Its listeners have heard of it.
    if (!(error instanceof OtherPersonError)) throw error
  }
})

/** What another tab stores comes by a way of its own, now and then later than it releases the lock. */
const arrivesWithinMs = 500

const whenTokenChanged = (before: string | undefined): Promise<void> =>
  new Promise((resolve) => {
    const isChanged = () => sessionStore.read()?.token !== before
    if (isChanged()) return resolve()
    const stop = () => {
      clearTimeout(timer)
      removeEventListener('storage', look)
      resolve()
    }
    const look = () => {
      if (isChanged()) stop()
    }
    const timer = setTimeout(stop, arrivesWithinMs)
    addEventListener('storage', look)
  })

/** Works under a lock of all tabs; anyone who had to wait for it waits for what its holder stored, too. */
const underLock = async <T>(work: () => Promise<T>): Promise<T> => {
  const before = sessionStore.read()?.token
  const done = (await navigator.locks.request(refreshLock, { ifAvailable: true }, async (lock) => lock && { value: await work() })) as {
    value: T
  } | null
  if (done !== null) return done.value
  return (await navigator.locks.request(refreshLock, async () => {
    await whenTokenChanged(before)
    return work()
  })) as T
}

let queue: Promise<unknown> = Promise.resolve()

// Web Locks exist on https and localhost only. On plain http the calls of one tab still queue; between tabs the
// server's 60 seconds of grace for the refresh token before last cover the race.
const exclusively = <T>(work: () => Promise<T>): Promise<T> => {
  if ('locks' in navigator) return underLock(work)
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
  onSessionEnd: announceEnd,
  takeFirstAnswer: (path) => takeFirstAnswer(path, sessionAccount()),
})
