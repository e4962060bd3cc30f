import { type SelfAnswer, selfReport, type SelfState } from '@mimamori/contract/self-report'
import { useEffect, useSyncExternalStore } from 'react'
import { call, sessionAccount } from '../api.ts'
import { AnswerError } from '../call-error.ts'
import { newKey } from '../client.ts'
import { serverNow } from '../clock.ts'
import { queryClient } from '../query.ts'
import { createActionQueue, type QueueSnapshot } from './action-queue.ts'
import { createActionStore, type StoredAction } from './action-store.ts'

/** A silent server is asked again after this time, with the same key. */
const patienceMs = 10_000
const tryAgainMs = 5_000

const body = selfReport.send.body

const sendWith = (action: StoredAction, key: string, at?: string) =>
  call(selfReport.send, { body: { ...body.parse(action.input.body), at }, key, signal: AbortSignal.timeout(patienceMs) })

/** Sends a report. One whose time the server cannot believe, by a wrong clock of the phone, is sent again as of now. */
const send = async (action: StoredAction): Promise<SelfAnswer> => {
  try {
    return await sendWith(action, action.key, action.at)
  } catch (error) {
    if (!(error instanceof AnswerError) || error.status !== 400) throw error
    return sendWith(action, `${action.key}-now`)
  }
}

let latest: SelfAnswer | undefined
let unreachable: ReadonlySet<number> = new Set()
const listeners = new Set<() => void>()
const announce = () => {
  for (const listener of listeners) listener()
}

const deliver = (answer: SelfAnswer) => {
  latest = answer
  announce()
  void queryClient.invalidateQueries({ queryKey: [selfReport.send.path] })
}

let turn: Promise<unknown> = Promise.resolve()

/** A tab that the browser has frozen may keep the lock: after this time a report is sent without it. */
const lockPatienceMs = 12_000

const underLock = async <Done>(work: () => Promise<Done>): Promise<Done> => {
  let begun: Promise<Done> | undefined
  const begin = () => (begun = work())
  try {
    return await navigator.locks.request('mimamori-reports', { signal: AbortSignal.timeout(lockPatienceMs) }, begin)
  } catch (error) {
    if (begun === undefined) return begin()
    throw error
  }
}

// As for other actions: without Web Locks the keys see to it that nothing is done twice.
const exclusively = <Done>(work: () => Promise<Done>): Promise<Done> => {
  const done = turn.then(() => ('locks' in navigator ? underLock(work) : work()))
  turn = done.catch(() => undefined)
  return done
}

const store = createActionStore('mimamori-reports')

/**
 * What the account says of how it feels, until the server has acknowledged it. A queue of its own: no other action may delay it, a
 * session by card sends it too, and it is tried whatever the browser believes of its network.
 */
export const ownReports = createActionQueue({
  store,
  send,
  account: sessionAccount,
  isOnline: () => true,
  exclusively,
  onSettled: () => undefined,
  onSent: (_, answer) => deliver(selfReport.send.answer.parse(answer)),
  keepsRefused: true,
})

/** The state that a kept report says. */
export const stateOf = (action: StoredAction): SelfState => body.parse(action.input.body).state

/** Whether a report asks for somebody to come. */
export const asksForHelp = (action: StoredAction): boolean => stateOf(action) !== 'well'

const dayMs = 86_400_000

/** The reports of all accounts of this browser that ask for somebody and have not arrived, for a page without a session. */
export const reportsHere = async (): Promise<readonly StoredAction[]> =>
  (await store.listAll()).filter((action) => asksForHelp(action) && Math.abs(serverNow() - Date.parse(action.at)) < dayMs)

/** Sends how the person feels. What waits already is sent again, not said twice. */
export const report = async (state: SelfState): Promise<void> => {
  if (ownReports.snapshot().waiting.some((action) => stateOf(action) === state)) return ownReports.flush()
  latest = undefined
  announce()
  const result = await ownReports.perform({
    key: newKey(),
    path: selfReport.send.path,
    input: { body: { state } },
    at: new Date(serverNow()).toISOString(),
    title: state,
  })
  if (result.state === 'unsent') {
    unreachable = new Set([...unreachable, result.id])
    announce()
  }
}

/** The reports of the account that the server does not have. */
export const useOwnReports = (): QueueSnapshot => useSyncExternalStore(ownReports.subscribe, ownReports.snapshot)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The report that arrived last since this page was opened; undefined where none did, or another is on its way. */
export const useDelivered = (): SelfAnswer | undefined => useSyncExternalStore(subscribe, () => latest)

/** The reports that could not be sent when they were made: nobody needs to wait to know that they have not arrived. */
export const useUnreachable = (): ReadonlySet<number> => useSyncExternalStore(subscribe, () => unreachable)

const flush = () => void ownReports.flush()

/** Sends the reports that wait as soon as it can: at the start, when the network or the page is back, and every five seconds. */
export const useReportSending = (): void => {
  useEffect(() => {
    flush()
    addEventListener('online', flush)
    document.addEventListener('visibilitychange', flush)
    const timer = setInterval(() => ownReports.snapshot().waiting.length > 0 && flush(), tryAgainMs)
    return () => {
      removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', flush)
      clearInterval(timer)
    }
  }, [])
}
