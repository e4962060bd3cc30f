import type { AlertRecord, Role } from '@mimamori/contract'
import { admins, isAmong } from '@mimamori/contract'
import { sql } from 'kysely'
import type { AlertKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { toJapanIso, toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import type { HistoryRow } from './store.ts'

type Notice = AlertRecord['told'][number]

type NoticeRow = Pick<Notice, 'channel' | 'occasion' | 'step' | 'level' | 'role' | 'rota' | 'addresses'> & {
  readonly at: Date
  readonly user_id: number | null
  readonly user_name: string | null
  readonly mail_id: number | null
  readonly attempts: number | null
  readonly sent_at: Date | null
  readonly failed_at: Date | null
  readonly refused: readonly { readonly address: string }[] | null
}

const findRows = async (db: Db, { companyId, alertId }: AlertKey): Promise<NoticeRow[]> => {
  const { rows } = await sql<NoticeRow>`
    select n.at, n.channel, n.occasion, n.step, n.level, n.role, n.rota, n.addresses, n.user_id, n.user_name, n.mail_id,
           m.attempts, m.sent_at, m.failed_at, m.refused
      from alert_notice n left join outbox_mail m on m.company_id = n.company_id and m.mail_id = n.mail_id
     where n.company_id = ${companyId} and n.alert_id = ${alertId} order by n.at, n.notice_id`.execute(db)
  return rows
}

const stateOf = ({ sent_at, failed_at, attempts, refused }: NoticeRow): NonNullable<Notice['mail']>['state'] => {
  if (failed_at !== null) return (refused ?? []).length === 0 ? 'superseded' : 'failed'
  if (sent_at !== null) return (refused ?? []).length === 0 ? 'sent' : 'refused'
  return (attempts ?? 0) === 0 ? 'waiting' : 'retrying'
}

const toNotice = (row: NoticeRow, answers: ReadonlyMap<number, Date>, seesAddresses: boolean): Notice => {
  const refused = (row.refused ?? []).map(({ address }) => address)
  const answered = row.user_id === null ? undefined : answers.get(row.user_id)
  return {
    at: toJapanIso(row.at),
    channel: row.channel,
    occasion: row.occasion,
    step: row.step,
    level: row.level,
    name: row.user_name,
    role: row.role,
    rota: row.rota,
    addresses: seesAddresses ? row.addresses : [],
    addressCount: row.addresses.length,
    mail:
      row.mail_id === null
        ? null
        : {
            state: stateOf(row),
            sentAt: toJapanIsoOrNull(row.sent_at),
            refused: seesAddresses ? refused : [],
            refusedCount: refused.length,
          },
    answeredAt: toJapanIsoOrNull(answered ?? null),
  }
}

const isAnswer = ({ event }: HistoryRow) => event === 'acknowledged' || event === 'responding' || event === 'closed'

/** Who was notified of an episode, and which of them answered it; addresses for administrators only. */
export const readNotices = async (db: Db, key: AlertKey, history: readonly HistoryRow[], role: Role): Promise<Notice[]> => {
  const answers = new Map<number, Date>()
  for (const row of history) if (isAnswer(row) && row.user_id !== null && !answers.has(row.user_id)) answers.set(row.user_id, row.at)
  const seesAddresses = isAmong(admins, role)
  return (await findRows(db, key)).map((row) => toNotice(row, answers, seesAddresses))
}
