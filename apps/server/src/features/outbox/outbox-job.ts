import { setTimeout as after } from 'node:timers/promises'
import { countMails } from '../alerts/episodes/count-mails.ts'
import type { Context } from '../../platform/context.ts'
import { isDatabaseAway } from '../../platform/database/database-away.ts'
import { createMailer, type Mail, mailConnections, type Mailer, type Outcome } from '../../platform/outside/mailer.ts'
import { addressKey } from '@mimamori/contract'
import { everybody } from '../../platform/outside/outgoing-mail.ts'
import { type LastingTurn, type Recurring, singleTurn } from '../../platform/database/recurring.ts'
import { noteDelivery, traceDelivery } from '../../platform/tracing/trace-delivery.ts'
import { countNotices } from '../../shared/operation/notice-counter.ts'
import { shortlyAfter } from '../../platform/outside/shortly-after.ts'
import { saidLate } from './said-late.ts'
import { claimDue, type DueMail, findFile, renewClaim, type DeliveryState, writeDeliveryState } from './store.ts'

const secondMs = 1_000
const lookAgainMs = secondMs
// The first tries follow soon: an alert that comes half an hour late is useless.
const waitSeconds = [10, 30, 60, 120, 300]
// What only waits for the server to come back leaves soon after it has.
const longestAwaySeconds = 30
const tryMs = 120 * secondMs
/** How long a process claims a mail, renewed during the attempt: a killed process holds it up no longer than this. */
export const claimMs = 30 * secondMs
const renewMs = 10 * secondMs
/** The time that a stopping process gives its mails under way. */
const graceMs = 5 * secondMs
/** How long a server may defer a mail. A server that cannot be reached is waited for without limit. */
const deferralLimitMs = 3 * 24 * 3_600 * secondMs

/** The recipients who neither have the mail nor were refused for good. */
const pendingOf = (mail: DueMail): string[] => {
  const done = new Set([...mail.delivered_to, ...mail.refused.map(({ address }) => address)].map(addressKey))
  return everybody(mail.recipients).filter((address) => !done.has(addressKey(address)))
}

/** The state of a mail after an attempt: done, waiting, or refused for every recipient. */
export const deliveryStateAfter = (mail: DueMail, outcome: Outcome, now: Date): DeliveryState => {
  const isTooLate = !outcome.isAway && now.getTime() - (mail.resent_at ?? mail.created_at).getTime() > deferralLimitMs
  const refusedNow = outcome.refused.filter(({ forGood }) => forGood || isTooLate).map(({ address, reason }) => ({ address, reason }))
  const deliveredTo = [...mail.delivered_to, ...outcome.delivered]
  const refused = [...mail.refused, ...refusedNow]
  const isDone = deliveredTo.length + refused.length >= everybody(mail.recipients).length
  const deferred = waitSeconds[Math.min(mail.attempts, waitSeconds.length) - 1] ?? 0
  const wait = outcome.isAway ? Math.min(deferred, longestAwaySeconds) : deferred
  return {
    deliveredTo,
    refused,
    error: outcome.refused.map(({ address, reason }) => `${address}: ${reason}`).join('\n') || null,
    sentAt: isDone && deliveredTo.length > 0 ? now : null,
    failedAt: isDone && deliveredTo.length === 0 ? now : null,
    nextTryAt: isDone ? now : new Date(now.getTime() + wait * secondMs),
  }
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).replace(/[>\s]/g, '')

const claimEnd = ({ clock }: Context) => new Date(clock().getTime() + claimMs)

/** Prevents other processes from taking the mail while it is being sent. */
const whileClaimed = async <Answer>(context: Context, mail: DueMail, send: () => Promise<Answer>): Promise<Answer> => {
  const renewing = setInterval(() => void renewClaim(context.db, mail, claimEnd(context)).catch(() => undefined), renewMs)
  try {
    return await send()
  } finally {
    clearInterval(renewing)
  }
}

const noteAgainMs = 500

/** Notes what became of a mail. A database that went away meanwhile is waited for as long as the mail is claimed: unnoted it would go out again. */
const note = async ({ db }: Context, mail: DueMail, state: DeliveryState, stopping: AbortSignal): Promise<void> => {
  for (const until = performance.now() + claimMs; ; await after(noteAgainMs)) {
    try {
      return await writeDeliveryState(db, mail, state)
    } catch (error) {
      if (!isDatabaseAway(error) || stopping.aborted || performance.now() > until) throw error
    }
  }
}

const nothing: Outcome = { delivered: [], refused: [], isAway: false }

/** A mail that nobody needs any more: settled, and refused by nobody. */
const supersededState = (mail: DueMail, now: Date): DeliveryState => ({
  deliveredTo: mail.delivered_to,
  refused: mail.refused,
  error: null,
  sentAt: mail.delivered_to.length > 0 ? now : null,
  failedAt: mail.delivered_to.length > 0 ? null : now,
  nextTryAt: now,
})

const outcomeWord = ({ isAway, delivered, refused }: Outcome): string => {
  if (isAway) return 'server away'
  if (refused.length === 0) return 'sent'
  return delivered.length > 0 ? 'refused in part' : 'refused'
}

const sendOne = async (context: Context, mailer: () => Mailer, due: DueMail, stopping: AbortSignal): Promise<Outcome> => {
  if (due.superseded) {
    await writeDeliveryState(context.db, due, supersededState(due, context.clock()))
    return nothing
  }
  const file = await findFile(context.db, due)
  const mail: Mail = {
    messageId: `<mimamori-${due.mail_id}-${due.created_at.getTime()}@${domainOf(context.config.mailFrom)}>`,
    recipients: due.recipients,
    pending: pendingOf(due),
    date: due.created_at,
    subject: due.subject,
    ...saidLate({ ...due, isFileGone: due.file_id !== null && file === null }, context.clock()),
    file,
  }
  const outcome =
    mail.pending.length === 0
      ? nothing
      : await traceDelivery('send mail', [due], due.attempts, async (span) => {
          const sent = await whileClaimed(context, due, () =>
            mailer().send(mail, AbortSignal.any([shortlyAfter(stopping, graceMs), AbortSignal.timeout(tryMs)])),
          )
          noteDelivery(span, outcomeWord(sent))
          return sent
        })
  const state = deliveryStateAfter(due, outcome, context.clock())
  // Settled first: an episode that somebody holds would keep it unsettled, and another process would send it again.
  await note(context, due, state, stopping)
  if (state.sentAt !== null) countNotices('mail', 'sent')
  if (state.failedAt !== null) countNotices('mail', 'failed')
  if (state.sentAt !== null) await countMails(context.db, { companyId: due.company_id, mailId: due.mail_id })
  return outcome
}

/**
 * Sends what is due until nothing is, the server is away or the process stops. While some mails take long, the others leave:
 * an emergency does not wait for somebody else's time-out.
 */
const sendDue = async (
  context: Context,
  mailer: () => Mailer,
  stopping: AbortSignal,
  { noteProgress, untilWoken }: LastingTurn,
): Promise<void> => {
  const busy = new Map<number, Promise<void>>()
  let away: Outcome | undefined
  const send = async (mail: DueMail) => {
    const outcome = await sendOne(context, mailer, mail, stopping)
    if (outcome.isAway) away ??= outcome
  }
  try {
    for (;;) {
      const again = untilWoken(lookAgainMs)
      const room = stopping.aborted || away !== undefined ? 0 : mailConnections - busy.size
      const due = room > 0 ? await claimDue(context, context.clock(), claimEnd(context), room) : []
      for (const mail of due)
        busy.set(
          mail.mail_id,
          send(mail).finally(() => {
            busy.delete(mail.mail_id)
            noteProgress()
          }),
        )
      if (busy.size === 0) break
      await Promise.race([...busy.values(), ...(room > due.length ? [again] : [])])
    }
  } finally {
    await Promise.allSettled(busy.values())
  }
  if (away !== undefined) context.log.warn({ reason: away.refused[0]?.reason }, 'mail waits for the mail server')
}

/** Mail from the outbox to the mail server, by one process at a time. Without SMTP_URL it stays in the outbox. */
export const outboxJob: Recurring = {
  name: 'outbox',
  everySeconds: 2,
  lockedBy: 'session',
  run: async (context, _, stopping, lasting = singleTurn) => {
    const { smtpUrl, mailFrom } = context.config
    if (smtpUrl === undefined) return
    let mailer: Mailer | undefined
    try {
      await sendDue(context, () => (mailer ??= createMailer({ smtpUrl, mailFrom })), stopping, lasting)
    } finally {
      mailer?.close()
    }
  },
}
