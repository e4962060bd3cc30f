import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { FilesAway } from '../files/file-store.ts'
import { failedAnswer } from './backup-task.ts'

const backup = { kind: 'backup', place: '/no/such/place' } as const
const errorOf = async (work: Promise<unknown>): Promise<unknown> => work.then(() => undefined).catch((error: unknown) => error)
const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

test.each([
  ['of the place', backup, () => errorOf(readdir('/no/such/place')), 'BACKUP_DIR のフォルダーがありません。'],
  [
    'below the place',
    { ...backup, place: 'file:///no/such' },
    () => errorOf(readFile('/no/such/a')),
    'BACKUP_DIR のフォルダーがありません。',
  ],
  ['of anything else', backup, () => errorOf(readFile('/no/such/place-2')), '/no/such/place-2 がありません。'],
  ['of a full disk', backup, async () => full, 'BACKUP_DIR のフォルダーのディスクに空きがありません。'],
  [
    'of a full disk of a check',
    { ...backup, kind: 'check' } as const,
    async () => full,
    '復元の確認に使うフォルダー（DATA_DIR/backup-check）のディスクに空きがありません。',
  ],
  [
    'of stored files',
    backup,
    async () => new FilesAway('ENOENT'),
    'アップロードされたファイルを読めません。FILES_URL の保存先を確かめてください。',
  ],
])('an error %s blames what it is about', async (_, step, fail, words) => {
  expect(failedAnswer(await fail(), step).words).toBe(words)
})
