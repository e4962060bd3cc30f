import { sql } from 'kysely'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import { arrayOf } from '../../../platform/database/columns.ts'
import { prepared } from '../../../platform/database/prepared.ts'
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
  for (const [companyId, own] of Map.groupBy(openEpisodes, (episode) => episode.companyId)) await retellOfCompany(db, companyId, own)
}

const retellOfCompany = async (db: Db, companyId: number, openEpisodes: readonly OpenSiteHeat[]): Promise<void> => {
  // Each is looked up by itself, by the unique index of open episodes.
  const { rows } = await sql<RecordedReason>`${prepared('open-site-heat')}
    select x.place::int - 1 as position, a.alert_id, a.reason
      from unnest(${arrayOf(openEpisodes, ({ officeId }) => officeId)}::int[], ${arrayOf(openEpisodes, ({ deviceId }) => deviceId)}::int[])
           with ordinality as x (office_id, device_id, place)
     cross join lateral (
       select o.alert_id, o.reason from alert o
        where o.company_id = ${companyId} and o.kind = 'siteHeat' and o.office_id = x.office_id and o.user_id is null
          and o.device_id is not distinct from x.device_id and o.ended_at is null and not o.drill and o.source <> 'poster' offset 0) a`.execute(
    db,
  )
  await retellEpisodes(
    db,
    rows.flatMap(({ position, alert_id, reason }) => {
      const now = openEpisodes[position]
      return now === undefined || peopleOf(now.reason) === peopleOf(reason) ? [] : [{ ...now, alertId: alert_id }]
    }),
  )
}
