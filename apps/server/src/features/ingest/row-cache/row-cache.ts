import type { Pool } from 'pg'
import { DeviceCache } from './device-cache.ts'
import { NotedDevices } from './noted-devices.ts'
import { SiteCache } from './site-cache.ts'
import { WearCache } from './wear-cache.ts'
import { WorkerStateCache } from './worker-state-cache.ts'

/**
 * Rows that this process knows from former transactions. A batch uses devices, wears and sites as they are here, and asks for the versions
 * of their rows once, together with its locks (`confirmRows`): each write gives a row a new version, so no change has to be announced.
 */
export type RowCache = {
  readonly workers: WorkerStateCache
  readonly devices: DeviceCache
  readonly wears: WearCache
  readonly sites: SiteCache
  readonly noted: NotedDevices
}

const createCache = (): RowCache => ({
  workers: new WorkerStateCache(),
  devices: new DeviceCache(),
  wears: new WearCache(),
  sites: new SiteCache(),
  noted: new NotedDevices(),
})

const cacheByPool = new WeakMap<Pool, { cache: RowCache }>()

/**
 * The cache of a database. A new connection may lead to another server, or to an older copy of this one that gives the same version
 * numbers out again, so a new connection begins an empty cache; entries that a former batch adds to the old cache are never read.
 */
export const cacheOf = (pool: Pool): RowCache => {
  let own = cacheByPool.get(pool)
  if (own === undefined) {
    const created = { cache: createCache() }
    pool.on('connect', () => (created.cache = createCache()))
    cacheByPool.set(pool, created)
    own = created
  }
  return own.cache
}
