import type { Logger } from 'pino'
import { sayFaults } from './features/audit-log/fault-words.ts'
import { verifyLog } from './features/audit-log/verify.ts'
import type { BackupSummary } from './platform/backup/backup.ts'
import { copyDatabase } from './platform/backup/copy-database.ts'
import { connectDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'

export type VerifiedCopy = BackupSummary & {
  /** Entries of the audit log that the chains prove. */
  readonly entries: number
  /** What is wrong with the audit log, in words. The source has the same: the copy says what it says. */
  readonly faults: readonly string[]
}

/**
 * Copies the whole product database into an empty one, compares every table by its rows and their values, brings the copy up to
 * date, and verifies the chains of its audit log.
 * @throws BackupError where the copy is not made or says anything else
 */
export const copyAndVerify = async (options: { from: string; to: string; log: Logger }): Promise<VerifiedCopy> => {
  const { to: url, log } = options
  const summary = await copyDatabase(options)
  // The check of the log reads the schema of today, and the copy may be of a release before.
  await migrate({ url, log })
  const { db, close } = connectDatabase({ url, log, max: 1 })
  try {
    const { faults, entries } = await verifyLog(db)
    return { ...summary, entries, faults: await sayFaults(db, faults) }
  } finally {
    await close()
  }
}
