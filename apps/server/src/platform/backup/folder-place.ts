import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BackupPlace, StoredBackup } from './backup-place.ts'
import { codeOf } from '../errors.ts'

const brokenName = /\.\d+\.partial$/

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
      const partial = `${path}.${process.pid}.partial`
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
    read: async (name) => (await unlessMissing(open(join(folder, name), 'r')))?.createReadStream(),
    remove: (name) => rm(join(folder, name), { force: true }),
    removeBroken: async (isOurs) => {
      const names = (await unlessMissing(readdir(folder))) ?? []
      const broken = names.filter((name) => brokenName.test(name) && isOurs(name.replace(brokenName, '')))
      await Promise.all(broken.map((name) => rm(join(folder, name), { force: true })))
    },
  }
}
