import { rmSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../errors.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const isAlive = (processId: number): boolean => {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

/** Removes what commands that were killed left: the content of backups, readable. */
const removeLeft = async (prefix: string, remove: (folder: string) => Promise<void>): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const [, processId] = new RegExp(`^${prefix}-(\\d+)-`).exec(name) ?? []
    if (processId === undefined || isAlive(Number(processId))) continue
    const folder = join(tmpdir(), name)
    // Another user's is that user's to remove.
    if ((await stat(folder).catch(() => undefined))?.uid === process.getuid?.()) await remove(folder)
  }
}

/**
 * Gives a command a temporary folder for the content of a backup, and removes it in the end, also when the command is stopped by a
 * signal, of which it then dies as it would have; of a command that was killed the next one removes it.
 * @param options.prefix what the folders of its kind begin with
 * @param options.remove how such a folder is removed, where that is more than its files
 * @param options.waits whether the work ends by itself once it is stopping; else the folder is removed under it
 */
export const withScratchFolder = async <Answer>(
  { prefix, remove = removeFolder, waits = false }: { prefix: string; remove?: (folder: string) => Promise<void>; waits?: boolean },
  work: (folder: string, stopping: AbortSignal) => Promise<Answer>,
): Promise<Answer> => {
  await removeLeft(prefix, remove)
  const folder = await mkdtemp(join(tmpdir(), `${prefix}-${process.pid}-`))
  const stopping = new AbortController()
  let died: NodeJS.Signals | undefined
  const die = (signal: NodeJS.Signals) => {
    died = signal
    stopping.abort(new Error(signal))
    if (waits) return
    rmSync(folder, { recursive: true, force: true })
    endBy(signal)
  }
  const endBy = (signal: NodeJS.Signals) => {
    for (const name of signals) process.off(name, die)
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.on(signal, die)
  try {
    return await work(folder, stopping.signal)
  } finally {
    await remove(folder)
    for (const signal of signals) process.off(signal, die)
    if (died !== undefined) endBy(died)
  }
}
