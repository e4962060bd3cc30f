import type { AlertKind } from '@mimamori/contract'
import { sql } from 'kysely'
import type { AlertKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { isDeviceAlarm, isEmergency, isEmergencyOrReport } from '../../../shared/monitoring/emergency-kinds.ts'

type Happening = AlertKey & { readonly officeId: number; readonly at: Date; readonly event: string; readonly level?: number | null }

/** An episode whose handling is open again, and why. */
export type CalledAgain = AlertKey & {
  readonly officeId: number
  readonly at: Date
  readonly level: number | null
  readonly because: 'called' | 'alarmed' | 'reported' | 'worse'
  readonly kind: AlertKind
}

/**
 * Opens the handling of episodes again that rose beyond the level at which somebody acknowledged them, or whose call button
 * was pressed, whose device alarmed again or that were reported once more: the person who acknowledged did not know that. Where somebody is responding, they are there; but another report at a
 * poster may be about another person. In the transaction that raised them, whose locks it needs.
 */
export const callAgain = async (db: Db, companyId: number, happenings: readonly Happening[]): Promise<CalledAgain[]> => {
  const raised = happenings.filter(({ event }) => event === 'raised' || event === 'reported')
  if (raised.length === 0) return []
  // A cluster would misread `case a.kind when 'emergency'` in an update.
  const { rows } = await sql<CalledAgain>`
    with raised as (
      select x."alertId" as alert_id, max(x.level) as level, max(x.at) as at
        from json_to_recordset(${JSON.stringify(raised)}::json) as x ("alertId" int, at timestamptz, level smallint)
       group by 1)
    update alert a set handling = 'open', changed_at = now()
      from raised r
     where a.company_id = ${companyId} and a.alert_id = r.alert_id and a.ended_at is null
       and (a.handling = 'acknowledged' or (a.handling = 'responding' and a.source = 'poster'))
       and (${isEmergencyOrReport} or r.level > coalesce(
            (select e.level from alert_event e where e.company_id = ${companyId} and e.alert_id = a.alert_id and e.event = 'acknowledged'
              order by e.event_id desc limit 1), 0))
    returning a.company_id as "companyId", a.alert_id as "alertId", a.office_id as "officeId", r.at, r.level, a.kind,
              case when ${isDeviceAlarm} then 'alarmed' when ${isEmergency} then 'called' when a.kind = 'report' then 'reported' else 'worse' end as because`.execute(
    db,
  )
  return rows
}
