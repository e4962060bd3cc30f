import { backupDatabase } from '../platform/backup/backup.ts'
import { backupRoom } from '../platform/backup/backup-room.ts'
import { confirmOverwrite } from '../platform/backup/confirm-overwrite.ts'
import { writeLedgerBeside } from '../features/user-role/erasure/ledger-beside-backup.ts'
import { backupKey, namedFile, runDatabaseCommand } from '../platform/database/command-database.ts'
import type { Command } from '../platform/command.ts'

/** Writes the whole database to a file, and the ledger of erasures beside it. */
export const backup: Command = (call) =>
  runDatabaseCommand(
    call,
    async ({ url, argument, flags, log }) => {
      const file = namedFile(argument)
      if (!flags.has('overwrite')) await confirmOverwrite(file)
      const { tables, rows } = await backupDatabase({ url, file, key: backupKey(), refuseWithoutRoom: await backupRoom(file) })
      const ledger = await writeLedgerBeside(file, url, log)
      return `バックアップを作成しました / backup written: ${file} (${tables} tables, ${rows} rows)
消去の台帳も、いっしょに保管してください / keep the ledger of erasures with it: ${ledger}`
    },
    { mayBeNew: false, flags: ['overwrite'] },
  )
