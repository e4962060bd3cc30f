import type { AuditEntry } from '../platform/audit.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/context.ts'

/** A person whose row the transaction has locked. */
export type LockedPerson = {
  readonly user_id: number
  readonly company_id: number
  readonly office_id: number | null
  readonly full_name: string
  readonly locked_at: Date | null
}

/** Lets an account in again whose row the transaction has locked, and writes so into the log. False where it was not locked. */
export const unlockPerson = async (db: Db, person: LockedPerson, by: Pick<AuditEntry, 'at' | 'actor' | 'address'>): Promise<boolean> => {
  if (person.locked_at === null) return false
  await db
    .updateTable('app_user as u')
    .set({ locked_at: null, failed_logins: 0 })
    .where('u.company_id', '=', person.company_id)
    .where('u.user_id', '=', person.user_id)
    .execute()
  await writeAudit(db, {
    ...by,
    action: 'unlock',
    resource: 'user',
    resourceId: person.user_id,
    companyId: person.company_id,
    officeId: person.office_id,
    before: { fullName: person.full_name, isLockedOut: '1' },
    after: { fullName: person.full_name, isLockedOut: '0' },
  })
  return true
}
