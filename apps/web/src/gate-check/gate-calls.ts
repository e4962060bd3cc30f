import { type AnswerOf, linkHeaders } from '@mimamori/contract/endpoint'
import { gateCheck } from '@mimamori/contract/gate-check'
import { createActionQueue } from '../platform/action-queue/action-queue.ts'
import { type ActionStore, createActionStore } from '../platform/action-queue/action-store.ts'
import { gateAccount, removeExpired } from '../platform/action-queue/clean-device.ts'
import { noteUnsent } from '../platform/action-queue/unsent-answers.ts'
import { AnswerError, errorOf, UnreachableError } from '../platform/call-error.ts'
import { newKey } from '../platform/client.ts'
import { serverNow } from '../platform/clock.ts'
import type { GivenAnswers } from '../organisation/checks/check-form.tsx'

const patienceMs = 10_000

type Call = (typeof gateCheck)[keyof typeof gateCheck]

/** Asks with the tablet's link, no matter who is signed in beside it. @throws AnswerError, UnreachableError */
const ask = async <C extends Call>(link: string, { method, path }: C, body?: object): Promise<AnswerOf<C>> => {
  const headers = { [linkHeaders.morningCheck]: link, ...(body !== undefined && { 'Content-Type': 'application/json' }) }
  const answer = await fetch(path, {
    method,
    headers,
    signal: AbortSignal.timeout(patienceMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new UnreachableError(!navigator.onLine)
  })
  if (!answer.ok) throw await errorOf(answer)
  return (await answer.json()) as AnswerOf<C>
}

/** The calls of the tablet at the gate. */
export const gateCalls = (link: string) => ({
  site: () => ask(link, gateCheck.site),
  person: (card: string) => ask(link, gateCheck.person, { card }),
})

/** What was answered at the gate: sent at once, or as soon as the server is reached, on the same day. */
export type GateQueue = {
  /** Sends somebody's answers, or that they do not answer. @throws AnswerError where the server refuses them */
  readonly send: (card: string, answers: GivenAnswers | undefined, dayEndsAt: string) => Promise<'sent' | 'unsent'>
  /** Sends what waits. What can never be sent is removed, since it is about people's health, and counted. */
  readonly flush: () => Promise<void>
}

/** What could not be sent yet waits in this browser, as that of a signed-in person does, under the link. */
export const gateQueue = (link: string, store: ActionStore = createActionStore()): GateQueue => {
  let ended: AnswerError | undefined
  const queue = createActionQueue({
    store,
    send: async ({ input }) => {
      try {
        return await ask(link, gateCheck.answer, input.body)
      } catch (error) {
        // A link that was revoked is never good again.
        if (error instanceof AnswerError && error.status === 401) ended = error
        throw error
      }
    },
    account: () => gateAccount(link.split('.')[0] ?? ''),
    isOnline: () => navigator.onLine,
    exclusively: (work) => ('locks' in navigator ? navigator.locks.request('mimamori-gate', work) : work()),
    onSettled: () => undefined,
  })
  const removeUnsendable = async () => {
    const { waiting, refused } = queue.snapshot()
    const unsendable = ended !== undefined ? [...refused, ...waiting] : refused
    for (const { id } of unsendable) await queue.remove(id)
    noteUnsent(unsendable.length, serverNow())
    await removeExpired(store, serverNow())
  }
  return {
    send: async (card, answers, dayEndsAt) => {
      const at = new Date(serverNow()).toISOString()
      const body = { card, at, ...(answers === undefined ? { refused: true } : { answers }) }
      const action = { key: newKey(), path: gateCheck.answer.path, input: { body }, at, title: '朝礼チェック', removeAt: dayEndsAt }
      const { state } = await queue.perform(action)
      await removeUnsendable()
      if (ended !== undefined) throw ended
      return state
    },
    flush: async () => {
      await queue.flush()
      await removeUnsendable()
    },
  }
}
