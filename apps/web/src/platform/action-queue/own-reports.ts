import { message } from '@mimamori/contract/messages'
import type { BodyIn } from '@mimamori/contract/endpoint'
import { type SelfAnswer, selfReport, type SelfState, selfStates } from '@mimamori/contract/self-report'
import { isAmong } from '@mimamori/contract/typed-lists'
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

type Said = Pick<StoredAction, 'input'>

/** The state that a kept report says. */
export const stateOf = ({ input }: Said): SelfState => {
  const { state } = input.body
  if (!isAmong(selfStates, state)) throw new TypeError(`a kept report says ${JSON.stringify(state)}`)
  return state
}

const sendWith = (action: StoredAction, key: string, at?: string) => {
  const body: BodyIn<typeof selfReport.send> = { state: stateOf(action), at }
  return call(selfReport.send, { body, key, signal: AbortSignal.timeout(patienceMs) })
}

const dayMs = 86_400_000

/** When reports were made in this session on this page, by key, on a clock that nobody sets; in milliseconds. */
const madeAt = new Map<string, number>()

/** Whether a report is over a day old: it does not ring any more (decisions/0133). A clock that was set meanwhile makes none old. */
export const isTooOld = ({ key, at }: StoredAction): boolean => {
  const made = madeAt.get(key)
  const isRecent = made !== undefined && performance.now() - made < dayMs
  return !isRecent && serverNow() - Date.parse(at) >= dayMs
}

/** Sends a report. One whose time the server cannot believe, by a wrong clock of the phone, is sent again as of now. */
const send = async (action: StoredAction): Promise<SelfAnswer> => {
  if (isTooOld(action)) throw new AnswerError(400, [{ row: null, text: message('doneTooLongAgo') }], new Headers())
  try {
    return await sendWith(action, action.key, action.at)
  } catch (error) {
    if (!(error instanceof AnswerError) || error.status !== 400) throw error
    return sendWith(action, `${action.key}-now`)
  }
}

let latest: { readonly account: string; readonly answer: SelfAnswer } | undefined
let unreachable: ReadonlySet<number> = new Set()
const listeners = new Set<() => void>()
const announce = () => {
  for (const listener of listeners) listener()
}

const deliver = ({ account }: StoredAction, answer: SelfAnswer) => {
  latest = { account, answer }
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

// The service worker's page reads it by this name.
const store = createActionStore('mimamori-reports')

/** Whether a report asks for somebody to come. */
export const asksForHelp = (action: Said): boolean => stateOf(action) !== 'well'

// Each has its own time, by which the server and its readers order them: what arrives first does not decide what was said last.
const ranks: Readonly<Record<SelfState, number>> = { help: 0, unwell: 1, well: 2 }

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
  onSent: (action, answer) => deliver(action, answer as SelfAnswer),
  keepsRefused: true,
  rank: (action) => ranks[stateOf(action)],
  isUrgent: asksForHelp,
})

/** The reports of all accounts of this browser that ask for somebody and have not arrived, for a page without a session. */
export const reportsHere = async (): Promise<readonly StoredAction[]> => (await store.listAll()).filter(asksForHelp)

/** Forgets what the session that ends here has seen of its reports; those that have not arrived stay. */
export const forgetDelivered = (): void => {
  latest = undefined
  madeAt.clear()
  announce()
}

/** The same pressed again within this time is one report while it waits. */
const sameWithinMs = 600_000

/** Whether it is what the person said last, a moment ago, and it waits to be sent; as the store has it, since another tab may have sent it. */
const isWaiting = async (state: SelfState): Promise<boolean> => {
  const own = sessionAccount()
  const waiting = own === undefined ? [] : (await store.listOf(own)).filter(({ refusal }) => refusal === null)
  const last = waiting.at(-1)
  return last !== undefined && stateOf(last) === state && Math.abs(serverNow() - Date.parse(last.at)) < sameWithinMs
}

/** Sends how the person feels. What they said last, and waits already, is sent again, not said twice. */
export const report = async (state: SelfState): Promise<void> => {
  if (await isWaiting(state)) return ownReports.flush()
  latest = undefined
  announce()
  const key = newKey()
  madeAt.set(key, performance.now())
  const result = await ownReports.perform({
    key,
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

const readDelivered = () => (latest !== undefined && latest.account === sessionAccount() ? latest.answer : undefined)

/** The person's report that arrived last in this session on this page; undefined where none did, or another is on its way. */
export const useDelivered = (): SelfAnswer | undefined => useSyncExternalStore(subscribe, readDelivered)

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
