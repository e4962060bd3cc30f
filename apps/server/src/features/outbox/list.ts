import type { MailState, OutboxMail } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import { type ScopeColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Db } from '../../platform/context.ts'
import { toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { descending, japanese, type ListOrders, orderBy, orderOf } from '../../platform/database/list-order.ts'
import { type PageQuery, defaultLimit, readPage } from '../../platform/database/list-page.ts'
import type { Recipients } from '../../platform/outside/outgoing-mail.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import type { Actor } from '../../platform/http/route.ts'
import { reasonInWords } from './reason-words.ts'

export type MailFilter = {
  readonly companyId?: number | undefined
  readonly officeId?: number | undefined
  readonly state?: MailState | undefined
  /** Half-open. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** The outbox under the alias `m`: a mail is seen by administrators of its site, and of the whole company. */
export const mailColumns: ScopeColumns = { company: 'm.company_id', office: 'm.office_id', group: null, user: null }

const stateOf: RawBuilder<MailState> = sql`
  case when m.failed_at is not null and m.refused = '[]' then 'superseded' when m.failed_at is not null then 'failed' when m.sent_at is not null and m.refused = '[]' then 'sent' when m.sent_at is not null then 'refused'
       when m.attempts = 0 then 'waiting' else 'retrying' end`

type Row = {
  mail_id: number
  created_at: Date
  subject: string
  state: MailState
  recipients: Recipients
  company_name: string
  office_name: string | null
  alert_id: number | null
  attempts: number
  sent_at: Date | null
  next_try_at: Date
  refused: { address: string; reason: string }[]
  error: string | null
  is_gone: boolean
}

const problemOf = ({ state, error }: Row): OutboxMail['problem'] =>
  error !== null && (state === 'waiting' || state === 'retrying') ? { reason: reasonInWords(error), detail: error } : null

const toMail = (row: Row): OutboxMail => ({
  id: row.mail_id,
  at: toJapanIso(row.created_at),
  subject: row.subject,
  state: row.state,
  to: [...row.recipients.to],
  cc: [...(row.recipients.cc ?? [])],
  bcc: [...(row.recipients.bcc ?? [])],
  companyName: row.company_name,
  officeName: row.office_name,
  alertId: row.alert_id,
  attempts: row.attempts,
  sentAt: toJapanIsoOrNull(row.sent_at),
  nextTryAt: row.state === 'waiting' || row.state === 'retrying' ? toJapanIso(row.next_try_at) : null,
  refused: row.refused.map(({ address, reason }) => ({ address, reason: reasonInWords(reason), detail: reason })),
  problem: problemOf(row),
  bodyGone: row.is_gone,
})

const at = sql.ref('m.created_at')

const keys = {
  at: { by: at, neverNull: true },
  subject: sql.ref('m.subject'),
  state: stateOf,
  companyName: { by: japanese('c.name'), join: sql`join company c on c.company_id = m.company_id` },
  officeName: { by: japanese('o.name'), join: sql`left join office o on o.company_id = m.company_id and o.office_id = m.office_id` },
  attempts: sql.ref('m.attempts'),
  sentAt: sql.ref('m.sent_at'),
  nextTryAt: sql.ref('m.next_try_at'),
} as const

const orders: ListOrders = { resource: 'outboxMail', keys, tieBreaker: descending(at, sql.ref('m.mail_id')) }

const matching = (actor: Actor, { companyId, officeId, state, from, to }: MailFilter) => {
  const conditions = [withinScope(actor, mailColumns)]
  if (companyId !== undefined) conditions.push(sql`m.company_id = ${companyId}`)
  if (officeId !== undefined) conditions.push(sql`m.office_id = ${officeId}`)
  if (state !== undefined) conditions.push(sql`${stateOf} = ${state}`)
  if (from !== undefined) conditions.push(sql`m.created_at >= ${from}`)
  if (to !== undefined) conditions.push(sql`m.created_at < ${to}`)
  return sql.join(conditions, sql` and `)
}

const selected = sql`
  select m.mail_id, m.created_at, m.subject, ${stateOf} as state, m.recipients, c.name as company_name, o.name as office_name, m.alert_id, m.attempts,
         m.sent_at, m.next_try_at, m.refused, m.error, m.body_removed_at is not null as is_gone
    from outbox_mail m
    join company c on c.company_id = m.company_id
    left join office o on o.company_id = m.company_id and o.office_id = m.office_id`

type MailKey = TableRow<'outbox_mail', 'company_id' | 'mail_id'>

const amongKeys = (page: readonly MailKey[]) => sql`
  (m.company_id, m.mail_id) in (
    select * from unnest(${page.map((key) => key.company_id)}::int[], ${page.map((key) => key.mail_id)}::bigint[]))`

/**
 * One page of the outbox, the newest first, and how many match. What it says is read of the page alone.
 * @throws Refusal 400 where the list has no such key to sort by
 */
export const findMails = async (
  db: Db,
  actor: Actor,
  filter: MailFilter,
  query: PageQuery,
): Promise<{ data: OutboxMail[]; count: number }> => {
  const matches = matching(actor, filter)
  const { offset, limit = defaultLimit } = query
  const order = orderOf(orders, query)
  const { data, count } = await readPage(
    db,
    order,
    { offset, limit },
    {
      rows: (tail) => sql<MailKey>`select m.company_id, m.mail_id from outbox_mail m ${order.join} where ${matches} ${tail}`,
      count: sql<{ count: number }>`select count(*) as count from outbox_mail m where ${matches}`,
    },
  )
  if (data.length === 0) return { data: [], count }
  const { rows } = await sql<Row>`${selected} where ${amongKeys(data)} ${orderBy(order.steps)}`.execute(db)
  return { data: rows.map(toMail), count }
}

/** One mail in scope; undefined where there is none the actor may see. */
export const findMail = async (db: Db, actor: Actor, mailId: number): Promise<OutboxMail | undefined> => {
  const { rows } = await sql<Row>`${selected} where m.mail_id = ${mailId} and ${withinScope(actor, mailColumns)}`.execute(db)
  return rows[0] === undefined ? undefined : toMail(rows[0])
}
