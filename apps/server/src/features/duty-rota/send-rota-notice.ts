import { screens } from '@mimamori/contract/screens'
import { sql } from 'kysely'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/context.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { htmlOf, textOf } from '../../platform/outside/letter.ts'
import { queueMails } from '../../platform/outside/outgoing-mail.ts'
import { queuePush } from '../../platform/outside/outgoing-push.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'

export type Sender = { readonly db: Db; readonly config: Pick<Config, 'mailFrom' | 'publicUrl'> }

/** Somebody who is notified of the rota. */
export type Reader = { readonly user_id: number; readonly email: string | null }

/** What is sent about a rota: to each reader by mail and push, to be read and not to be answered. */
type RotaNotice = { readonly office: OfficeKey; readonly at: Date; readonly title: string; readonly body: string }

/** Puts a notice about the rota into both outboxes. */
export const sendRotaNotice = async (
  { db, config }: Sender,
  readers: readonly Reader[],
  { office: { companyId, officeId }, at, title, body }: RotaNotice,
): Promise<void> => {
  const url = `${screens.dutyRota.path}?OfficeId=${officeId}`
  const letter = {
    heading: title,
    paragraphs: [body],
    rows: [],
    links: config.publicUrl === undefined ? [] : [{ label: '担当表を見る（ログインが必要です）', url: `${config.publicUrl}${url}` }],
    closing: '見守りから自動で送っています。',
  }
  await queueMails(
    db,
    readers.flatMap(({ email }) =>
      email === null || email === ''
        ? []
        : [
            {
              at,
              companyId,
              officeId,
              recipients: { to: [email] },
              subject: `【見守り】${title}`,
              body: textOf(letter),
              html: htmlOf(letter),
            },
          ],
    ),
  )
  await queuePush(
    { db, config },
    readers.map(({ user_id: userId }) => ({
      companyId,
      userId,
      at,
      payload: { title, body, url, tag: `rota-${officeId}`, level: null, emergency: false, drill: false, quiet: true, at: toJapanIso(at) },
    })),
  )
}

/** These people of a company as readers, but not who was deleted or disabled since. */
export const readReaders = async (db: Db, companyId: number, userIds: readonly (number | null | undefined)[]): Promise<Reader[]> => {
  const { rows } = await sql<Reader>`
    select u.user_id, u.email from app_user u
     where u.company_id = ${companyId} and u.user_id = any(${userIds}::int[]) and u.deleted_at is null and u.disabled_at is null
     order by u.user_id`.execute(db)
  return rows
}

/** Who plans a site's rota: its base administrators, or where it has none the company's contract administrators. */
export const readPlanners = async (db: Db, { companyId, officeId }: OfficeKey): Promise<Reader[]> => {
  const { rows } = await sql<Reader & { is_of_site: boolean }>`
    select u.user_id, u.email, u.role = 'HeadquartersAdmin' as is_of_site from app_user u
     where u.company_id = ${companyId} and u.deleted_at is null and u.disabled_at is null
       and (u.role = 'AdminUnitContract' or (u.role = 'HeadquartersAdmin' and u.office_id = ${officeId}))
     order by u.user_id`.execute(db)
  const own = rows.filter(({ is_of_site }) => is_of_site)
  return own.length > 0 ? own : rows
}
