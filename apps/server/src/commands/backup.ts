import { dirname } from 'node:path'
import { writeBackup } from '../platform/backup/backup.ts'
import type { BackupPlace } from '../platform/backup/backup-place.ts'
import { openBackup } from '../platform/backup/open-backup-place.ts'
import { backupRoom } from '../platform/backup/backup-room.ts'
import { confirmOverwrite } from '../platform/backup/confirm-overwrite.ts'
import { BackupError } from '../platform/backup/format.ts'
import { ledgerName } from '../features/user-role/erasure/ledger-file.ts'
import { writeLedgerBeside } from '../features/user-role/erasure/ledger-beside-backup.ts'
import { readDiskSettings } from '../platform/config/config.ts'
import { secretsIn } from '../platform/config/operation-variables.ts'
import { backupKey, namedBackup, runDatabaseCommand } from '../platform/database/command-database.ts'
import { openFileStore } from '../platform/files/open-file-store.ts'
import { secretOfFolder } from '../platform/secrets/product-secret.ts'
import type { Command } from '../platform/command.ts'

const refuseUnencrypted = (key: string | undefined) => {
  if (key !== undefined) return
  throw new BackupError('S3 に置くバックアップには BACKUP_KEY を指定してください。', 'A backup for S3 must be encrypted: set BACKUP_KEY.')
}

const isThere = async (place: BackupPlace, name: string) => (await place.list()).some((stored) => stored.name === name)

/** Writes the whole database and all stored files to a file, and the ledger of erasures beside it. */
export const backup: Command = (call) =>
  runDatabaseCommand(
    call,
    async ({ url, argument, flags, log }) => {
      const file = namedBackup(argument)
      const isInBucket = file.startsWith('s3:')
      if (isInBucket) refuseUnencrypted(backupKey())
      const { place, name } = await openBackup(file)
      if (!flags.has('overwrite')) await confirmOverwrite(file, await isThere(place, name))
      const settings = readDiskSettings(process.env)
      const key = backupKey()
      const jwtSecret = process.env['JWT_SECRET'] || undefined
      const content = {
        url,
        key,
        files: await openFileStore(settings),
        leaveOut: [ledgerName],
        secret: await secretOfFolder({ dataDir: settings.dataDir, jwtSecrets: jwtSecret === undefined ? undefined : secretsIn(jwtSecret) }),
      }
      const options = isInBucket ? { place, name } : { place, name, refuseWithoutRoom: await backupRoom(dirname(file), settings) }
      const { tables, rows, files } = await writeBackup(content, options)
      const ledger = await writeLedgerBeside(place, url, log)
      return `バックアップを作成しました / backup written: ${file} (${tables} tables, ${rows} rows, ${files} files)
消去の台帳も、いっしょに保管してください / keep the ledger of erasures with it: ${ledger}`
    },
    { mayBeNew: false, flags: ['overwrite'] },
  )
