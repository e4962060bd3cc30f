import { pino } from 'pino'
import { checkBackup } from '../check-backup.ts'
import { openBackup } from '../platform/backup/open-backup-place.ts'
import { roomIn } from '../platform/backup/backup-room.ts'
import { removeScratch, withScratchDatabase } from '../platform/backup/scratch-database.ts'
import { withScratchFolder } from '../platform/backup/scratch-folder.ts'
import { calledWrongly, type Command, failWith, printLine } from '../platform/command.ts'
import { readDiskSettings } from '../platform/config/config.ts'
import { backupKey, namedBackup } from '../platform/database/command-database.ts'

/**
 * Checks a backup in a PostgreSQL made for it in a temporary folder and removed after that. It needs no database of the product, so
 * a machine that has only the secret key and the backups can do it.
 */
export const checkByCommand: Command = async (call) => {
  const [argument, ...more] = call.args
  if (argument === undefined || argument.startsWith('-') || more.length > 0) return calledWrongly(call)
  const log = pino({ level: process.env['LOG_LEVEL'] ?? 'warn' }, pino.destination(2))
  try {
    const file = namedBackup(argument)
    const { place, name } = await openBackup(file)
    const source = { place, name, key: backupKey() }
    const expected = { rows: null, files: null }
    const { diskFloorMegabytes } = readDiskSettings(process.env)
    const { tables, rows, files, entries } = await withScratchFolder(
      { prefix: 'mimamori-backup-check', remove: removeScratch, waits: true },
      (folder, stopping) => {
        printLine(`${folder} に復元して確かめます（終わると消えます） / restored into ${folder}, which is removed after it`)
        const refuseWithoutRoom = roomIn(folder, diskFloorMegabytes)
        return withScratchDatabase(folder, log, (url) => checkBackup({ url, source, expected, log, refuseWithoutRoom }), stopping)
      },
    )
    printLine(
      `復元して確かめました / restored and checked: ${file} (${tables} tables, ${rows} rows, ${files} files, ${entries} entries of the audit log)`,
    )
    return 0
  } catch (cause) {
    return failWith(cause)
  }
}
