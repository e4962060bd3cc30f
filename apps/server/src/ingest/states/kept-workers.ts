import type { WorkerState } from '@mimamori/heat'
import { LatestKept } from '../latest-kept.ts'

/** A worker as the last transaction left them. */
export type StoredWorker = {
  readonly userId: number
  /** Corrected time of the newest reading stored, epoch ms. */
  readonly lastAt: number | null
  /** When the newest of their readings came, by our clock, epoch ms. */
  readonly heardAt: number | null
  readonly judge: WorkerState | null
  readonly totalLevel: number | null
  readonly battery: number | null
  readonly deviceId: number | null
}

/** A worker's state with its row's version: the transaction that wrote it, as PostgreSQL numbers them (`xmin`). */
export type KeptWorker = { readonly version: string; readonly worker: StoredWorker }

/**
 * The states of workers as this process stored them last. Whoever locks a state learns its version, and fetches the state
 * itself only where another version is kept: whatever wrote the row, this process or another, an answer of a person or a
 * job, gave it a new one.
 */
export class KeptWorkers {
  /** By the worker's number; some 30 MB of them. */
  readonly #workers: LatestKept<number, KeptWorker>

  constructor(most?: number) {
    this.#workers = new LatestKept(({ worker }) => worker.userId, most)
  }

  /** The state, where that version of it is kept. */
  find(userId: number, version: string): StoredWorker | undefined {
    const kept = this.#workers.get(userId)
    return kept?.version === version ? kept.worker : undefined
  }

  /** Keeps states once the transaction that stored them is committed. */
  keep(workers: readonly KeptWorker[]): void {
    this.#workers.keep(workers)
  }
}
