import { keyEndNoticeDays, screens } from '@mimamori/contract'
import { sql } from 'kysely'
import { textOf } from '../monitoring/telling/letter.ts'
import { providerId } from '../organisation/keys.ts'
import { onClient } from '../platform/exchange/on-client.ts'
import { type OutgoingMail, queueMails } from '../platform/outgoing-mail.ts'
import type { Recurring } from '../platform/recurring.ts'
import { lastDayBefore } from './store.ts'

/** How many days before its end a key is told of: a month, and again when time gets short. */
const noticeDays = [keyEndNoticeDays, 7, 1]

type EndingKey = {
  readonly companyId: number
  readonly officeId: number
  readonly officeName: string
  readonly name: string
  readonly endsAt: Date
  readonly addresses: readonly string[]
}

// Of the company's own administrators, or of the provider's where none of them has an address.
const addressesOf = (role: string, companyId: unknown) => sql`(
  select array_agg(distinct lower(u.email)) from app_user u
   where u.company_id = ${companyId} and u.role = ${role} and u.deleted_at is null and u.disabled_at is null and u.email <> '')`

const mailOf = (key: EndingKey, at: Date, publicUrl: string | undefined): OutgoingMail => {
  const day = lastDayBefore(key.endsAt).replaceAll('-', '/')
  const subject = `【見守り】受信キー「${key.name}」の期限は${day}です`
  const path = screens.officeEdit.path.replace('$id', String(key.officeId))
  return {
    at,
    companyId: key.companyId,
    officeId: key.officeId,
    recipients: { to: key.addresses },
    subject,
    body: textOf({
      heading: subject,
      paragraphs: [
        `${day}を過ぎると、このキーで送っている機器のデータは届かなくなり、見守りが止まります。\n新しいキーを作って機器に設定するか、期限を変えてください。`,
      ],
      rows: [
        { label: '拠点', value: key.officeName },
        { label: '受信キー', value: key.name },
      ],
      links: publicUrl === undefined ? [] : [{ label: '拠点の画面で見る（ログインが必要です）', url: `${publicUrl}${path}` }],
      closing: '見守りから自動で送っています。',
    }),
  }
}

/** Tells the administrators of a company a month before one of its ingest keys ends, a week before, and a day before. */
export const keyEndsJob: Recurring = {
  name: 'ingest-key-ends',
  everySeconds: 3_600,
  run: async ({ clock, config }, client) => {
    const db = onClient(client)
    const now = clock()
    const { rows } = await sql<EndingKey>`
      with due as (
        select k.company_id, k.key_id, min(n.days)::int as days
          from ingest_key k join unnest(${noticeDays}::int[]) as n (days) on k.ends_at <= ${now}::timestamptz + make_interval(days => n.days)
         where k.ends_at > ${now} and k.revoked_at is null
         group by k.company_id, k.key_id
      ), told as (
        update ingest_key k set told_days_before = d.days from due d
         where k.company_id = d.company_id and k.key_id = d.key_id and (k.told_days_before is null or k.told_days_before > d.days)
        returning k.company_id, k.office_id, k.name, k.ends_at
      )
      select t.company_id as "companyId", t.office_id as "officeId", o.name as "officeName", t.name, t.ends_at as "endsAt",
             coalesce(${addressesOf('AdminUnitContract', sql.ref('t.company_id'))}, ${addressesOf('AdminUnitService', providerId)}, '{}') as addresses
        from told t join office o on o.company_id = t.company_id and o.office_id = t.office_id
       order by t.company_id, t.office_id, t.name`.execute(db)
    const told = rows.filter(({ addresses }) => addresses.length > 0)
    await queueMails(
      db,
      told.map((key) => mailOf(key, now, config.publicUrl)),
    )
  },
}
