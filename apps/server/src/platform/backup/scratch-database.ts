import { chmod, mkdir, realpath, rm } from 'node:fs/promises'
import { startEmbeddedPostgres } from '@mimamori/embedded-postgres'
import { homePlace } from '@mimamori/embedded-postgres/home-folder'
import type { Logger } from 'pino'

// It is thrown away: nothing of it must survive anything, and it takes little memory beside the product.
const scratchSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  shared_buffers: '64MB',
  max_connections: '20',
}

/** Removes what `withScratchDatabase` keeps in a folder; nothing happens where there is nothing. No process may be at it. */
export const removeScratch = async (folder: string): Promise<void> => {
  // As root it may be kept elsewhere, where PostgreSQL's own user can reach it.
  const home = await realpath(homePlace(folder)).catch(() => undefined)
  if (home !== undefined) await rm(home, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}

const unlessStopped = <Answer>(work: Promise<Answer>, stopping: AbortSignal | undefined): Promise<Answer> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => stopping?.addEventListener('abort', () => reject(stopping.reason as Error), { once: true })),
  ])

/**
 * Starts a PostgreSQL of its own in a folder, for work that needs an empty database, and removes it after that. What a killed
 * process left there is removed first.
 * @param folder of nothing else
 * @param stopping ends the work, whatever it is doing
 */
export const withScratchDatabase = async <Answer>(
  folder: string,
  log: Logger,
  work: (url: string) => Promise<Answer>,
  stopping?: AbortSignal,
): Promise<Answer> => {
  await removeScratch(folder)
  await mkdir(folder, { recursive: true })
  // PostgreSQL never runs as root: its own user must get through the folder.
  await chmod(folder, 0o711)
  try {
    const server = await startEmbeddedPostgres({ dataDir: folder, log, settings: scratchSettings })
    try {
      stopping?.throwIfAborted()
      return await unlessStopped(work(server.url), stopping)
    } finally {
      await server.stop()
    }
  } finally {
    await removeScratch(folder)
  }
}
