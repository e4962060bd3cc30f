import type { Logger } from 'pino'
import { sayFaults } from './features/audit-log/fault-words.ts'
import { verifyLog } from './features/audit-log/verify.ts'
import type { BackupSummary } from './platform/backup/backup.ts'
import { productTables, quoted } from './platform/backup/catalog.ts'
import { BackupError, type HeaderRecord } from './platform/backup/format.ts'
import { type BackupSource, restoreDatabase } from './platform/backup/restore.ts'
import { connectDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'

/** What was noted when a backup was made; null where nothing was. */
export type Expected = { readonly rows: number | null; readonly files: number | null }

const different = (what: string, found: number, expected: number) =>
  new BackupError(
    `${what}が、バックアップしたときと違います（${found}、元は ${expected}）。`,
    `Not what was backed up: ${found} instead of ${expected}.`,
  )

/**
 * Restores a backup into an empty database made for it, brings that up to this release, and compares: the rows of all tables with
 * the file and with what was noted, and the audit log with its own chain.
 * @param options.url of the database, which holds the content afterwards
 * @param options.verified as `restoreDatabase` takes it
 * @throws BackupError where anything is missing or different
 */
export const checkBackup = async (options: {
  url: string
  source: BackupSource
  expected: Expected
  log: Logger
  refuseWithoutRoom?: () => Promise<void>
  verified?: HeaderRecord
}): Promise<BackupSummary & { entries: number }> => {
  const { url, expected, log } = options
  const summary = await restoreDatabase(options)
  if (expected.rows !== null && expected.rows !== summary.rows) throw different('行の数', summary.rows, expected.rows)
  if (expected.files !== null && expected.files !== summary.files) throw different('ファイルの数', summary.files, expected.files)
  const database = connectDatabase({ url, log, max: 1 })
  try {
    const client = await database.pool.connect()
    let counted = 0
    for (const table of await productTables(client)) {
      const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${quoted(table)}`)
      counted += rows[0]?.count ?? 0
    }
    client.release()
    if (counted !== summary.rows) throw different('復元した行の数', counted, summary.rows)
    await migrate({ url, log })
    const { faults, entries } = await verifyLog(database.db)
    if (faults.length > 0) {
      const [first = ''] = await sayFaults(database.db, faults)
      throw new BackupError(`操作の記録が正しくありません（${faults.length}件）。${first}`, 'The audit log does not verify.')
    }
    return { ...summary, entries }
  } finally {
    await database.close()
  }
}
