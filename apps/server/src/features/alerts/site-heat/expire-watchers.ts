import { expireWatcher, SITE_HEAT_KEPT_MS, siteHeatExpiresAt, type WatcherState } from '@mimamori/heat'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { endEpisodes } from '../episodes/end.ts'
import { onClient } from '../../../platform/exchange/on-client.ts'

// The ingestion locks the state of a device before its episodes too. A watcher that it holds now is heard of: its turn comes
// again. Only those are locked whose last value that counts is too old; `siteHeatExpiresAt` is asked once they are.
const openOnes = `
  select a.alert_id, s.device_id, s.judge
    from alert a
    join device_state s on s.company_id = a.company_id and s.device_id = a.device_id
   where a.company_id = $2 and a.kind = 'siteHeat' and a.ended_at is null
     and coalesce((s.judge->'watcher'->'track'->>'at')::float8, 0) <= $1
   order by s.device_id
     for update of s skip locked`

type OpenOne = {
  readonly alert_id: number
  readonly device_id: number
  readonly judge: { readonly watcher?: WatcherState } | null
}

/** Ends the site heat of a company's watchers of which nothing that counts has come for too long. */
export const expireWatchers = async (client: PoolClient, companyId: number, now: Date): Promise<void> => {
  const db = onClient(client)
  const { rows } = await client.query<OpenOne>(openOnes, [now.getTime() - SITE_HEAT_KEPT_MS, companyId])
  for (const { alert_id, device_id, judge } of rows) {
    const watcher = judge?.watcher
    const expiresAt = watcher === undefined ? null : siteHeatExpiresAt(watcher)
    if (watcher === undefined || expiresAt === null || now.getTime() < expiresAt) continue
    const expired = { ...judge, watcher: expireWatcher(watcher, now.getTime()) }
    await client.query(
      'update device_state s set judge = $3, heat_level = null, changed_at = now() where s.company_id = $1 and s.device_id = $2',
      [companyId, device_id, JSON.stringify(expired)],
    )
    await endEpisodes(db, companyId, sql`a.alert_id = ${alert_id}`, 'lost', new Date(expiresAt))
  }
}
