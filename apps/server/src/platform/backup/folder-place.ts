import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BackupPlace, StoredBackup } from './backup-place.ts'
import { BackupError } from './format.ts'
import { codeOf } from '../errors.ts'

const brokenName = /\.[0-9a-f]+\.partial$/

const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

const unlessMissing = async <Answer>(work: Promise<Answer>): Promise<Answer | undefined> =>
  work.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })

const unreadable = (path: string, cause: unknown) => {
  const owner = userInfo().username
  return new BackupError(
    `${path} を読み取る権限がありません。実行している利用者（${owner}）が読めるように、所有者を変えてください（install -o ${owner} -m 600 …）。`,
    `The user ${owner} may not read ${path}: give it to them (install -o ${owner} -m 600 …).`,
    { cause },
  )
}

/** Backups in a folder of this machine. They hold personal data and password hashes: mode 0600. */
export const createFolderPlace = (folder: string): BackupPlace => {
  const list = async (): Promise<StoredBackup[]> => {
    const stored: StoredBackup[] = []
    for (const name of (await unlessMissing(readdir(folder))) ?? []) {
      const found = brokenName.test(name) ? undefined : await unlessMissing(stat(join(folder, name)))
      if (found?.isFile() === true) stored.push({ name, bytes: found.size })
    }
    return stored
  }
  return {
    describe: (name) => join(folder, name),
    list,
    write: async (name, bytes) => {
      const path = join(folder, name)
      // Of the process's number another one of a container has the same.
      const partial = `${path}.${randomBytes(6).toString('hex')}.partial`
      try {
        const file = createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true })
        await pipeline(bytes, file)
        await rename(partial, path)
        await syncFolder(dirname(path))
        return file.bytesWritten
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
    read: async (name) => {
      const path = join(folder, name)
      const file = await unlessMissing(open(path, 'r')).catch((cause: unknown) => {
        throw ['EACCES', 'EPERM'].includes(codeOf(cause) ?? '') ? unreadable(path, cause) : cause
      })
      return file?.createReadStream()
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    removeBroken: async (isOurs) => {
      const names = (await unlessMissing(readdir(folder))) ?? []
      const broken = names.filter((name) => brokenName.test(name) && isOurs(name.replace(brokenName, '')))
      await Promise.all(broken.map((name) => rm(join(folder, name), { force: true })))
    },
  }
}
