import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, constants, open, readdir, rename, rm, stat } from 'node:fs/promises'
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

const isRefused = (error: unknown) => ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')

/** Also with sudo the command of the package runs as the user of the service, who may not enter the folders of others. */
const closedFolder = (folder: string, cause: unknown) => {
  const owner = userInfo().username
  return new BackupError(
    `${folder} を利用者 ${owner} は使えません（コマンドは sudo でも ${owner} として動きます）。${owner} が読み書きできるフォルダーを指定してください（パッケージでは /var/backups/mimamori）。`,
    `The user ${owner}, as whom this runs even with sudo, may not use ${folder}: name a folder of theirs, such as /var/backups/mimamori of the package.`,
    { cause },
  )
}

const isOpen = (folder: string, mode: number) =>
  access(folder, mode).then(
    () => true,
    () => false,
  )

/** Backups in a folder of this machine. They hold personal data and password hashes: mode 0600. */
export const createFolderPlace = (folder: string): BackupPlace => {
  const list = async (): Promise<StoredBackup[]> => {
    const stored: StoredBackup[] = []
    const names = await unlessMissing(readdir(folder)).catch((cause: unknown) => {
      throw isRefused(cause) ? closedFolder(folder, cause) : cause
    })
    for (const name of names ?? []) {
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
        await rm(partial, { force: true }).catch(() => undefined)
        throw isRefused(error) && !(await isOpen(folder, constants.W_OK | constants.X_OK)) ? closedFolder(folder, error) : error
      }
    },
    read: async (name) => {
      const path = join(folder, name)
      const file = await unlessMissing(open(path, 'r')).catch(async (cause: unknown) => {
        if (!isRefused(cause)) throw cause
        throw (await isOpen(folder, constants.X_OK)) ? unreadable(path, cause) : closedFolder(folder, cause)
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
