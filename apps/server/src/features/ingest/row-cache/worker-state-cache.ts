import type { StoredWorker } from '../model.ts'
import { LatestEntries } from './latest-entries.ts'

/** A worker's state with its row's version: the transaction that wrote it, as PostgreSQL numbers them (`xmin`). */
export type CachedWorker = { readonly version: string; readonly worker: StoredWorker }

/**
 * The states of workers as this process stored them last. The statement that locks a state answers its version, and only a state
 * of another version is read: each transaction that writes the row, of any process, gives it a new one.
 */
export class WorkerStateCache {
  /** By the worker's number; about 30 MB when full. */
  readonly #workers: LatestEntries<number, CachedWorker>

  constructor(limit?: number) {
    this.#workers = new LatestEntries(({ worker }) => worker.userId, limit)
  }

  /** The state, where that version of it is in the cache. */
  find(userId: number, version: string): StoredWorker | undefined {
    const cached = this.#workers.get(userId)
    return cached?.version === version ? cached.worker : undefined
  }

  /** Takes in states once the transaction that stored them is committed. */
  set(workers: readonly CachedWorker[]): void {
    this.#workers.set(workers)
  }
}
