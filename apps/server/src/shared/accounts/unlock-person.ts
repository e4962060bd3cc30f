import { sql } from 'kysely'
import type { AuditEntry } from '../../platform/audit.ts'
import { writeAudit } from '../organisation/write-audit.ts'
import type { Db } from '../../platform/context.ts'

/** A person whose row the transaction has locked. */
export type LockedPerson = {
  readonly user_id: number
  readonly company_id: number
  readonly office_id: number | null
  readonly full_name: string
}

/**
 * Unlocks an account everywhere, and forgets its wrong passwords, so that the next lock is a short one.
 * The log says so. False where no lock held.
 */
export const unlockPerson = async (db: Db, person: LockedPerson, by: Pick<AuditEntry, 'at' | 'actor' | 'address'>): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update sign_in_place p set failures = 0, locks = 0, locked_until = null
     where p.company_id = ${person.company_id} and p.user_id = ${person.user_id}
       and exists (select from sign_in_place held
                    where held.company_id = p.company_id and held.user_id = p.user_id and held.locked_until > ${by.at})`.execute(db)
  if (numAffectedRows === undefined || numAffectedRows === 0n) return false
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
