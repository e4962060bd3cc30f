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

/** The calls that may wait in this browser, by path. Each takes `at` and is done once for its key. */
const senders: Readonly<Record<string, Sender>> = {
  [wear.handOut.path]: ({ input, key }) =>
    call(wear.handOut, { body: wear.handOut.body.parse(input.body), key, signal: AbortSignal.timeout(patienceMs) }),
  [wear.takeBack.path]: ({ input, key }) =>
    call(wear.takeBack, { body: wear.takeBack.body.parse(input.body), key, signal: AbortSignal.timeout(patienceMs) }),
  [morningCheck.answer.path]: ({ input, key }) =>
    call(morningCheck.answer, { body: morningCheck.answer.body.parse(input.body), key, signal: AbortSignal.timeout(patienceMs) }),
  [morningCheck.followUp.path]: ({ input, key }) =>
    call(morningCheck.followUp, { body: morningCheck.followUp.body.parse(input.body), key, signal: AbortSignal.timeout(patienceMs) }),
  [rest.set.path]: async ({ input, key }) => {
    const answer = await call(rest.set, { body: rest.set.body.parse(input.body), key, signal: AbortSignal.timeout(patienceMs) })
    // It is done for the others; these somebody has to read of.
    if (answer.conflicts.length > 0)
      throw new AnswerError(
        409,
        answer.conflicts.map(({ message: text }) => ({ row: null, text })),
        new Headers(),
      )
    return answer
  },
  [wear.undo.path]: ({ input, key }) =>
    call(wear.undo, {
      params: wear.undo.params.parse(input.params),
      body: wear.undo.body.parse(input.body),
      key,
      signal: AbortSignal.timeout(patienceMs),
    }),
}

let turn: Promise<unknown> = Promise.resolve()

// Web Locks exist on https and localhost only; without them a tab's own turns, and the keys, see to it that nothing is done twice.
const exclusively = <Done>(work: () => Promise<Done>): Promise<Done> => {
  const done = turn.then(() => ('locks' in navigator ? navigator.locks.request('mimamori-actions', work) : work()))
  turn = done.catch(() => undefined)
  return done
}

/**
 * The account whose actions this session may send: none in a session by card, which has a worker's rights whatever the account's, nor in
 * one that owes a step first. The server would refuse them for good; they wait for a session of the account that may.
 */
const sendingAccount = (): string | undefined => {
  const viewer = knownViewer()
  return viewer === undefined || viewer.card !== undefined || viewer.owed.length > 0 ? undefined : sessionAccount()
}

/** The actions of the account that is signed in here. */
export const ownActions: ActionQueue = createActionQueue({
  store: createActionStore(),
  send: (action) => {
    const send = senders[action.path]
    return send === undefined ? Promise.reject(new Error(`nothing sends ${action.path}`)) : send(action)
  },
  account: sendingAccount,
  isOnline: () => navigator.onLine,
  exclusively,
  onSettled: () => {
    for (const path of [wear.day.path, rest.day.path, morningCheck.day.path, morningCheck.own.path])
      void queryClient.invalidateQueries({ queryKey: [path] })
  },
})

type NewAction = Pick<StoredAction, 'path' | 'title'> & {
  readonly params?: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
}

/** Does something now: it is kept in this browser until the server has answered. @throws AnswerError where the server refuses it */
export const performAction = ({ path, title, params, body }: NewAction): Promise<ActionResult> => {
  const at = new Date(serverNow()).toISOString()
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
