import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { pino } from 'pino'
import { checkBackup } from './check-backup.ts'
import { writeLedgerBeside } from './features/user-role/erasure/ledger-beside-backup.ts'
import { ledgerName } from './features/user-role/erasure/ledger-file.ts'
import { writeBackup } from './platform/backup/backup.ts'
import { openBackupPlace } from './platform/backup/open-backup-place.ts'
import { backupRoom, roomIn } from './platform/backup/backup-room.ts'
import { type BackupAnswer, type BackupTask, failedAnswer } from './platform/backup/backup-task.ts'
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

const isFolder = (place: string) => !place.startsWith('s3:')
const folderOf = (place: string) => (place.startsWith('file:') ? fileURLToPath(place) : place)

const doTask = async (task: BackupTask): Promise<BackupAnswer> => {
  const place = await openBackupPlace(task.place)
  const { name, url, key, settings } = task
  if (task.kind === 'check') {
    const refuseWithoutRoom = roomIn(task.folder, settings.diskFloorMegabytes)
    const { rows, files } = await checkBackup({ url, source: { place, name, key }, expected: task.expected, log, refuseWithoutRoom })
    return { kind: 'done', bytes: null, rows, files }
  }
  const content = { url, key, secret: task.secret, files: await openFileStore(settings), leaveOut: [ledgerName] }
  const refuseWithoutRoom = isFolder(task.place) ? await backupRoom(folderOf(task.place), settings) : async () => undefined
  const { bytes, rows, files } = await writeBackup(content, { place, name, refuseWithoutRoom })
  await writeLedgerBeside(place, url, log)
  return { kind: 'done', bytes, rows, files }
}

const answer = await doTask(workerData as BackupTask).catch((error: unknown) => failedAnswer(error))
port.postMessage(answer, [])
