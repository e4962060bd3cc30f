import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/context.ts'
import { addressKeyOf } from '../../platform/outside/outgoing-mail.ts'
import type { Notice } from './post.ts'

/** Of these the last mail was refused for good by everybody it was for. */
const readRefusing = async (db: Db, companyId: number, keys: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ address_key: string }>`
    select k.address_key from unnest(${keys}::text[]) as k (address_key)
      join lateral (
        select m.failed_at from outbox_mail m
         where m.company_id = ${companyId} and m.address_key = k.address_key
           and (m.sent_at is not null or (m.failed_at is not null and m.refused <> '[]'))
         order by m.created_at desc, m.mail_id desc limit 1) last on last.failed_at is not null`.execute(db)
  return new Set(rows.map(({ address_key }) => address_key))
}

/**
 * The alerts that somebody is reached about by these notices: by a browser, or by a mail that can leave, to addresses that did
 * not refuse the last one for good.
 */
export const alertsReached = async (
  db: Db,
  { smtpUrl }: Pick<Config, 'smtpUrl'>,
  companyId: number,
  notices: readonly Notice[],
): Promise<Set<number>> => {
  const mails = notices
    .filter(({ channel }) => channel === 'mail' && smtpUrl !== undefined)
    .map(({ told, addresses = [] }) => ({ alertId: told.alert.alert_id, key: addressKeyOf({ to: addresses }) }))
  const refusing = await readRefusing(db, companyId, [...new Set(mails.map(({ key }) => key))])
  return new Set([
    ...notices.filter(({ channel }) => channel === 'push').map(({ told }) => told.alert.alert_id),
    ...mails.filter(({ key }) => !refusing.has(key)).map(({ alertId }) => alertId),
  ])
}
