import type { EmergencyKind } from '@mimamori/contract'
import { sql } from 'kysely'
import { emergencyKindList } from '../../../shared/monitoring/emergency-kinds.ts'
import type { AlertKey, OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { type EpisodeEvent, recordEvents } from './record-events.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'

/** How long a drill runs that nobody closes. */
export const drillMinutes = 60

const begun = JSON.stringify({ kind: 'drill' })

type Beginning = OfficeKey & {
  readonly groupId: number | null
  readonly at: Date
  /** What is practised; an emergency of no further cause where it is left out. */
  readonly kind?: EmergencyKind | undefined
  /** Who started it; the weekly one begins by itself. */
  readonly by?: { readonly userId: number; readonly userName: string }
}

/**
 * Opens the drill of an office, or of one of its groups: from here on it runs the same chain as an emergency.
 * @returns undefined where one runs there already, which the index alert_one_drill decides
 */
export const openDrill = async (
  db: Db,
  { companyId, officeId, groupId, at, kind = 'emergency', by }: Beginning,
): Promise<AlertKey | undefined> => {
  const { rows } = await sql<TableRow<'alert', 'alert_id'>>`
    insert into alert (kind, company_id, office_id, group_id, company_name, base_name, group_name, level, peak_level, cause, reason, started_at, drill)
    select ${kind}, o.company_id, o.office_id, g.group_id, c.name, o.name, g.name, 3, 3, 'drill', ${begun}::jsonb, ${at}, true
      from office o join company c on c.company_id = o.company_id
      left join work_group g on g.company_id = o.company_id and g.group_id = ${groupId ?? 0}
     where o.company_id = ${companyId} and o.office_id = ${officeId}
    on conflict (company_id, office_id) where drill and ended_at is null do nothing
    returning alert_id`.execute(db)
  const [opened] = rows
  if (opened === undefined) return undefined
  const key = { companyId, alertId: opened.alert_id }
  await recordEvents(db, [{ ...key, officeId, at, event: 'opened', level: 3, ...by }])
  return key
}

type Over = Pick<EpisodeEvent, 'companyId' | 'alertId' | 'officeId' | 'note'>

/**
 * Ends the drills of a company that nobody has closed within an hour, and at once those of an office where somebody is in danger: no
 * drill runs beside a real emergency.
 */
export const endDrills = async (db: Db, companyId: number, now: Date): Promise<void> => {
  const isReal = sql`
    exists (select from alert r
             where r.company_id = ${companyId} and r.office_id = a.office_id and r.kind in (${emergencyKindList}) and r.handling <> 'closed'
               and not r.drill and not r.late and not r.withdrawn)`
  const { rows } = await sql<Over>`
    with over as (
      select a.alert_id, ${isReal} as is_real
        from alert a
       where a.company_id = ${companyId} and a.drill and a.ended_at is null
         and (${isReal} or a.started_at <= ${now}::timestamptz - ${drillMinutes}::int * interval '1 minute')
       order by a.alert_id for no key update of a)
    update alert a
       set ended_at = greatest(a.started_at, ${now}::timestamptz), ending = 'closed', handling = 'closed', outcome = coalesce(a.outcome, 'other'), changed_at = now()
      from over where a.company_id = ${companyId} and a.alert_id = over.alert_id
    returning a.company_id as "companyId", a.alert_id as "alertId", a.office_id as "officeId",
              case when over.is_real then '緊急が起きたため、訓練を中止しました' else '1時間たったため、訓練を終えました' end as note`.execute(
    db,
  )
  await recordEvents(
    db,
    rows.map((row) => ({ ...row, at: now, event: 'ended' as const })),
  )
}
