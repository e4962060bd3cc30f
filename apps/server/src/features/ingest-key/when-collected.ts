import { setTimeout as after } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'

const askEveryMs = 100
const asksInFiveSeconds = 50

// One session for all keys collects for those to come too; of several each collects for the keys it names.
const forAll = 'select from broker_layout l where l.shares = 1 and not l.is_leaving'
const forKey = 'select from ingest_key k where k.key_id = $1 and k.subscribed_at is not null'

/**
 * Waits some seconds at most until a broker outside collects what a key publishes: what comes before, it acknowledges and
 * throws away. The processes that read from it say when.
 * @returns false where that is not yet so
 */
export const whenCollected = async (
  { config, pool }: Pick<Context, 'config' | 'pool'>,
  keyId: string,
  mostAsks = asksInFiveSeconds,
): Promise<boolean> => {
  if (config.mqttUrl === undefined) return true
  for (let asks = 1; ; asks++) {
    if ((await pool.query(forAll)).rows.length > 0 || (await pool.query(forKey, [keyId])).rows.length > 0) return true
    if (asks === mostAsks) return false
    await after(askEveryMs)
  }
}
