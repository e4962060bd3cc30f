import { sql } from 'kysely'
import { announce } from '../../../shared/announcements/announce.ts'
import type { AlertKey, OfficeKey } from '../../../shared/organisation/keys.ts'
import { tenantsOf } from '../../../shared/organisation/tenant-filter.ts'
import type { Db } from '../../../platform/context.ts'
import type { EpisodeReason } from './episode-log.ts'

/** An open episode that now counts and names others than before, with the heat (°C) that it does so by, where it is one of heat. */
export type Retold = AlertKey &
  OfficeKey & { readonly reason: EpisodeReason; readonly excess?: number | null; readonly wbgt?: number | null }

// At its highest level an episode may yet become worse: the values of that are those to be shown once it is over.
const isWorse = sql`a.level = a.peak_level and x.excess > a.peak_excess`

/** Rewrites open episodes in place: they neither rose nor fell, so their history has no line of it. */
export const retellEpisodes = async (db: Db, retold: readonly Retold[]): Promise<void> => {
  if (retold.length === 0) return
  await sql`
    update alert a
       set reason = x.reason, excess = coalesce(x.excess, a.excess), wbgt = coalesce(x.wbgt, a.wbgt), changed_at = now(),
           peak_reason = case when ${isWorse} then x.reason else a.peak_reason end,
           peak_excess = case when ${isWorse} then x.excess else a.peak_excess end,
           peak_wbgt = case when ${isWorse} then coalesce(x.wbgt, a.peak_wbgt) else a.peak_wbgt end
      from json_to_recordset(${JSON.stringify(retold)}::json)
           as x ("companyId" int, "alertId" int, reason jsonb, excess real, wbgt real)
     where a.company_id = x."companyId" and ${tenantsOf(retold)('a')} and a.alert_id = x."alertId" and a.ended_at is null`.execute(db)
  await announce(db, ...retold.map(({ companyId, officeId, alertId }) => ({ companyId, officeId, alertIds: [alertId] })))
}
