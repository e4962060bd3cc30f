import { chown, open, rename, rm } from 'node:fs/promises'
import type { ServerUser } from './run-program.ts'

/**
 * Writes a file only its owner can read, whole or not at all, durable on return.
 * It belongs to `owner` where given, so that a folder once started as root can still be used
 * by the ordinary user whose database it is.
 */
export async function writePrivateFile(path: string, content: string, owner?: ServerUser): Promise<void> {
  const partial = `${path}.${process.pid}.tmp`
  await rm(partial, { force: true })
  const file = await open(partial, 'wx', 0o600)
  try {
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    if (owner) await chown(partial, owner.uid, owner.gid)
    await rename(partial, path)
  } catch (cause) {
    // On a full disk each try to start would leave one behind.
    await rm(partial, { force: true })
    throw cause
  }
}
