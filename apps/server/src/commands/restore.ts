import { readDiskSettings } from '../platform/config/config.ts'
import { backupKey, namedFile, runDatabaseCommand } from '../platform/database/command-database.ts'
import { restoreDatabase } from '../platform/backup/restore.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { addToStoredLedger } from '../features/user-role/erasure/copy-ledger.ts'
import { readLedgerBeside } from '../features/user-role/erasure/ledger-beside-backup.ts'
import type { Command } from '../platform/command.ts'

/** Fills an empty database from a backup. */
export const restore: Command = (call) =>
  runDatabaseCommand(
    call,
    async ({ url, argument, log }) => {
      const file = namedFile(argument)
      // First: a file that is no ledger must not be noticed once people are there again who were erased.
      const erasures = await readLedgerBeside(file)
      const { tables, rows } = await restoreDatabase({ url, file, log, key: backupKey() })
      const known = await addToStoredLedger(await openFileStore(readDiskSettings(process.env)), erasures)
      const again =
        known === 0
          ? '消去の台帳が見つかりません。消去した人がいるときは、mimamori-erasures.json を files のフォルダーに置いてから起動してください / no ledger of erasures was found'
          : `消去の台帳 ${known}件：復元で戻った人は、次の起動で、もう一度消去します / ${known} erasures are played again by the next start`
      return `復元しました / restored: ${file} (${tables} tables, ${rows} rows)\n${again}`
    },
    { mayBeNew: true },
  )
