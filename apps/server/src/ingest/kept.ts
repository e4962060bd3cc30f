import type { Pool } from 'pg'
import { KeptDevices } from './attach/kept-devices.ts'
import { KeptWears } from './attach/kept-wears.ts'
import { KeptWorkers } from './states/kept-workers.ts'

/** Rows that this process knows from former transactions, and uses again where their versions are still the same. */
export type Kept = { readonly workers: KeptWorkers; readonly devices: KeptDevices; readonly wears: KeptWears }

const make = (): Kept => ({ workers: new KeptWorkers(), devices: new KeptDevices(), wears: new KeptWears() })

const keptBy = new WeakMap<Pool, { kept: Kept }>()

/**
 * What is kept of a database. A new connection may lead to another server, or to an older copy of this one that gives the
 * same numbers out again, so all is forgotten with it; who still holds what was kept before keeps on in vain.
 */
export const keptOf = (pool: Pool): Kept => {
  let own = keptBy.get(pool)
  if (own === undefined) {
    const made = { kept: make() }
    pool.on('connect', () => (made.kept = make()))
    keptBy.set(pool, made)
    own = made
  }
  return own.kept
}
