import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Home } from './home-folder.ts'

const megabyte = 2 ** 20
/** Four pieces of the server's log: it can recover, and frees what it had written since its last checkpoint. */
const reserveBytes = 64 * megabyte
// As much besides that the reserve itself never makes a disk full.
const roomyBytes = 4 * reserveBytes
const lookEveryMs = 60_000

const placeOf = (home: Home): string => join(home.path, 'reserve')

const freeBytes = async (home: Home): Promise<number> => {
  const { bavail, bsize } = await statfs(home.path)
  return bavail * bsize
}

/** How large the disk is on which the database lies. */
export const diskBytes = async (home: Home): Promise<number> => {
  const { blocks, bsize } = await statfs(home.path)
  return blocks * bsize
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Gives back the reserve where the disk is full, so that the server can start: what it wrote to its log since the last
 * checkpoint may have filled the disk, and without room it can never make the checkpoint that frees it.
 */
export const releaseReserve = async (home: Home, log: Logger): Promise<void> => {
  if ((await freeBytes(home)) >= reserveBytes || !(await isThere(placeOf(home)))) return
  log.warn({ megabytes: reserveBytes / megabyte }, 'the disk is full: PostgreSQL is given the reserve to recover')
  await rm(placeOf(home), { force: true })
}

/** Puts a reserve aside where there is none and the disk has plenty of room. */
export const makeReserve = async (home: Home): Promise<void> => {
  if ((await isThere(placeOf(home))) || (await freeBytes(home)) < roomyBytes) return
  const file = await open(placeOf(home), 'wx', 0o600)
  try {
    // Written, not just as long: only blocks that are taken can be given back.
    for (let written = 0; written < reserveBytes; written += megabyte) await file.write(Buffer.alloc(megabyte))
  } finally {
    await file.close()
  }
}

/** Puts a reserve aside now and whenever it is missing. @returns what ends it */
export const keepReserve = (home: Home, log: Logger): (() => void) => {
  const make = () =>
    void makeReserve(home).catch((cause: unknown) =>
      log.warn({ reason: cause instanceof Error ? cause.message : String(cause) }, 'no reserve could be put aside'),
    )
  make()
  const timer = setInterval(make, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
