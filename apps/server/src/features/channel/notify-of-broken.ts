import { screens } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context, Db } from '../../platform/context.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { textOf } from '../../platform/outside/letter.ts'
import { queueMails } from '../../platform/outside/outgoing-mail.ts'
import { queuePush } from '../../platform/outside/outgoing-push.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import { type ChannelKey, failureInWords } from './store.ts'

type Broken = {
  readonly name: string
  readonly type: string
  readonly office_id: number | null
  readonly office_name: string | null
  readonly company_name: string
  readonly failures: number
  readonly failure: string | null
}

type Admin = { readonly user_id: number; readonly email: string | null }

/** Who manages a channel: the company's contract-unit administrators, and of a site its base administrators. */
const readAdmins = async (db: Db, companyId: number, officeId: number | null): Promise<Admin[]> => {
  const { rows } = await sql<Admin>`
    select u.user_id, nullif(lower(u.email), '') as email from app_user u
     where u.company_id = ${companyId} and u.deleted_at is null and u.disabled_at is null
       and (u.role = 'AdminUnitContract' or (u.role = 'HeadquartersAdmin' and u.office_id = ${officeId}::int))
     order by u.user_id`.execute(db)
  return rows
}

/** The service's, where nobody of the company has an address. */
const readProviderAddresses = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ email: string }>`
    select distinct lower(u.email) as email from app_user u
     where u.company_id = ${providerId} and u.role = 'AdminUnitService' and u.deleted_at is null and u.disabled_at is null and u.email <> ''
     order by 1`.execute(db)
  return rows.map(({ email }) => email)
}

/** Notifies the administrators of a channel, by mail and push, that it does not take messages. */
export const notifyOfBroken = async (
  { db, config }: Pick<Context, 'db' | 'config'>,
  { companyId, channelId }: ChannelKey,
  now: Date,
): Promise<void> => {
  const { rows } = await sql<Broken>`
    select n.name, n.type, n.office_id, o.name as office_name, c.name as company_name, n.failures, n.failure
      from notification_channel n
      join company c on c.company_id = n.company_id
      left join office o on o.company_id = n.company_id and o.company_id = ${companyId} and o.office_id = n.office_id
     where n.company_id = ${companyId} and n.channel_id = ${channelId}`.execute(db)
  const [channel] = rows
  if (channel === undefined) return
  await sql`
    update notification_channel n set failure_told_at = ${now} where n.company_id = ${companyId} and n.channel_id = ${channelId}`.execute(
    db,
  )
  const place = channel.office_name ?? channel.company_name
  const reason = failureInWords(channel.failure) ?? ''
  const subject =
    channel.failure === 'gone'
      ? `【見守り】通知先「${channel.name}」を止めました`
      : `【見守り】通知先「${channel.name}」に${channel.failures}回続けて届いていません`
  const path = screens.notificationChannel.path
  const admins = await readAdmins(db, companyId, channel.office_id)
  const own = [...new Set(admins.flatMap(({ email }) => email ?? []))]
  const to = own.length > 0 ? own : await readProviderAddresses(db)
  const body = textOf({
    heading: subject,
    paragraphs: [
      `この通知先には、アラートが届いていません。${channel.type === 'webhook' ? '' : 'メールとプッシュの送り方は変わりません。'}\n通知先の画面で設定を直し、「試しに送る」で確かめてください。`,
    ],
    rows: [
      { label: '拠点', value: place },
      { label: '通知先', value: channel.name },
      { label: '理由', value: reason },
    ],
    links: config.publicUrl === undefined ? [] : [{ label: '通知先の画面を開く（ログインが必要です）', url: `${config.publicUrl}${path}` }],
    closing: '見守りから自動で送っています。',
  })
  if (to.length > 0) await queueMails(db, [{ at: now, companyId, officeId: channel.office_id, recipients: { to }, subject, body }])
  await queuePush(
    { db, config },
    admins.map(({ user_id: userId }) => ({
      companyId,
      userId,
      at: now,
      payload: {
        title: `通知先「${channel.name}」に届いていません`,
        body: `${place}　${reason}`,
        url: path,
        tag: `channel-${channelId}`,
        level: null,
        emergency: false,
        drill: false,
        at: toJapanIso(now),
      },
    })),
  )
}
