import { keysOf } from '@mimamori/contract'
import { sql } from 'kysely'
import { erasedLogin, erasedName, erasedReading } from '../../../shared/erasure/person-marks.ts'
import { rowsOfPerson, rowsOfSessions } from '../../../shared/erasure/text-places.ts'
import type { PersonKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { type StoredField, storedFields } from '../columns.ts'
import { forgetPerson } from '../forget-person.ts'

/** What stays of an account: where its figures belong, and consents, since a withdrawn one hides health for good. */
const unchangedFields: ReadonlySet<StoredField> = new Set([
  'companyId',
  'officeId',
  'consentAt',
  'consentWithdrawnAt',
] satisfies StoredField[])

/** What the account is called from then on. */
const labelled: ReadonlySet<StoredField> = new Set(['fullName', 'furigana', 'userName'] satisfies StoredField[])

const fields = keysOf(storedFields)
const emptied = fields.filter((field) => !unchangedFields.has(field) && !labelled.has(field)).map((field) => storedFields[field])

/**
 * Empties what an account says of a person, so that a field that is added later goes as well, and where and how they signed in.
 * Its row stays, since figures point to it.
 */
export const emptyAccount = async (db: Db, person: PersonKey): Promise<void> => {
  const { companyId, userId } = person
  await forgetPerson(db, person)
  // As of somebody of whom nothing was said: null, except for a mark.
  const nothing = emptied.map((column) => sql`${sql.ref(column)} = default`)
  await sql`
    update app_user u
       set full_name = ${erasedName(userId)}, furigana = ${erasedReading(userId)}, login_id = ${erasedLogin(userId)},
           ${sql.join(nothing)}, version = u.version + 1
     where u.company_id = ${companyId} and u.user_id = ${userId}`.execute(db)
  const isTheirs = sql`t.company_id = ${companyId} and t.user_id = ${userId}`
  await sql`update session t set address = null, last_address = null, user_agent = null where ${isTheirs}`.execute(db)
  for (const table of rowsOfSessions)
    await sql`
      delete from ${sql.table(table)} d using session t
       where d.company_id = ${companyId} and d.session_id = t.session_id and ${isTheirs}`.execute(db)
  for (const table of rowsOfPerson) await sql`delete from ${sql.table(table)} t where ${isTheirs}`.execute(db)
}
