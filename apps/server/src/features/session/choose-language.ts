import type { Language } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'

/** Sets the language in which somebody reads their own pages and notices. Choosing the same again changes nothing. */
export const chooseLanguage = async ({ db, clock }: Context, { actor, address }: Requester, language: Language): Promise<void> => {
  const { companyId, userId, officeId, fullName } = actor
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ language: string | null }>`
      select u.language from app_user u where u.company_id = ${companyId} and u.user_id = ${userId} for update`.execute(trx)
    const before = rows[0]?.language ?? null
    if (before === language) return
    // A form of the person that is open meanwhile shows the former language, so its version must no longer match.
    await sql`
      update app_user u set language = ${language}, version = u.version + 1
       where u.company_id = ${companyId} and u.user_id = ${userId}`.execute(trx)
    await writeAudit(trx, {
      at: clock(),
      actor,
      address,
      action: 'update',
      resource: 'user',
      resourceId: userId,
      companyId,
      officeId,
      before: { fullName, language: before },
      after: { fullName, language },
    })
  })
}
