import { sql } from 'kysely'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import { forgetSecondFactor } from '../../shared/accounts/second-factor.ts'
import type { Db } from '../../platform/context.ts'

/** SQL that empties what a deleted account is reached, judged and signed in by. Its name stays with readings and alerts. */
export const emptyProfile = `
  email = null, phone_number = null, date_of_birth = null, gender = null, metabolic_class = null, acclimatised = null, clothing = null,
  first_exposure_on = null, language = null, heart_judged = true, observed_acclimatised = null, last_exposure_on = null, exposure_counted_on = null,
  acclimatised_on = null, ladder_first_on = null, ladder_last_on = null, ladder_days = 0, attention = '{}', password_hash = null`

/**
 * SQL that ends a deleted account's word on its time in heat (alias `v`) and empties why it was set, which is health data. Nobody ended it.
 * @param at SQL of when the account was deleted
 */
export const emptyOverride = (at: string): string => `reason = '', ended_at = coalesce(v.ended_at, ${at})`

/** The tables of how and where somebody signs in, beside those of the second factor. */
export const signInTables = ['identity_subject', 'sign_in_place'] as const

/**
 * Removes what a deleted account no longer needs: mail address, phone number, birth date, heat profile, what a doctor said of their time
 * in heat, password, second factors, and where the person signed in. The name stays, under which readings and alerts are kept as evidence. The caller holds the row.
 */
export const forgetPerson = async (db: Db, person: PersonKey): Promise<void> => {
  const { companyId, userId } = person
  await sql`
    update app_user u set ${sql.raw(emptyProfile)} where u.company_id = ${companyId} and u.user_id = ${userId}`.execute(db)
  await sql`
    update acclimatisation_override v set ${sql.raw(emptyOverride('u.deleted_at'))}
      from app_user u
     where v.company_id = ${companyId} and v.user_id = ${userId} and u.company_id = ${companyId} and u.user_id = ${userId}`.execute(db)
  await forgetSecondFactor(db, person)
  for (const table of signInTables)
    await sql`delete from ${sql.table(table)} t where t.company_id = ${companyId} and t.user_id = ${userId}`.execute(db)
}
