import { backupDatabase } from './platform/backup/backup.ts'
import { backupRoom } from './platform/backup/backup-room.ts'
import { backupKey, namedFile, runDatabaseCommand } from './platform/database/command-database.ts'

await runDatabaseCommand(
  'npm run backup -- FILE',
  async ({ url, argument }) => {
    const file = namedFile(argument)
    const { tables, rows } = await backupDatabase({ url, file, key: backupKey(), refuseWithoutRoom: await backupRoom(file) })
    return `バックアップを作成しました / backup written: ${file} (${tables} tables, ${rows} rows)`
  },
  { mayBeNew: false },
)
