import type { Context } from '../../platform/context.ts'
import { noteDelivery, traceDelivery } from '../../platform/tracing/trace-delivery.ts'
import type { Answer, Courier } from './deliver.ts'
import { type Delivery, planNotices, type Waiting } from './digest.ts'
import { claimNotices, pauseSubscription, removeSubscription, sentLately, type SubscriptionKey, writeNotices } from './store.ts'
import { countNotices } from '../../shared/operation/notice-counter.ts'
import { type Browser, type Signer, wireOf } from './wire-of.ts'

const secondMs = 1_000
/** A notice of an alert is of use for half a shift; after that its reader looks at the console. */
const lifeMs = 4 * 3_600 * secondMs
/** How long a process claims notices: a killed one holds them up no longer than this. */
const claimMs = 60 * secondMs
const waitSeconds = [5, 10, 30, 60, 120, 300]
const longestPauseMs = 3_600 * secondMs

export type Sending = { readonly context: Context; readonly courier: Courier; readonly signer: Signer; readonly stopping: AbortSignal }

/** Until when a push service wants to be left alone (Retry-After: seconds, or a date); an hour at most. */
export const pauseUntil = (retryAfter: string | undefined, now: Date): Date => {
  const seconds = Number(retryAfter)
  const date = retryAfter === undefined ? Number.NaN : Date.parse(retryAfter)
  const delayMs = Number.isFinite(seconds) && retryAfter !== undefined ? seconds * secondMs : date - now.getTime()
  const wait = Number.isNaN(delayMs) ? 60 * secondMs : Math.min(Math.max(delayMs, secondMs), longestPauseMs)
  return new Date(now.getTime() + wait)
}

const nextTry = ({ attempts }: Waiting, now: Date) =>
  new Date(now.getTime() + (waitSeconds[Math.min(attempts, waitSeconds.length - 1)] ?? 0) * secondMs)

/** Writes down what came of a delivery. True where the browser can be sent the next one. */
const takeAnswer = async (
  { context: { db, clock, log } }: Sending,
  to: SubscriptionKey & Browser,
  { covers, isDigest }: Delivery,
  answer: Answer,
): Promise<boolean> => {
  const now = clock()
  const { status } = answer
  if (status >= 200 && status < 300) {
    await writeNotices(db, to, covers, { kind: 'sent', at: now, digest: isDigest })
    countNotices('push', 'sent', covers.length)
    return true
  }
  if (status === 404 || status === 410) {
    await removeSubscription(db, to)
    return false
  }
  if (status === 413) {
    await writeNotices(db, to, covers, { kind: 'givenUp', at: now, error: 'HTTP 413' })
    countNotices('push', 'failed', covers.length)
    return true
  }
  const error = answer.error ?? `HTTP ${status}`
  log.warn({ subscription: to.subscription_id, host: new URL(to.endpoint).host, error }, 'a notice waits for its push service')
  if (status === 429) {
    const until = pauseUntil(answer.retryAfter, now)
    await pauseSubscription(db, to, until)
    await writeNotices(db, to, covers, { kind: 'waits', nextTryAt: until, error })
    return false
  }
  for (const row of covers) await writeNotices(db, to, [row], { kind: 'waits', nextTryAt: nextTry(row, now), error })
  return false
}

/** Claims the notices that the browser's person may still see; the rest is given up with its reason. */
const claimTellable = async ({ context: { db, clock } }: Sending, to: SubscriptionKey): Promise<Waiting[]> => {
  const now = clock()
  const claimed = await claimNotices(db, to, now, new Date(now.getTime() + claimMs))
  const strange = claimed.filter(({ of_reader: ofReader }) => !ofReader)
  const answered = claimed.filter(({ of_reader: ofReader, is_answered: isAnswered }) => ofReader && isAnswered)
  const old = claimed.filter(
    ({ of_reader: ofReader, is_answered: isAnswered, created_at }) =>
      ofReader && !isAnswered && now.getTime() - created_at.getTime() >= lifeMs,
  )
  await writeNotices(db, to, strange, { kind: 'givenUp', at: now, error: 'no longer for this reader' })
  await writeNotices(db, to, old, { kind: 'givenUp', at: now, error: 'too old' })
  countNotices('push', 'failed', old.length)
  await writeNotices(db, to, answered, { kind: 'givenUp', at: now, error: 'answered meanwhile' })
  return claimed.filter((row) => !strange.includes(row) && !old.includes(row) && !answered.includes(row))
}

const oldest = (covers: readonly Waiting[]) => Math.min(...covers.map(({ created_at }) => created_at.getTime()))

const deliver = async (sending: Sending, to: Browser, { notice, covers }: Delivery): Promise<Answer | undefined> => {
  const left = Math.max(0, oldest(covers) + lifeMs - sending.context.clock().getTime())
  let wire: ReturnType<typeof wireOf>
  try {
    wire = wireOf(notice, to, sending.signer, Math.ceil(left / secondMs))
  } catch (error) {
    sending.context.log.warn({ err: error }, 'the keys of a browser are none')
    return undefined
  }
  const attempt = Math.max(...covers.map(({ attempts }) => attempts)) + 1
  return traceDelivery('send push', covers, attempt, async (span) => {
    const answer = await sending.courier.deliver(wire, sending.stopping)
    noteDelivery(span, answer.error === null ? 'sent' : answer.status === 0 ? 'service away' : `HTTP ${answer.status}`)
    return answer
  })
}

/** Sends one browser what is due for it, one after the other, until one does not get through. */
export const sendToBrowser = async (sending: Sending, to: SubscriptionKey & Browser): Promise<void> => {
  const { db, clock } = sending.context
  const waiting = await claimTellable(sending, to)
  if (waiting.length === 0) return
  const plan = planNotices(waiting, await sentLately(db, to, clock()), clock())
  await writeNotices(db, to, plan.replaced, { kind: 'givenUp', at: clock(), error: 'replaced by a later one' })
  await writeNotices(db, to, plan.held, { kind: 'waits', nextTryAt: plan.heldUntil, error: null })
  for (const [n, delivery] of plan.deliveries.entries()) {
    const answer = await deliver(sending, to, delivery)
    if (answer === undefined) return removeSubscription(db, to)
    if (await takeAnswer(sending, to, delivery, answer)) continue
    const others = plan.deliveries.slice(n + 1).flatMap(({ covers }) => covers)
    const [row] = delivery.covers
    if (row !== undefined) await writeNotices(db, to, others, { kind: 'waits', nextTryAt: nextTry(row, clock()), error: null })
    return
  }
}
