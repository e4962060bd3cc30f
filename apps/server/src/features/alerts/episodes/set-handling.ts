import { type AlertKind, type Handling, isDeviceAlarm, type Outcome } from '@mimamori/contract'
import { sql } from 'kysely'
import { announce } from '../../../shared/announcements/announce.ts'
import type { AlertKey } from '../../../shared/organisation/keys.ts'
import { tenantsOf } from '../../../shared/organisation/tenant-filter.ts'
import type { Db } from '../../../platform/context.ts'
import { markOpenAlarms } from './alarm-marks.ts'
import { type EpisodeEvent, recordEvents } from './record-events.ts'

/** The step that a person takes with an episode. */
export type HandlingStep = {
  readonly handling: Exclude<Handling, 'open'>
  readonly outcome: Outcome | null
  readonly note: string | null
}

// Of these further readings may show that the condition continues. An emergency starts again with its time, a silence with
// the next reading; a wrong clock, whose readings are corrected, is reported once.
const goesOn = sql`(a.ended_at is null and a.kind in ('condition', 'noHeartRate', 'belt', 'siteHeat', 'battery'))`

type Handled = Pick<EpisodeEvent, 'companyId' | 'alertId' | 'officeId'> & {
  readonly level: number | null
  readonly kind: AlertKind
  readonly userId: number | null
}

/**
 * Acknowledges, responds to or closes locked episodes; closing ends those whose condition has not ended before. The
 * caller has checked the scope and the order of the steps.
 */
export const setHandling = async (
  db: Db,
  keys: readonly AlertKey[],
  step: HandlingStep,
  by: { readonly userId: number; readonly userName: string; readonly at: Date },
): Promise<void> => {
  if (keys.length === 0) return
  const { handling, outcome, note } = step
  const closes = handling === 'closed'
  const { rows } = await sql<Handled>`
    update alert a
       set handling = ${handling}, handled_by = ${by.userId}, handled_by_name = ${by.userName}, handled_at = ${by.at}, outcome = ${outcome}, note = ${note},
           ended_at = case when ${closes} then greatest(coalesce(a.ended_at, ${by.at}::timestamptz), a.started_at) else a.ended_at end,
           ending = case when ${closes} and a.ended_at is null then 'closed' else a.ending end,
           still_held = ${closes} and ${goesOn},
           held_level = case when ${closes} and ${goesOn} then a.level end,
           held_since = null,
           changed_at = now()
      from unnest(${keys.map(({ companyId }) => companyId)}::int[], ${keys.map(({ alertId }) => alertId)}::int[]) k (company_id, alert_id)
     where a.company_id = k.company_id and ${tenantsOf(keys)('a')} and a.alert_id = k.alert_id
    returning a.company_id as "companyId", a.alert_id as "alertId", a.office_id as "officeId", a.level,
           a.kind, a.user_id as "userId"`.execute(db)
  await recordEvents(
    db,
    rows.map(({ companyId, alertId, officeId, level }) => ({ companyId, alertId, officeId, level, event: handling, note, ...by })),
  )
  if (closes)
    await markOpenAlarms(
      db,
      rows.flatMap(({ companyId, userId, kind }) => (userId !== null && isDeviceAlarm(kind) ? [{ companyId, userId }] : [])),
    )
  // The person's row has the mark of the report, or of the device's alarm, no more.
  const reported = closes ? rows.filter(({ kind }) => kind === 'report' || isDeviceAlarm(kind)) : []
  const changes = reported.flatMap(({ companyId, officeId, userId }) =>
    userId === null ? [] : [{ companyId, officeId, userIds: [userId] }],
  )
  await announce(db, ...changes)
}
