import { screens } from '@mimamori/contract'
import { sql } from 'kysely'
import { textOf } from '../../../platform/outside/letter.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { queueMail } from '../../../platform/outside/outgoing-mail.ts'
import type { Actor } from '../../../platform/http/route.ts'

const words = {
  saved: { subject: '【見守り】シングルサインオンの設定が変わりました', change: '登録または変更' },
  removed: { subject: '【見守り】シングルサインオンの設定が削除されました', change: '削除' },
} as const

type AdministratorAddresses = { readonly addresses: readonly string[] }

/**
 * Mails the other contract-unit administrators of a company that its provider was changed, and by whom: anyone who names
 * one decides who comes in. Nothing leaves where none of them has an address.
 * @param trx the transaction of the change
 */
export const notifyAdministrators = async (
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  trx: Db,
  actor: Actor,
  companyId: number,
  what: keyof typeof words,
): Promise<void> => {
  const { rows } = await sql<AdministratorAddresses>`
    select coalesce(array_agg(distinct lower(u.email)), '{}') as addresses
      from app_user u
     where u.company_id = ${companyId} and u.user_id <> ${actor.userId} and u.role = 'AdminUnitContract'
       and u.deleted_at is null and u.disabled_at is null and u.email <> ''`.execute(trx)
  const [provider] = rows
  if (provider === undefined || provider.addresses.length === 0) return
  const { subject, change } = words[what]
  const url = config.publicUrl === undefined ? [] : [`${config.publicUrl}${screens.identityProvider.path}`]
  await queueMail(trx, {
    at: clock(),
    companyId,
    recipients: { to: provider.addresses },
    subject,
    body: textOf({
      heading: subject,
      paragraphs: ['この設定で、だれがログインできるかが決まります。心当たりがないときは、すぐに設定を確かめてください。'],
      rows: [
        { label: '操作', value: change },
        { label: '操作した人', value: `${actor.fullName}（${actor.loginId}）` },
      ],
      links: url.map((address) => ({ label: '設定を見る（ログインが必要です）', url: address })),
      closing: '見守りから自動で送っています。',
    }),
  })
}
