import { duty } from '@mimamori/contract/duty'
import type { AnswerOf, Endpoint } from '@mimamori/contract/endpoint'
import { message } from '@mimamori/contract/messages'
import { morningCheck } from '@mimamori/contract/morning-check'
import { rest } from '@mimamori/contract/rest'
import { wear } from '@mimamori/contract/wear'
import { useEffect, useSyncExternalStore } from 'react'
import { call, sessionAccount } from '../api.ts'
import { AnswerError } from '../call-error.ts'
import { newKey } from '../client.ts'
import { serverNow } from '../clock.ts'
import { queryClient } from '../query.ts'
import { knownViewer } from '../viewer.ts'
import { type ActionQueue, type ActionResult, createActionQueue, type QueueSnapshot } from './action-queue.ts'
import { createActionStore, type StoredAction } from './action-store.ts'

/** On a poor network a request may hang: the action then waits like one without a network. */
const patienceMs = 20_000
const tryAgainMs = 20_000

type Sender = (action: StoredAction) => Promise<unknown>

/** Sends an action as it is stored: what another release of the console stored, the server checks. */
const sendAs = <E extends Endpoint>(endpoint: E, { input, key }: StoredAction) =>
  (call as (endpoint: E, input: unknown) => Promise<AnswerOf<E>>)(endpoint, { ...input, key, signal: AbortSignal.timeout(patienceMs) })

/** The calls that may wait in this browser, by path. Each takes `at` and is done once for its key. */
const senders: Readonly<Record<string, Sender>> = {
  [wear.handOut.path]: (action) => sendAs(wear.handOut, action),
  [wear.takeBack.path]: (action) => sendAs(wear.takeBack, action),
  [morningCheck.answer.path]: (action) => sendAs(morningCheck.answer, action),
  [morningCheck.followUp.path]: (action) => sendAs(morningCheck.followUp, action),
  [rest.set.path]: async (action) => {
    const answer = await sendAs(rest.set, action)
    // It is done for the others; these somebody has to read of.
    if (answer.conflicts.length > 0)
      throw new AnswerError(
        409,
        answer.conflicts.map(({ message: text }) => ({ row: null, text })),
        new Headers(),
      )
    return answer
  },
  [duty.brief.path]: async (action) => {
    const answer = await sendAs(duty.brief, action)
    // It is recorded of the others; of these somebody has to read.
    if (answer.left.length > 0)
      throw new AnswerError(409, [{ row: null, text: message('dutyLeft', { count: answer.left.length }) }], new Headers())
    return answer
  },
  [wear.undo.path]: (action) => sendAs(wear.undo, action),
}

let turn: Promise<unknown> = Promise.resolve()

// Web Locks exist on https and localhost only; without them a tab's own turns, and the keys, see to it that nothing is done twice.
const exclusively = <Done>(work: () => Promise<Done>): Promise<Done> => {
  const done = turn.then(() => ('locks' in navigator ? navigator.locks.request('mimamori-actions', work) : work()))
  turn = done.catch(() => undefined)
  return done
}

/** The account whose actions this session may send: none in one that owes a step first, which the server would refuse for good. */
const sendingAccount = (): string | undefined => {
  const viewer = knownViewer()
  return viewer === undefined || viewer.owed.length > 0 ? undefined : sessionAccount()
}

/** What somebody does on their own page, and so in a session by card too. */
const ownPageActions: Readonly<Record<string, (action: StoredAction) => boolean>> = {
  [duty.brief.path]: ({ input }) => input.body['means'] === 'page',
  [morningCheck.answer.path]: ({ input }) => input.body['userId'] === knownViewer()?.userId,
}

/**
 * A session by card has a worker's rights whatever the account's, so the server would refuse what the account did as a leader for good: it
 * waits for a session by password.
 */
const maySend = (action: StoredAction): boolean => knownViewer()?.card === undefined || ownPageActions[action.path]?.(action) === true

/** The actions of the account that is signed in here. */
export const ownActions: ActionQueue = createActionQueue({
  store: createActionStore(),
  send: (action) => {
    const send = senders[action.path]
    return send === undefined ? Promise.reject(new Error(`nothing sends ${action.path}`)) : send(action)
  },
  account: sendingAccount,
  maySend,
  isOnline: () => navigator.onLine,
  exclusively,
  onSettled: () => {
    const paths = [wear.day.path, rest.day.path, duty.briefings.path, duty.register.path, morningCheck.day.path, morningCheck.own.path]
    for (const path of paths) void queryClient.invalidateQueries({ queryKey: [path] })
  },
})

type NewAction = Pick<StoredAction, 'path' | 'title'> & {
  readonly params?: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  /** When it was done, where that was before now; ISO 8601. */
  readonly doneAt?: string | undefined
}

/** Does something now: it is kept in this browser until the server has answered. @throws AnswerError where the server refuses it */
export const performAction = ({ path, title, params, body, doneAt }: NewAction): Promise<ActionResult> => {
  const at = doneAt ?? new Date(serverNow()).toISOString()
  const input = { ...(params !== undefined && { params }), body: { ...body, at } }
  return ownActions.perform({ key: newKey(), path, input, at, title })
}

/** What of the account's actions the server does not have. */
export const useOwnActions = (): QueueSnapshot => useSyncExternalStore(ownActions.subscribe, ownActions.snapshot)

const flush = () => void ownActions.flush()

/** Sends what waits as soon as it can: at the start, when the network is back, and now and then while something waits. */
export const useActionSending = (): void => {
  useEffect(() => {
    flush()
    addEventListener('online', flush)
    const timer = setInterval(() => ownActions.snapshot().waiting.length > 0 && flush(), tryAgainMs)
    return () => {
      removeEventListener('online', flush)
      clearInterval(timer)
    }
  }, [])
}
