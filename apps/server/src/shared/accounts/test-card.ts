import { signInNumberOf } from '@mimamori/contract'
import type { Context } from '../../platform/context.ts'
import { cardSecrets } from './card-secret.ts'

/** What the QR code of a person's card says, as it would be printed. */
export const cardTextOf = async ({ config, db }: Pick<Context, 'config' | 'db'>, person: { user_id: number; company_id: number }) => {
  const { company_id: companyId, user_id: userId } = person
  const { code } = await db
    .selectFrom('worker_card as c')
    .select('c.code')
    .where('c.company_id', '=', companyId)
    .where('c.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return `${code}${signInNumberOf(companyId, cardSecrets(config.jwtSecrets).make({ companyId, userId, code }))}`
}
