import { backupDatabase } from './platform/backup/backup.ts'
import { backupRoom } from './platform/backup/backup-room.ts'
import { confirmOverwrite } from './platform/backup/confirm-overwrite.ts'
import { backupKey, namedFile, runDatabaseCommand } from './platform/database/command-database.ts'

await runDatabaseCommand(
  'npm run backup -- FILE [--overwrite]',
  async ({ url, argument, flags }) => {
    const file = namedFile(argument)
    if (!flags.has('overwrite')) await confirmOverwrite(file)
    const { tables, rows } = await backupDatabase({ url, file, key: backupKey(), refuseWithoutRoom: await backupRoom(file) })
    return `バックアップを作成しました / backup written: ${file} (${tables} tables, ${rows} rows)`
  },
  { mayBeNew: false, flags: ['overwrite'] },
)
