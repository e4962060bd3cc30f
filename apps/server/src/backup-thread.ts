import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { pino } from 'pino'
import { writeLedgerBeside } from './features/user-role/erasure/ledger-beside-backup.ts'
import { ledgerName } from './features/user-role/erasure/ledger-file.ts'
import { writeBackup } from './platform/backup/backup.ts'
import { folderOfPlace, openBackupPlace } from './platform/backup/open-backup-place.ts'
import { backupRoom, roomIn } from './platform/backup/backup-room.ts'
import { type BackupAnswer, type BackupTask, failedAnswer } from './platform/backup/backup-task.ts'
import { verifyFile } from './platform/backup/restore.ts'
import { openFileStore } from './platform/files/open-file-store.ts'

/*
 * Makes or checks a backup in a thread of its own: compression, encryption and counting keep it busy, and readings are judged
 * meanwhile.
 */

const port = parentPort
if (port === null) throw new Error('backup-thread runs only as a thread of its own')

// Readings come first. Linux lowers the priority of the calling thread alone; elsewhere it would slow the whole process.
const backupNiceness = 15
if (process.platform === 'linux') setPriority(0, backupNiceness)

const log = pino({ level: 'warn' }, pino.destination(2))

const doTask = async (task: BackupTask): Promise<BackupAnswer> => {
  const place = await openBackupPlace(task.place)
  const { name, key, settings } = task
  const source = { place, name, key }
  if (task.kind === 'verify') return { kind: 'verified', header: await verifyFile(source) }
  if (task.kind === 'check') {
    const refuseWithoutRoom = roomIn(task.folder, settings.diskFloorMegabytes)
    // It reads what half of the product knows of its records: nothing that a backup needs each night.
    const { checkBackup } = await import('./check-backup.ts')
    const { expected, verified } = task
    const { rows, files } = await checkBackup({ url: task.url, source, expected, verified, log, refuseWithoutRoom })
    return { kind: 'done', bytes: null, rows, files }
  }
  const { url } = task
  // First, so that a ledger that cannot be read or written does not cost a whole backup each hour. The backup holds
  // nobody who was erased by then.
  await writeLedgerBeside(place, url, log)
  const content = { url, key, secret: task.secret, files: await openFileStore(settings), leaveOut: [ledgerName] }
  const folder = folderOfPlace(task.place)
  const refuseWithoutRoom = folder === undefined ? async () => undefined : await backupRoom(folder, settings)
  const { bytes, rows, files } = await writeBackup(content, { place, name, refuseWithoutRoom })
  return { kind: 'done', bytes, rows, files }
}

const given = workerData as BackupTask
const answer = await doTask(given).catch((error: unknown) => failedAnswer(error, given))
port.postMessage(answer, [])
