import { readKeyNoticeDays, screens } from '@mimamori/contract'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { textOf } from '../../platform/outside/letter.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { type OutgoingMail, queueMails } from '../../platform/outside/outgoing-mail.ts'
import { lastDayBefore } from '../../platform/japan-time.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { keyAdministrators } from '../../shared/access-keys/key-administrators.ts'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'

type EndingKey = { readonly key_id: string; readonly name: string; readonly ends_at: Date; readonly days: number }

const mailOf = (
  companyId: number,
  { key_id: keyId, name, ends_at: endsAt }: EndingKey,
  addresses: readonly string[],
  at: Date,
  publicUrl: string | undefined,
): OutgoingMail => {
  const day = lastDayBefore(endsAt).replaceAll('-', '/')
  const subject = `【見守り】読み取りのトークン「${name}」の期限は${day}です`
  return {
    at,
    companyId,
    officeId: null,
    recipients: { to: addresses },
    subject,
    body: textOf({
      heading: subject,
      paragraphs: [
        `${day}を過ぎると、このトークンで読んでいるシステムは値を読めなくなります。\n使い続けるときは、期限を延ばしてください。`,
      ],
      rows: [
        { label: 'トークン', value: name },
        { label: '番号', value: keyId },
      ],
      links:
        publicUrl === undefined
          ? []
          : [{ label: '外部からの読み取りの画面で見る（ログインが必要です）', url: `${publicUrl}${screens.apiToken.path}` }],
      closing: '見守りから自動で送っています。',
    }),
  }
}

// Of the marks that were passed the nearest to the end: a key for which it was announced is not announced by it again.
const markPassed = (now: Date) => sql<number | null>`(
  case when k.ends_at <= ${now}::timestamptz + interval '1 day' then 1
       when k.ends_at <= ${now}::timestamptz + make_interval(days => ${readKeyNoticeDays}::int) then ${readKeyNoticeDays}::int end)`

const isEnding = (now: Date) => sql<boolean>`(
  k.ends_at > ${now} and k.stopped_at is null and ${markPassed(now)} is not null
  and (k.told_days_before is null or k.told_days_before > ${markPassed(now)}))`

const notifyOfEnd = async (client: PoolClient, companyId: number, now: Date, publicUrl: string | undefined): Promise<void> => {
  const db = onClient(client)
  const { rows } = await sql<EndingKey>`
    select k.key_id, k.name, k.ends_at, ${markPassed(now)} as days from read_key k
     where k.company_id = ${companyId} and ${isEnding(now)} order by k.name, k.key_id for update of k`.execute(db)
  for (const { key_id: keyId, days } of rows)
    await sql`update read_key k set told_days_before = ${days} where k.company_id = ${companyId} and k.key_id = ${keyId}`.execute(db)
  const addresses = await keyAdministrators(db, companyId)
  if (addresses.length === 0) return
  await queueMails(
    db,
    rows.map((key) => mailOf(companyId, key, addresses, now, publicUrl)),
  )
}

/** Notifies the administrators of a company a week before one of its read keys ends, and a day before. */
export const readKeyEndsJob: Recurring = {
  name: 'read-key-ends',
  everySeconds: 3_600,
  lockedBy: 'session',
  run: (context, client) => {
    const now = context.clock()
    return eachCompany(context, client, companiesOf('read_key', 'k', isEnding(now)), (companyId) =>
      notifyOfEnd(client, companyId, now, context.config.publicUrl),
    )
  },
}
