import { linkHeaders } from '@mimamori/contract/endpoint'
import { gateCheck } from '@mimamori/contract/gate-check'
import { createActionQueue, type ActionQueue } from '../platform/action-queue/action-queue.ts'
import { createActionStore } from '../platform/action-queue/action-store.ts'
import { errorOf, UnreachableError } from '../platform/call-error.ts'
import { newKey } from '../platform/client.ts'
import { serverNow } from '../platform/clock.ts'
import type { GivenAnswers } from '../organisation/checks/check-form.tsx'

const patienceMs = 10_000

type Call = (typeof gateCheck)[keyof typeof gateCheck]

/** Asks with the tablet's link, no matter who is signed in beside it. @throws AnswerError, UnreachableError */
const ask = async (link: string, { method, path }: Call, body?: object): Promise<unknown> => {
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
  return answer.json()
}

/** The calls of the tablet at the gate. */
export const gateCalls = (link: string) => ({
  site: async () => gateCheck.site.answer.parse(await ask(link, gateCheck.site)),
  person: async (card: string) => gateCheck.person.answer.parse(await ask(link, gateCheck.person, { card })),
})

/** What was answered and could not be sent yet waits in this browser, as that of a signed-in person does, under the link. */
export const gateQueue = (link: string): ActionQueue =>
  createActionQueue({
    store: createActionStore(),
    send: ({ input }) => ask(link, gateCheck.answer, input.body),
    account: () => `gate ${link.split('.')[0] ?? ''}`,
    isOnline: () => navigator.onLine,
    exclusively: (work) => ('locks' in navigator ? navigator.locks.request('mimamori-gate', work) : work()),
    onSettled: () => undefined,
  })

/** Sends somebody's answers, or that they do not answer. @throws AnswerError where the server refuses them */
export const sendAtGate = async (queue: ActionQueue, card: string, answers: GivenAnswers | undefined): Promise<'sent' | 'unsent'> => {
  const at = new Date(serverNow()).toISOString()
  const body = { card, at, ...(answers === undefined ? { refused: true } : { answers }) }
  return (await queue.perform({ key: newKey(), path: gateCheck.answer.path, input: { body }, at, title: '朝礼チェック' })).state
}
