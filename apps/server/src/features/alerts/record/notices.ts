import type { AlertRecord, ChannelType, Role } from '@mimamori/contract'
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
  readonly channel_name: string | null
  readonly delivery_id: number | null
}

const findRows = async (db: Db, { companyId, alertId }: AlertKey): Promise<NoticeRow[]> => {
  const { rows } = await sql<NoticeRow>`
    select n.at, n.channel, n.occasion, n.step, n.level, n.role, n.rota, n.addresses, n.user_id, n.user_name, n.mail_id,
           m.attempts, m.sent_at, m.failed_at, m.refused, n.channel_name, n.delivery_id
      from alert_notice n left join outbox_mail m on m.company_id = n.company_id and m.mail_id = n.mail_id
     where n.company_id = ${companyId} and n.alert_id = ${alertId} order by n.at, n.notice_id`.execute(db)
  return rows
}

const stateOf = ({ sent_at, failed_at, attempts, refused }: NoticeRow): NonNullable<Notice['mail']>['state'] => {
  if (failed_at !== null) return (refused ?? []).length === 0 ? 'superseded' : 'failed'
  if (sent_at !== null) return (refused ?? []).length === 0 ? 'sent' : 'refused'
  return (attempts ?? 0) === 0 ? 'waiting' : 'retrying'
}

type DeliveryRow = {
  readonly delivery_id: number
  readonly type: ChannelType
  readonly attempts: number
  readonly sent_at: Date | null
  readonly failed_at: Date | null
  readonly is_superseded: boolean
}

/** What channels outside were sent about an episode, by number; nothing of channels that were deleted since. */
const findDeliveries = async (db: Db, { companyId, alertId }: AlertKey): Promise<Map<number, DeliveryRow>> => {
  const { rows } = await sql<DeliveryRow>`
    select d.delivery_id, c.type, d.attempts, d.sent_at, d.failed_at, d.is_superseded
      from channel_delivery d
      join notification_channel c on c.company_id = d.company_id and c.company_id = ${companyId} and c.channel_id = d.channel_id
     where d.company_id = ${companyId} and d.alert_id = ${alertId} and d.occasion is not null`.execute(db)
  return new Map(rows.map((row) => [row.delivery_id, row]))
}

const deliveryState = ({ is_superseded, failed_at, sent_at, attempts }: DeliveryRow): NonNullable<Notice['destination']>['state'] => {
  if (is_superseded) return 'superseded'
  if (failed_at !== null) return 'failed'
  if (sent_at !== null) return 'sent'
  return attempts === 0 ? 'waiting' : 'retrying'
}

const destinationOf = (
  { channel, channel_name, delivery_id }: NoticeRow,
  deliveries: ReadonlyMap<number, DeliveryRow>,
): Notice['destination'] => {
  if (channel_name === null) return null
  const delivery = delivery_id === null ? undefined : deliveries.get(delivery_id)
  if (channel === 'none') return { name: channel_name, type: null, state: 'passed' }
  return { name: channel_name, type: delivery?.type ?? null, state: delivery === undefined ? 'unknown' : deliveryState(delivery) }
}

type Known = {
  readonly answers: ReadonlyMap<number, Date>
  readonly seesAddresses: boolean
  readonly deliveries: ReadonlyMap<number, DeliveryRow>
}

const toNotice = (row: NoticeRow, { answers, seesAddresses, deliveries }: Known): Notice => {
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
    destination: destinationOf(row, deliveries),
    answeredAt: toJapanIsoOrNull(answered ?? null),
  }
}

const isAnswer = ({ event }: HistoryRow) => event === 'acknowledged' || event === 'responding' || event === 'closed'

/** Who was notified of an episode, which of them answered it, and which channels outside were; addresses for administrators only. */
export const readNotices = async (db: Db, key: AlertKey, history: readonly HistoryRow[], role: Role): Promise<Notice[]> => {
  const answers = new Map<number, Date>()
  for (const row of history) if (isAnswer(row) && row.user_id !== null && !answers.has(row.user_id)) answers.set(row.user_id, row.at)
  const seesAddresses = isAmong(admins, role)
  const deliveries = await findDeliveries(db, key)
  return (await findRows(db, key)).map((row) => toNotice(row, { answers, seesAddresses, deliveries }))
}
