import type { ReadingKind } from '@mimamori/contract'
import type { PoolClient } from 'pg'
import type { Logger } from 'pino'
import type { DeviceWears, WearCache } from '../row-cache/wear-cache.ts'
import { loadWears } from './load-wears.ts'

const hourMs = 3_600_000

/** Whether people wear devices of the kind. */
export const isWorn = ({ kind }: { readonly kind: ReadingKind }): boolean => kind === 'vital' || kind === 'belt'

/**
 * Finds the wears of devices since a time: from the cache, or read where the cache has none that reach back so far, or none of that
 * day. They are read from two hours earlier on, so that batches with ever older readings do not each read them again.
 * @param since epoch ms
 * @param day in Japan for which ages are counted, YYYY-MM-DD
 */
export const findWears = async (
  client: PoolClient,
  log: Logger,
  cache: WearCache,
  companyId: number,
  { deviceIds, since, day }: { readonly deviceIds: readonly number[]; readonly since: number; readonly day: string },
): Promise<DeviceWears[]> => {
  const cached: DeviceWears[] = []
  const missing: number[] = []
  for (const deviceId of deviceIds) {
    const known = cache.find(deviceId)
    if (known !== undefined && known.from <= since && known.day === day) cached.push(known)
    else missing.push(deviceId)
  }
  const loaded = await loadWears(client, log, companyId, { deviceIds: missing, from: since - 2 * hourMs, day })
  cache.set(loaded)
  return [...cached, ...loaded]
}
