import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileStore, orFilesAway } from './file-store.ts'
import { codeOf } from '../errors.ts'

// A name is on disk once its folder is; Windows writes folders by itself and lets nobody ask for it.
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

const writeDurably = async (from: string, to: string): Promise<void> => {
  const file = await open(to, 'w', 0o600)
  try {
    await file.writeFile(createReadStream(from))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Files in a folder of this machine. */
export const createFolderStore = (folder: string): FileStore => {
  const pathOf = (key: string) => {
    if (!/^\w[\w.-]*$/.test(key)) throw new Error(`${key} is no key of a file`)
    return join(folder, key)
  }
  // What is being written bears another name, so that nobody reads half a file.
  const partOf = (key: string) => `${pathOf(key)}.part`
  const isKey = (name: string) => /^\w[\w.-]*$/.test(name) && !name.endsWith('.part')

  return {
    put: (key, path) =>
      orFilesAway(async () => {
        await mkdir(folder, { recursive: true })
        try {
          await writeDurably(path, partOf(key))
          await rename(partOf(key), pathOf(key))
        } catch (error) {
          await rm(partOf(key), { force: true })
          throw error
        }
        await syncFolder(folder)
      }),
    get: (key) =>
      orFilesAway(async () => {
        try {
          return (await open(pathOf(key), 'r')).createReadStream()
        } catch (error) {
          if (codeOf(error) === 'ENOENT') return undefined
          throw error
        }
      }),
    delete: (key) =>
      orFilesAway(async () => {
        await rm(pathOf(key), { force: true })
        await rm(partOf(key), { force: true })
      }),
    list: () =>
      orFilesAway(async () => {
        try {
          const entries = await readdir(folder, { withFileTypes: true })
          return entries.filter((entry) => entry.isFile() && isKey(entry.name)).map(({ name }) => name)
        } catch (error) {
          if (codeOf(error) === 'ENOENT') return []
          throw error
        }
      }),
  }
}
