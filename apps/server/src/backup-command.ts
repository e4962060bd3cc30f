import { backupDatabase } from './platform/backup.ts'
import { backupKey, namedFile, runDatabaseCommand } from './platform/command-database.ts'

await runDatabaseCommand(
  'npm run backup -- FILE',
  async ({ url, argument }) => {
    const file = namedFile(argument)
    const { tables, rows } = await backupDatabase({ url, file, key: backupKey() })
    return `バックアップを作成しました / backup written: ${file} (${tables} tables, ${rows} rows)`
  },
  { mayBeNew: false },
)
