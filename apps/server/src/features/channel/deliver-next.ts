import { setTimeout as after } from 'node:timers/promises'
import { ChannelSettings } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { isDatabaseAway } from '../../platform/database/database-away.ts'
import { noteDelivery, traceDelivery } from '../../platform/tracing/trace-delivery.ts'
import { shortlyAfter } from '../../platform/outside/shortly-after.ts'
import type { ChannelContent, ChannelMessage } from '../../shared/channels/channel-message.ts'
import { digestGoesAt, mostMailsAMinute } from '../alerts/notices/rules.ts'
import { openSecrets } from './channel-secrets.ts'
import {
  type CalledChannel,
  claimDeliveries,
  type ClaimedDelivery,
  findWaiting,
  holdOrdinary,
  readCalled,
  readHeldUntil,
  renewClaim,
  type SentLately,
  sentLately,
  type WaitingDelivery,
} from './claim.ts'
import { giveUp, noteOutcome } from './outcome.ts'
import { attemptDelivery, type AttemptResult, failureIn, incomplete, type Passes } from './send-delivery.ts'
import type { ChannelKey } from './store.ts'
import { attemptEvent } from './webhook/attempt-event.ts'
import { retryWaitMs } from './webhook/retry-schedule.ts'

const secondMs = 1_000
/** How long a process claims a delivery, renewed during the attempt: a killed one holds it up no longer than this. */
export const claimMs = 30 * secondMs
const renewMs = 10 * secondMs
/** The time that a stopping process gives what is under way: an aborted message could arrive and be sent again. */
const graceMs = 5 * secondMs
const noteAgainMs = 500
// As mails: an alert that comes half an hour late is useless.
const waitSeconds = [10, 30, 60, 120, 300]
/** A message about an alert is of use for half a shift; after that its reader looks at the console. */
const lifeMs = 4 * 3_600 * secondMs

export type Delivering = { readonly context: Context; readonly passes: Passes; readonly stopping: AbortSignal }

/** Which of the deliveries that wait go out now: one, or several in a digest. Empty where they are to wait until `heldUntil`. */
type Choice = { readonly ids: readonly number[]; readonly digestCount: number | null; readonly heldUntil: Date | null }

const chooseNext = (
  waiting: readonly WaitingDelivery[],
  { singles, digestAt }: SentLately,
  alreadyHeldUntil: Date | null,
  now: Date,
): Choice => {
  const [first] = waiting
  if (first === undefined) return { ids: [], digestCount: null, heldUntil: null }
  const isAlone = first.urgent || first.is_event
  const isCalm = digestAt === null && singles < mostMailsAMinute && alreadyHeldUntil === null
  if (isAlone || isCalm) return { ids: [first.delivery_id], digestCount: null, heldUntil: null }
  // What comes while others are held goes with them: neither before them, nor do they wait for it.
  const heldUntil = alreadyHeldUntil ?? digestGoesAt(first.created_at, digestAt ?? undefined)
  if (heldUntil > now) return { ids: [], digestCount: null, heldUntil }
  // Drills and real alerts never in one, nor what some of the telephones have with what they have not.
  const reached = first.delivered_to.join(' ')
  const together = waiting.filter(
    ({ urgent, is_event, drill, delivered_to: own }) => !urgent && !is_event && drill === first.drill && own.join(' ') === reached,
  )
  return { ids: together.map(({ delivery_id: id }) => id), digestCount: together.length, heldUntil: null }
}

const weight = ({ level, emergency }: ChannelMessage) => (emergency ? 4 : (level ?? 0))

/** What these deliveries say together; names only where they may go out now, whatever was so when they were written. */
const contentOf = (deliveries: readonly ClaimedDelivery[], { with_names }: CalledChannel): ChannelContent | undefined => {
  const contents = deliveries.flatMap(({ content }) => (content.form === 'event' ? [] : [content]))
  const [first] = contents
  if (first === undefined || first.form === 'digest') return first
  const messages = contents
    .filter((content) => content.form === 'message')
    .map((message) => (with_names ? message : { ...message, person: null }))
    .toSorted((one, other) => weight(other) - weight(one))
  const [only, ...others] = messages
  return only === undefined || others.length === 0 ? only : { form: 'digest', language: only.language, messages }
}

/** Sends an event, or what messages say together. */
const send = async (
  { context, passes, stopping }: Delivering,
  key: ChannelKey,
  channel: CalledChannel,
  deliveries: readonly ClaimedDelivery[],
): Promise<AttemptResult> => {
  const { config, clock } = context
  const [first] = deliveries
  const signal = shortlyAfter(stopping, graceMs)
  if (first?.content.form === 'event') {
    const { content: event, webhook_id: webhookId, alert_id: alertId } = first
    return webhookId === null ? incomplete : attemptEvent(context, { key, alertId, webhookId, event, signal })
  }
  const content = contentOf(deliveries, channel)
  const opened = openSecrets(config, key, channel)
  if (first === undefined || content === undefined || opened === undefined) return incomplete
  return attemptDelivery(
    config,
    {
      type: channel.type,
      target: { url: opened.url, settings: ChannelSettings.parse(channel.settings), secrets: opened.secrets },
      channelId: key.channelId,
      content,
      facts: { deliveryId: String(first.delivery_id), at: first.created_at },
      done: first.delivered_to,
      now: clock(),
      signal,
    },
    passes,
  )
}

/** Keeps deliveries from other processes while they are sent. */
const attempt = async (
  delivering: Delivering,
  key: ChannelKey,
  channel: CalledChannel,
  deliveries: readonly ClaimedDelivery[],
): Promise<AttemptResult> => {
  const { db, clock } = delivering.context
  const ids = deliveries.map(({ delivery_id: id }) => id)
  const claimEnd = () => new Date(clock().getTime() + claimMs)
  const renewing = setInterval(() => void renewClaim(db, key.companyId, ids, claimEnd()).catch(() => undefined), renewMs)
  try {
    return await send(delivering, key, channel, deliveries)
  } finally {
    clearInterval(renewing)
  }
}

/** How long a delivery waits after its so many attempts, ms; undefined where it is given up. */
const waitAfter = ({ is_event: isEvent }: ClaimedDelivery, attempts: number): number | undefined => {
  if (isEvent) return retryWaitMs(attempts, Math.random())
  return (waitSeconds[Math.min(attempts, waitSeconds.length) - 1] ?? 0) * secondMs
}

/** Notes what became of deliveries. A database that went away meanwhile is waited for as long as they are claimed: unnoted they would go out again. */
const note = async (context: Context, attempted: Parameters<typeof noteOutcome>[1], stopping: AbortSignal): Promise<void> => {
  for (const until = performance.now() + claimMs; ; await after(noteAgainMs)) {
    try {
      return await noteOutcome(context, attempted)
    } catch (error) {
      if (!isDatabaseAway(error) || stopping.aborted || performance.now() > until) throw error
    }
  }
}

/** Sends a channel the next message that is due, or the next digest. A channel has one request under way at a time, so that they come in order. */
export const deliverNext = async (delivering: Delivering, key: ChannelKey): Promise<void> => {
  const { context, stopping } = delivering
  const { db, clock } = context
  const now = clock()
  const channel = await readCalled(db, key)
  if (channel === undefined) return
  const choice = chooseNext(
    await findWaiting(db, key, now, channel.type === 'webhook'),
    await sentLately(db, key, now),
    await readHeldUntil(db, key, now),
    now,
  )
  if (choice.heldUntil !== null) return holdOrdinary(db, key, choice.heldUntil)
  const claimed = await claimDeliveries(db, key, choice.ids, now, new Date(now.getTime() + claimMs))
  const over = claimed.filter(({ superseded }) => superseded)
  const old = claimed.filter(
    ({ superseded, is_event, created_at }) => !superseded && !is_event && now.getTime() - created_at.getTime() >= lifeMs,
  )
  const idsOf = (own: readonly ClaimedDelivery[]) => own.map(({ delivery_id: id }) => id)
  await giveUp(db, key.companyId, idsOf(over), now, 'superseded')
  await giveUp(db, key.companyId, idsOf(old), now, 'tooOld')
  const current = claimed.filter((delivery) => !over.includes(delivery) && !old.includes(delivery))
  const [first] = current
  if (first === undefined) return
  const attempts = Math.max(...current.map((delivery) => delivery.attempts))
  const result = await traceDelivery('send to channel', current, attempts, async (span) => {
    const answer = await attempt(delivering, key, channel, current)
    noteDelivery(span, failureIn(answer.outcome) ?? 'sent')
    return answer
  })
  const digestCount = choice.digestCount === null ? null : current.length
  const waitMs = waitAfter(first, attempts)
  await note(context, { key, deliveryIds: idsOf(current), result, digestCount, waitMs, isEvent: first.is_event }, stopping)
}
