import { dayMs } from '@mimamori/contract/day'
import { workingDayAt, type WorkingHours, workingHoursOf } from '@mimamori/heat'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { japanDay, japanDayRange } from '../../../platform/japan-time.ts'
import { heatLayerColumns, type HeatLayerRow } from '../../organisation/heat-layers.ts'
import type { OfficeKey } from '../../organisation/keys.ts'
import { isWorker } from '../workers/shown.ts'
import type { PlanDay, PlanRow } from './plan-of-row.ts'

/** A row of somebody's plan with who they are and where they work. */
export type PersonPlanRow = PlanRow &
  HeatLayerRow & {
    readonly user_id: number
    readonly full_name: string
    readonly furigana: string
    readonly group_id: number | null
    readonly group_name: string | null
    /** The watcher that their tag used last, within some days. */
    readonly watcher_id: number | null
  }

type StoredRow = PersonPlanRow & { readonly is_measured: boolean }

/** What was measured of somebody who withdrew their consent is not used; what a doctor, an administrator or the form says is. */
const withoutMeasured = (row: PersonPlanRow): PersonPlanRow => ({
  ...row,
  observed_acclimatised: null,
  last_exposure_on: null,
  acclimatised_on: null,
  ladder_first_on: null,
  ladder_last_on: null,
  ladder_days: 0,
  spent: null,
  watcher_id: null,
})

/** Where somebody worked longer ago says nothing of the day that is planned. Project choice, decisions/0139. */
const placeMs = 7 * dayMs

/** The exposure minutes of today's finished hours. */
export const readExposureToday = async (
  db: Db,
  companyId: number,
  userIds: readonly number[],
  today: string,
): Promise<Map<number, number>> => {
  const { from, to } = japanDayRange(today)
  const { rows } = await sql<{ user_id: number; minutes: number }>`
    select s.user_id, sum(s.exposure_minutes)::int as minutes from hourly_summary s
     where s.company_id = ${companyId} and s.user_id = any(${userIds}::int[]) and s.hour >= ${from} and s.hour < ${to}
       and s.exposure_minutes is not null
     group by 1`.execute(db)
  return new Map(rows.map((row) => [row.user_id, row.minutes]))
}

export type PlanOf = OfficeKey & {
  /** The working day, YYYY-MM-DD: one to come, else that of now. */
  readonly date?: string | undefined
  readonly now: Date
  /** SQL: which of the site's people (alias `u`); all where there is none. */
  readonly condition?: RawBuilder<boolean> | undefined
  /** Without it the plans are as they would be without overrides and 要注意 (`seesPersonalLimits`). */
  readonly seesPersonalLimits: boolean
}

/** People of a site with what their plan of a day depends on. */
export type PlanRows = { readonly rows: readonly PersonPlanRow[]; readonly day: PlanDay }

/** The people of a site that works in `hours` with what their plan of a day depends on, in no order. */
export const readRowsOfSite = async (
  db: Db,
  { companyId, officeId, date: given, now, condition = sql<boolean>`true`, seesPersonalLimits }: PlanOf,
  hours: WorkingHours,
): Promise<PlanRows> => {
  const work = workingDayAt(now.getTime(), hours)
  const date = given ?? work.date
  const [workFrom, placeSince] = [new Date(work.from), new Date(now.getTime() - placeMs)]
  const { rows } = await sql<StoredRow>`
    select u.user_id, u.full_name, u.furigana, u.group_id, g.name as group_name, u.consent_withdrawn_at is null as is_measured, ${sql.raw(heatLayerColumns)},
           u.acclimatised_on, u.ladder_first_on, u.ladder_last_on, u.ladder_days,
           case when ws.last_at >= ${workFrom}::timestamptz then ws.heat_minutes_today end as spent,
           case when ws.last_at > ${placeSince}::timestamptz then ws.wbgt_device_id end as watcher_id,
           case when v.override_id is not null then json_build_object('kind', v.kind, 'share', v.share, 'until', v.until_on, 'reason', v.reason, 'setAt', v.set_at,
             'setBy', (select n.full_name from app_user n where n.company_id = ${companyId} and n.user_id = v.set_by)) end as override
      from app_user u
      join office o on o.company_id = u.company_id and o.company_id = ${companyId} and o.office_id = u.office_id
      left join work_group g on g.company_id = u.company_id and g.company_id = ${companyId} and g.group_id = u.group_id
      left join worker_state ws on ws.company_id = u.company_id and ws.company_id = ${companyId} and ws.user_id = u.user_id
      left join acclimatisation_override v on v.company_id = u.company_id and v.company_id = ${companyId} and v.user_id = u.user_id and v.ended_at is null
     where u.company_id = ${companyId} and u.office_id = ${officeId} and ${isWorker} and ${condition}`.execute(db)
  const shown = rows.map(({ is_measured: isMeasured, ...row }) => (isMeasured ? row : withoutMeasured(row)))
  return {
    rows: seesPersonalLimits ? shown : shown.map((row) => ({ ...row, override: null, attention: null })),
    day: { date, today: japanDay(now), hours, isNow: date === work.date },
  }
}

/** When the site works, and whether it is archived; undefined where there is no such site. */
const hoursOf = async (db: Db, { companyId, officeId }: OfficeKey): Promise<WorkingHours | undefined> => {
  const { rows } = await sql<{ opens_at: string; closes_at: string }>`
    select o.opens_at::text as opens_at, o.closes_at::text as closes_at from office o
     where o.company_id = ${companyId} and o.office_id = ${officeId} and o.archived_at is null`.execute(db)
  const [site] = rows
  return site === undefined ? undefined : workingHoursOf(site.opens_at, site.closes_at)
}

/** The same of a site whose hours are not known yet; undefined for an archived one. */
export const readPlanRows = async (db: Db, of: PlanOf): Promise<PlanRows | undefined> => {
  const hours = await hoursOf(db, of)
  return hours === undefined ? undefined : readRowsOfSite(db, of, hours)
}
