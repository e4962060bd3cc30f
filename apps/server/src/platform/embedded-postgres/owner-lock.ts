import { link, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writePrivateFile } from './private-file.ts'
import { processIdentity } from './process-identity.ts'
import type { ServerUser } from './server-user.ts'
import { DatabaseStartError } from './start-error.ts'

interface Owner {
  pid: number
  identity: string
}

/**
 * Marks the database home as ours. Two processes that find a dead owner at the same instant could
 * both get here; PostgreSQL's own locks then let only one of them start.
 * @throws DatabaseStartError while another living process owns it
 */
export async function claimHome(home: string, user?: ServerUser): Promise<void> {
  const path = join(home, 'owner.json')
  const own = join(home, `owner.${process.pid}.json`)
  const identity = processIdentity(process.pid) ?? ''
  await writePrivateFile(own, JSON.stringify({ pid: process.pid, identity } satisfies Owner), user)
  try {
    for (;;) {
      try {
        // Unlike a rename, a link never replaces what is there.
        await link(own, path)
        return
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
      }
      const owner = await livingOwner(home)
      if (owner !== undefined) throw inUse(home, owner)
      await rm(path, { force: true })
    }
  } finally {
    await rm(own, { force: true })
  }
}

export async function releaseHome(home: string): Promise<void> {
  await rm(join(home, 'owner.json'), { force: true })
}

/** The pid of the living process that owns this home; undefined when there is none. */
export async function livingOwner(home: string): Promise<number | undefined> {
  const text = await readFile(join(home, 'owner.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const owner = parseOwner(text)
  return owner !== undefined && processIdentity(owner.pid) === owner.identity ? owner.pid : undefined
}

function parseOwner(text: string): Owner | undefined {
  try {
    return JSON.parse(text) as Owner
  } catch {
    // Damaged by a crash of the whole machine, so its writer is gone.
    return undefined
  }
}

function inUse(home: string, pid: number): DatabaseStartError {
  return new DatabaseStartError(
    `データベースのフォルダー ${home} は、実行中の別のプロセス (PID ${pid}) が使用しています。`,
    `The database folder ${home} is in use by the running process ${pid}.`,
  )
}
