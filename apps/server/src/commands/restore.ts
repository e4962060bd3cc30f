import { readDiskSettings } from '../platform/config/config.ts'
import { backupKey, namedBackup, runDatabaseCommand } from '../platform/database/command-database.ts'
import { openBackup } from '../platform/backup/open-backup-place.ts'
import { BackupError } from '../platform/backup/format.ts'
import { restoreDatabase } from '../platform/backup/restore.ts'
import { withScratchFolder } from '../platform/backup/scratch-folder.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { putSecretInFolder } from '../platform/secrets/product-secret.ts'
import { addToStoredLedger } from '../features/user-role/erasure/copy-ledger.ts'
import { findLedgerBeside } from '../features/user-role/erasure/ledger-beside-backup.ts'
import type { Command } from '../platform/command.ts'
import { checkByCommand } from './check-backup.ts'

const wordsOfSecret = (dataDir: string): string =>
  process.env['JWT_SECRET'] || process.env['DATABASE_URL']
    ? `署名の鍵を ${dataDir}/jwt-secret に戻しました。この中身を JWT_SECRET に加えてください / the signing secret is there: add it to JWT_SECRET`
    : '署名の鍵も戻しました / with the signing secret'

/** @param isThere whether a ledger lies beside the backup */
const wordsOfLedger = (known: number, isThere: boolean): string => {
  if (known > 0)
    return `消去の台帳 ${known}件：復元で戻った人は、次の起動で、もう一度消去します / ${known} erasures are played again by the next start`
  return isThere
    ? '消去の台帳は空です。消去した人はいません / the ledger of erasures is empty: nobody was erased'
    : '消去の台帳が見つかりません。消去した人がいるときは、mimamori-erasures.json を files のフォルダーに置いてから起動してください / no ledger of erasures was found'
}

const fillFromBackup: Command = (call) =>
  runDatabaseCommand(
    call,
    async ({ url, argument, log }) => {
      const file = namedBackup(argument)
      const { place, name } = await openBackup(file)
      // First: a file that is no ledger must not be noticed once people are there again who were erased.
      const erasures = await findLedgerBeside(place)
      const settings = readDiskSettings(process.env)
      const store = await openFileStore(settings)
      const lines: string[] = []
      const onSecret = async (secret: string) => {
        if (!(await putSecretInFolder(settings.dataDir, secret)))
          throw new BackupError(
            `${settings.dataDir}/jwt-secret に別の鍵があります。ほかの場所に移してから、もう一度実行してください。`,
            `${settings.dataDir}/jwt-secret is another secret: move it away and run this again.`,
          )
        lines.push(wordsOfSecret(settings.dataDir))
      }
      const putFile = (key: string, path: string) => store.put(key, path, 'application/octet-stream')
      const source = { place, name, key: backupKey() }
      const { tables, rows, files } = await withScratchFolder({ prefix: 'mimamori-restore' }, (folder) =>
        restoreDatabase({ url, source, log, files: { folder, putFile }, onSecret }),
      )
      const known = await addToStoredLedger(store, erasures ?? [])
      const again = wordsOfLedger(known, erasures !== undefined)
      return [`復元しました / restored: ${file} (${tables} tables, ${rows} rows, ${files} files)`, ...lines, again].join('\n')
    },
    { mayBeNew: true },
  )

/** Fills an empty database from a backup, or, with `--check`, one that is thrown away. */
export const restore: Command = (call) =>
  call.args.includes('--check') ? checkByCommand({ ...call, args: call.args.filter((arg) => arg !== '--check') }) : fillFromBackup(call)
