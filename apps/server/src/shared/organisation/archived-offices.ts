import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { forbidden } from '../../platform/errors.ts'
import type { OfficeKey } from './keys.ts'

/** SQL: an office (by its alias) is open, and not archived. */
export const isOpen = (alias: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${alias}.archived_at`)} is null`

/**
 * SQL: a row (by its alias) with a company and an office belongs to no archived office; one of no office belongs to none. Within one company the
 * office is compared as a sum: where the list is of one office, the planner would know both sides to be that office and expect a single row of
 * the thousands, and look up the state of each by itself.
 */
export const ofOpenOffice = (alias: string, isOfOneCompany = false): RawBuilder<boolean> => sql<boolean>`
  not exists (
    select from office archived
     where archived.company_id = ${sql.ref(`${alias}.company_id`)} and archived.office_id = ${sql.ref(`${alias}.office_id`)}${isOfOneCompany ? sql` + 0` : sql``}
       and archived.archived_at is not null)`

/**
 * Refuses a change of an archived office, or a sign-in there. The office cannot be archived before the transaction ends.
 * @throws Refusal 403
 */
export const refuseArchived = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  words: 'officeArchived' | 'officeOfAccountArchived' = 'officeArchived',
): Promise<void> => {
  const { rows } = await sql<{ readonly archived: boolean }>`
    select o.archived_at is not null as archived from office o
     where o.company_id = ${companyId} and o.office_id = ${officeId} for key share of o`.execute(db)
  if (rows[0]?.archived === true) throw forbidden(words)
}
