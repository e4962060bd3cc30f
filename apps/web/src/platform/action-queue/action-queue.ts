import { AnswerError } from '../call-error.ts'
import type { ActionStore, QueuedAction, StoredAction } from './action-store.ts'

/** What became of an action at once: the server's answer, or that it waits for the network. */
export type ActionResult = { readonly state: 'sent'; readonly answer: unknown } | { readonly state: 'unsent'; readonly id: number }

/** The actions of the account that is signed in. */
export type QueueSnapshot = {
  readonly waiting: readonly StoredAction[]
  /** Those that the server refused since, until somebody has read why. */
  readonly refused: readonly StoredAction[]
}

export type ActionQueue = {
  /** Keeps the action, and sends it with those before it. @throws AnswerError where the server refuses it at once: it is not kept */
  readonly perform: (action: Omit<QueuedAction, 'account' | 'refusal'>) => Promise<ActionResult>
  /** Sends what waits, in the order in which it was done. */
  readonly flush: () => Promise<void>
  /** Takes away a refused action that was read, or one that waits and is not wanted any more. */
  readonly remove: (id: number) => Promise<void>
  readonly subscribe: (listener: () => void) => () => void
  readonly snapshot: () => QueueSnapshot
}

type QueueParts = {
  readonly store: ActionStore
  /** Sends an action to the server. */
  readonly send: (action: StoredAction) => Promise<unknown>
  /** The account that is signed in; undefined where nobody is. */
  readonly account: () => string | undefined
  /** Whether this session may send what that account did; what it may not is neither shown nor sent, and waits. */
  readonly maySend?: (action: StoredAction) => boolean
  readonly isOnline: () => boolean
  /** One at a time among all tabs of the browser. */
  readonly exclusively: <Done>(work: () => Promise<Done>) => Promise<Done>
  /** Called after actions that had waited have been answered. */
  readonly onSettled: () => void
  /** Called with each answer of the server. */
  readonly onSent?: (action: StoredAction, answer: unknown) => void
  /** Keeps what the server refuses at once too, until somebody has read why, instead of throwing the refusal. */
  readonly keepsRefused?: boolean
  /** How much sooner than others an action is sent, the lowest first; those alike go in the order in which they were done. */
  readonly rank?: (action: Pick<StoredAction, 'input'>) => number
  /** An action that is sent as soon as it is done, whatever is on its way; its key sees to it that it is done once. */
  readonly isUrgent?: (action: Pick<StoredAction, 'input'>) => boolean
}

const nothing: QueueSnapshot = { waiting: [], refused: [] }

// A dead session or a crowded server refuses nothing: another try may be answered otherwise.
const isRefusal = (error: unknown): error is AnswerError =>
  error instanceof AnswerError && error.status < 500 && ![401, 408, 429].includes(error.status)

/** What the browser keeps of actions until the server has them. Each is sent with one key, so that it is done once. */
export const createActionQueue = ({
  store,
  send,
  account,
  maySend = () => true,
  isOnline,
  exclusively,
  onSettled,
  onSent,
  keepsRefused = false,
  rank = () => 0,
  isUrgent = () => false,
}: QueueParts): ActionQueue => {
  const listeners = new Set<() => void>()
  let shown = nothing
  /** Whose actions those are. */
  let shownOf: string | undefined
  let refreshes = 0

  const refresh = async (): Promise<readonly StoredAction[]> => {
    const own = account()
    const number = (refreshes += 1)
    const all = own === undefined ? [] : (await store.listOf(own)).filter(maySend)
    const waiting = all.filter(({ refusal }) => refusal === null)
    // A later look at the store, which ended before, knows more.
    if (number < refreshes) return waiting
    shown = { waiting, refused: all.filter(({ refusal }) => refusal !== null) }
    shownOf = own
    for (const listener of listeners) listener()
    return waiting
  }

  /** What became of the action that somebody waits for. */
  type Awaited = { readonly id: number; result: ActionResult; error?: AnswerError }

  /** @returns false where the server was not reached, so that those behind must wait too */
  const sendOne = async (action: StoredAction, awaited: Awaited | undefined): Promise<boolean> => {
    const isAwaited = action.id === awaited?.id
    try {
      const answer = await send(action)
      await store.remove(action.id)
      onSent?.(action, answer)
      if (isAwaited) awaited.result = { state: 'sent', answer }
      return true
    } catch (error) {
      if (!isRefusal(error)) return false
      if (isAwaited && !keepsRefused) {
        await store.remove(action.id)
        awaited.error = error
      } else await store.update({ ...action, refusal: error.message })
      return true
    }
  }

  /** The urgent actions that are on their way already. */
  const underway = new Set<number>()

  const sendAll = (awaited?: Awaited, begin?: () => void): Promise<void> =>
    exclusively(async () => {
      begin?.()
      if (!isOnline()) return void (await refresh())
      let settled = 0
      for (const action of (await refresh()).toSorted((one, other) => rank(one) - rank(other))) {
        if (underway.has(action.id)) continue
        if (account() !== action.account || !(await sendOne(action, awaited))) break
        if (action.id !== awaited?.id) settled += 1
      }
      await refresh()
      if (settled > 0) onSettled()
    })

  const sendUrgent = async (action: StoredAction, awaited: Awaited): Promise<void> => {
    underway.add(action.id)
    try {
      if (isOnline()) await sendOne(action, awaited)
    } finally {
      underway.delete(action.id)
    }
    await refresh()
  }

  /** A flush that waits for its turn does for all who ask meanwhile. */
  let pending: Promise<void> | undefined
  const flush = (): Promise<void> => {
    if (pending !== undefined) return pending
    const own = sendAll(undefined, () => (pending = undefined)).finally(() => {
      if (pending === own) pending = undefined
    })
    pending = own
    return own
  }

  return {
    perform: async (action) => {
      const own = account()
      if (own === undefined) throw new Error('nobody is signed in')
      const kept = { ...action, account: own, refusal: null }
      const id = await store.add(kept)
      const awaited: Awaited = { id, result: { state: 'unsent', id } }
      // It is seen to wait whatever is on its way before it.
      const isShown = refresh()
      await (isUrgent(action) ? sendUrgent({ ...kept, id }, awaited) : sendAll(awaited))
      await isShown
      if (awaited.error !== undefined) throw awaited.error
      return awaited.result
    },
    flush,
    remove: async (id) => {
      await store.remove(id)
      await refresh()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => (shownOf === account() ? shown : nothing),
  }
}
