import { backupDatabase } from './platform/backup.ts'
import { namedFile, runDatabaseCommand } from './platform/command-database.ts'

await runDatabaseCommand(
  'npm run backup -- FILE',
  async ({ url, argument }) => {
    const file = namedFile(argument)
    const { tables, rows } = await backupDatabase({ url, file })
    return `バックアップを作成しました / backup written: ${file} (${tables} tables, ${rows} rows)`
  },
  { mayBeNew: false },
)
