import { type AuditEntry, insertAudit } from '../../platform/audit.ts'
import type { Db } from '../../platform/context.ts'
import { isAllowedInArchive } from './archive-policy.ts'
import { refuseArchived } from './archived-offices.ts'

/** Writes an audit log entry as `writeAudit` does. @returns its number */
export const writeNumberedAudit = async (db: Db, entry: AuditEntry): Promise<number> => {
  const { companyId, officeId } = entry
  if (officeId !== null && !isAllowedInArchive(entry)) await refuseArchived(db, { companyId, officeId })
  return insertAudit(db, entry)
}

/**
 * Writes an audit log entry. `db` is the transaction that makes the change, so that both are committed or neither. Every change
 * of a customer's records comes by here: what an archived office does not allow is refused, with the whole change.
 * @throws Refusal 403 where the office is archived (`archive-policy.ts`)
 */
export const writeAudit = async (db: Db, entry: AuditEntry): Promise<void> => {
  await writeNumberedAudit(db, entry)
}
