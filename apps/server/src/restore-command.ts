import { backupKey, namedFile, runDatabaseCommand } from './platform/database/command-database.ts'
import { restoreDatabase } from './platform/backup/restore.ts'

await runDatabaseCommand(
  'npm run restore -- FILE',
  async ({ url, argument, log }) => {
    const file = namedFile(argument)
    const { tables, rows } = await restoreDatabase({ url, file, log, key: backupKey() })
    return `復元しました / restored: ${file} (${tables} tables, ${rows} rows)`
  },
  { mayBeNew: true },
)
