import { link, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from './error-code.ts'
import { writePrivateFile } from './private-file.ts'
import { processIdentity } from './process-identity.ts'
import type { ServerUser } from './run-program.ts'
import { DatabaseStartError } from './start-error.ts'

interface Owner {
  pid: number
  identity: string
}

/**
 * Marks the database home as ours.
 * @throws DatabaseStartError while another living process owns it
 */
export async function claimHome(home: string, user?: ServerUser): Promise<void> {
  const own = join(home, `owner.${process.pid}.json`)
  const identity = processIdentity(process.pid) ?? ''
  await writePrivateFile(own, JSON.stringify({ pid: process.pid, identity } satisfies Owner), user)
  try {
    // Unlike a rename, a link never replaces what is there.
    while (!(await succeeds(link(own, ownerFile(home)), 'EEXIST'))) {
      const text = await readFile(ownerFile(home), 'utf8').catch(() => '')
      const owner = livingOwnerIn(text)
      if (owner !== undefined) throw inUse(home, owner)
      await removeDead(home, text)
    }
  } finally {
    await rm(own, { force: true })
  }
}

/**
 * To be asked again before each start of the server.
 * @throws DatabaseStartError when another living process has come to own the home
 */
export async function refuseOtherOwner(home: string): Promise<void> {
  const owner = await livingOwner(home)
  if (owner !== undefined && owner !== process.pid) throw inUse(home, owner)
}

/** Releases the home; does nothing when another process owns it. */
export async function releaseHome(home: string): Promise<void> {
  if ((await livingOwner(home)) === process.pid) await rm(ownerFile(home), { force: true })
}

/** The pid of the living process that owns this home; undefined when there is none. */
export async function livingOwner(home: string): Promise<number | undefined> {
  return livingOwnerIn(await readFile(ownerFile(home), 'utf8').catch(() => ''))
}

/** Several processes may find the same dead owner: what one has just written must not be removed by the next. */
async function removeDead(home: string, text: string): Promise<void> {
  const removed = join(home, `owner.${process.pid}.removed`)
  if (!(await succeeds(rename(ownerFile(home), removed), 'ENOENT'))) return
  const isOther = (await readFile(removed, 'utf8')) !== text
  if (isOther) await succeeds(link(removed, ownerFile(home)), 'EEXIST')
  await rm(removed, { force: true })
}

function ownerFile(home: string): string {
  return join(home, 'owner.json')
}

async function succeeds(action: Promise<void>, expectedFailure: 'EEXIST' | 'ENOENT'): Promise<boolean> {
  try {
    await action
    return true
  } catch (cause) {
    if (errorCode(cause) !== expectedFailure) throw cause
    return false
  }
}

function livingOwnerIn(text: string): number | undefined {
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
