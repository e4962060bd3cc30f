import { keyEndNoticeDays, screens } from '@mimamori/contract'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { textOf } from '../../platform/outside/letter.ts'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'
import { keyAdministrators } from '../../shared/access-keys/key-administrators.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { type OutgoingMail, queueMails } from '../../platform/outside/outgoing-mail.ts'
import { lastDayBefore } from '../../platform/japan-time.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { ofOpenOffice } from '../../shared/organisation/archived-offices.ts'

type EndingKey = {
  readonly company_id: number
  readonly office_id: number
  readonly office_name: string
  readonly name: string
  readonly ends_at: Date
}

const mailOf = (key: EndingKey, addresses: readonly string[], at: Date, publicUrl: string | undefined): OutgoingMail => {
  const day = lastDayBefore(key.ends_at).replaceAll('-', '/')
  const subject = `【見守り】受信キー「${key.name}」の期限は${day}です`
  const path = screens.officeEdit.path.replace('$id', String(key.office_id))
  return {
    at,
    companyId: key.company_id,
    officeId: key.office_id,
    recipients: { to: addresses },
    subject,
    body: textOf({
      heading: subject,
      paragraphs: [
        `${day}を過ぎると、このキーで送っている機器のデータは届かなくなり、見守りが止まります。\n新しいキーを作って機器に設定するか、期限を変えてください。`,
      ],
      rows: [
        { label: '拠点', value: key.office_name },
        { label: '受信キー', value: key.name },
      ],
      links: publicUrl === undefined ? [] : [{ label: '拠点の画面で見る（ログインが必要です）', url: `${publicUrl}${path}` }],
      closing: '見守りから自動で送っています。',
    }),
  }
}

// Of the marks that were passed the nearest to the end: a key for which it was announced is not announced by it again.
const markPassed = (now: Date) => sql<number | null>`(
  case when k.ends_at <= ${now}::timestamptz + interval '1 day' then 1
       when k.ends_at <= ${now}::timestamptz + interval '7 days' then 7
       when k.ends_at <= ${now}::timestamptz + make_interval(days => ${keyEndNoticeDays}::int) then ${keyEndNoticeDays}::int end)`

const isEnding = (now: Date) => sql<boolean>`(
  k.ends_at > ${now} and k.revoked_at is null and ${markPassed(now)} is not null and ${ofOpenOffice('k')}
  and (k.told_days_before is null or k.told_days_before > ${markPassed(now)}))`

const notifyOfEnd = async (client: PoolClient, companyId: number, now: Date, publicUrl: string | undefined): Promise<void> => {
  const db = onClient(client)
  const { rows } = await sql<EndingKey & { readonly key_id: string; readonly days: number }>`
    select k.key_id, k.company_id, k.office_id, o.name as office_name, k.name, k.ends_at,
           ${markPassed(now)} as days
      from ingest_key k join office o on o.company_id = k.company_id and o.office_id = k.office_id
     where k.company_id = ${companyId} and ${isEnding(now)}
     order by k.office_id, k.name for update of k`.execute(db)
  for (const { key_id: keyId, days } of rows)
    await sql`update ingest_key k set told_days_before = ${days} where k.company_id = ${companyId} and k.key_id = ${keyId}`.execute(db)
  const addresses = await keyAdministrators(db, companyId)
  if (addresses.length === 0) return
  await queueMails(
    db,
    rows.map((key) => mailOf(key, addresses, now, publicUrl)),
  )
}

/** Notifies the administrators of a company a month before one of its ingest keys ends, a week before, and a day before. */
export const keyEndsJob: Recurring = {
  name: 'ingest-key-ends',
  everySeconds: 3_600,
  lockedBy: 'session',
  run: (context, client) => {
    const now = context.clock()
    return eachCompany(context, client, companiesOf('ingest_key', 'k', isEnding(now)), (companyId) =>
      notifyOfEnd(client, companyId, now, context.config.publicUrl),
    )
  },
}
