import { z } from 'zod'
import { mailStates } from './alert-record.ts'
import { endpoint } from './endpoint.ts'
import { admins } from './role.ts'
import { Day, Instant, listOf, listQuery, wireInteger } from './wire.ts'

export type MailState = (typeof mailStates)[number]

/** How far a mail has got, in words. */
export const mailStateNames: Record<MailState, string> = {
  waiting: '送信待ち',
  retrying: '再送中',
  sent: '送信済み',
  refused: '一部に届いていません',
  failed: '届いていません',
  superseded: '不要になり送っていません',
}

const Addresses = z.array(z.string())

/** A mail of the outbox, without what it says: that may name people and their vital signs. */
export const OutboxMail = z.object({
  id: z.number().int(),
  at: Instant,
  subject: z.string(),
  state: z.enum(mailStates),
  to: Addresses,
  cc: Addresses,
  bcc: Addresses,
  companyName: z.string(),
  /** Null where it is about several sites, or none. */
  officeName: z.string().nullable(),
  /** The alert that the mail is about; null if it is about several, or none. */
  alertId: z.number().int().nullable(),
  attempts: z.number().int(),
  sentAt: Instant.nullable(),
  /** When it is tried next; null where it is done. */
  nextTryAt: Instant.nullable(),
  /** Who does not have it and will not get it, and why in words; `detail` is what the mail server said. */
  refused: z.array(z.object({ address: z.string(), reason: z.string(), detail: z.string() })),
  /** Why it still waits, in words, and what the mail server said. */
  problem: z.object({ reason: z.string(), detail: z.string() }).nullable(),
  /** Its text was removed after 30 days, so that it cannot be sent again. */
  bodyGone: z.boolean(),
})
export type OutboxMail = z.infer<typeof OutboxMail>

export const outboxMail = {
  list: endpoint({
    method: 'GET',
    path: '/api/OutboxMail',
    permission: admins,
    summary: '送ったメールと送るメール。from から to まで（どちらもその日を含む）。hasServer は送信サーバーの有無。',
    query: z.object({
      ...listQuery,
      companyId: wireInteger(1).optional(),
      officeId: wireInteger(1).optional(),
      state: z.enum(mailStates).optional(),
      from: Day.optional(),
      to: Day.optional(),
    }),
    answer: listOf(OutboxMail).extend({ hasServer: z.boolean() }),
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/OutboxMail/:id/Resend',
    permission: admins,
    summary: 'まだ受け取っていない宛先に、もう一度送る。',
    params: z.object({ id: wireInteger(1) }),
    answer: OutboxMail,
  }),
}
