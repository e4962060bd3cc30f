import { sql } from 'kysely'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import { tenantsOf } from '../../../shared/organisation/tenant-filter.ts'
import type { Db } from '../../../platform/context.ts'
import type { EpisodeReason } from '../episodes/episode-log.ts'
import { retellEpisodes } from '../episodes/retell.ts'

/** An open episode of site heat: of a watcher, or of the public station (null), with the values in °C it is judged by now. */
export type OpenSiteHeat = OfficeKey & {
  readonly deviceId: number | null
  readonly reason: EpisodeReason
  readonly excess: number | null
  readonly wbgt: number | null
}

type RecordedReason = { readonly position: number; readonly alert_id: number; readonly reason: EpisodeReason | null }

const peopleOf = (reason: EpisodeReason | null) => JSON.stringify([reason?.limit, reason?.userIds ?? []])

/** Updates whom the open episodes of site heat count and name, for those who came or left since, in place. */
export const retellSiteHeat = async (db: Db, openEpisodes: readonly OpenSiteHeat[]): Promise<void> => {
  if (openEpisodes.length === 0) return
  const subjects = openEpisodes.map(({ companyId, officeId, deviceId }, position) => ({ position, companyId, officeId, deviceId }))
  const { rows } = await sql<RecordedReason>`
    select x.position, a.alert_id, a.reason
      from json_to_recordset(${JSON.stringify(subjects)}::json) as x (position int, "companyId" int, "officeId" int, "deviceId" int)
      join alert a on a.company_id = x."companyId" and ${tenantsOf(openEpisodes)('a')} and a.kind = 'siteHeat' and a.office_id = x."officeId" and a.user_id is null
       and a.device_id is not distinct from x."deviceId" and a.ended_at is null`.execute(db)
  await retellEpisodes(
    db,
    rows.flatMap(({ position, alert_id, reason }) => {
      const now = openEpisodes[position]
      return now === undefined || peopleOf(now.reason) === peopleOf(reason) ? [] : [{ ...now, alertId: alert_id }]
    }),
  )
}
