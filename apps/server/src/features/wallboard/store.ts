import type { DeviceAlarmKind, Handling } from '@mimamori/contract'
import { sql } from 'kysely'
import { isWatchedInCompany, shownAt, type ShownCondition } from '../../shared/monitoring/workers/shown.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import { isEmergency, isEmergencyOrReport } from '../../shared/monitoring/emergency-kinds.ts'

/** How many of a kind a board lists by name; its screen has room for fewer. */
export const mostNamed = 100

export type Person = {
  /** Null where a report is about nobody who is known. */
  readonly user_id: number | null
  readonly alert_id: number | null
  readonly full_name: string | null
  /** Somebody else who is watched at the office has the same surname. */
  readonly has_namesake: boolean
  readonly group_name: string | null
  readonly place: string | null
  readonly level: number | null
  readonly is_emergency: boolean
  readonly alarm: DeviceAlarmKind | null
  readonly is_reported: boolean
  readonly since: Date
  /** When something was last heard, where the data is lost. */
  readonly lost_since: Date | null
  readonly handling: Handling | null
  readonly handled_by_name: string | null
}

export type Counts = { emergency: number; reported: number; level3: number; level2: number; level1: number; level0: number; none: number }

/** SQL: the surname of somebody watched (`u`). */
const surname = sql`split_part(btrim(translate(u.full_name, '　', ' ')), ' ', 1)`

/**
 * The episodes of now about a person's body, for each person the one shown for them: an emergency first, then a report. Reports
 * about nobody who is known are each of somebody else.
 */
const answered = ({ companyId, officeId }: OfficeKey) => sql`
  select distinct on (a.user_id, case when a.user_id is null then a.alert_id end) a.user_id, a.alert_id, a.full_name, a.group_name,
         ${isEmergency} as is_emergency, case when ${isEmergency} and a.kind <> 'emergency' then a.kind end as alarm, a.kind = 'report' as is_reported, a.started_at, a.location_name, a.handling, a.handled_by_name
    from alert a
   where a.company_id = ${companyId} and a.office_id = ${officeId} and (a.user_id is not null or a.kind = 'report')
     and not a.drill and not a.withdrawn
     and a.handling <> 'closed' and (${isEmergencyOrReport} or (a.kind = 'condition' and a.ended_at is null))
   order by a.user_id, case when a.user_id is null then a.alert_id end, ${isEmergency} desc, a.kind = 'report' desc,
            a.handling <> 'open', a.started_at`

/** Everybody watched at an office, each once, with the level shown: what follows reads them from here. */
const watched = ({ companyId, officeId }: OfficeKey, { level }: ShownCondition) => sql`
  select u.user_id, u.full_name, u.group_id, ${level} as level
    from app_user u
    left join worker_state ws on ws.company_id = ${companyId} and ws.user_id = u.user_id
   where u.company_id = ${companyId} and u.office_id = ${officeId} and ${isWatchedInCompany}`

/** Everybody watched or reported, each counted once: in an open emergency, else an open report, else by the level shown. */
const counts = sql`
  select count(*) filter (where w.shown_as = 'emergency')::int as emergency,
         count(*) filter (where w.shown_as = 'report')::int as reported,
         count(*) filter (where w.shown_as = 'level' and w.level = 3)::int as level3,
         count(*) filter (where w.shown_as = 'level' and w.level = 2)::int as level2,
         count(*) filter (where w.shown_as = 'level' and w.level = 1)::int as level1,
         count(*) filter (where w.shown_as = 'level' and w.level = 0)::int as level0,
         count(*) filter (where w.shown_as = 'level' and w.level is null)::int as none
    from (select case when e.is_emergency then 'emergency' when e.is_reported then 'report' else 'level' end as shown_as, u.level
            from watched u
            full join episode e on e.user_id = u.user_id
           where u.user_id is not null or e.is_emergency or e.is_reported) w`

/** The counts beside a person, or, where nobody needs help, beside nobody. */
type CountedRow = Counts & { readonly [Column in keyof Person]: Person[Column] | null }

const isPerson = (row: CountedRow): row is Counts & Person => row.is_emergency !== null

type Crew = { readonly people: readonly Person[]; readonly counts: Counts }

/**
 * Who of an office needs help, and how many there are of everybody. Named are those in an open emergency or report, which only a person
 * closes, or at 警戒 or above; the first hundred of emergencies and of the rest. Emergencies that nobody answered come first; of the rest
 * reports that nobody answered, other reports, then the gravest level, then the person who has waited longest.
 */
export const readCrew = async (db: Db, office: OfficeKey, now: Date): Promise<Crew> => {
  const shown = shownAt(now)
  const { rows } = await sql<CountedRow>`
    with episode as materialized (${answered(office)}),
    watched as materialized (${watched(office, shown)}),
    needy as (
      select coalesce(u.user_id, e.user_id) as user_id, e.alert_id, coalesce(u.full_name, e.full_name) as full_name,
             case when u.user_id is not null then ${surname} end as surname,
             coalesce((select g.name from work_group g where g.company_id = ${office.companyId} and g.group_id = u.group_id), e.group_name) as group_name,
             coalesce((select coalesce(d.location_name, d.serial) from device d
                        where d.company_id = ${office.companyId} and d.device_id = ws.gateway_id), e.location_name) as place,
             ${shown.level} as level, coalesce(e.is_emergency, false) as is_emergency, e.alarm, coalesce(e.is_reported, false) as is_reported,
             case when e.is_emergency or e.is_reported then e.started_at else ws.level_since end as since,
             case when ws.last_at is not null and not coalesce(${shown.current}, false) then ws.last_at end as lost_since,
             e.handling, e.handled_by_name
        from watched u
        full join episode e on e.user_id = u.user_id
        left join worker_state ws on ws.company_id = ${office.companyId} and ws.user_id = coalesce(u.user_id, e.user_id)
       where e.is_emergency or e.is_reported or (u.user_id is not null and u.level >= 2)),
    ranked as (
      select n.*, row_number() over (
               partition by n.is_emergency
               order by not (n.is_emergency or n.is_reported), (n.is_emergency or n.is_reported) and n.handling <> 'open',
                        case when not (n.is_emergency or n.is_reported) then n.level end desc,
                        n.lost_since is not null, n.since, n.user_id, n.alert_id) as rank
        from needy n where n.since is not null),
    -- Grouped: sorting the surnames of ten thousand took longer than all else.
    namesake as (select ${surname} as surname from watched u group by 1 having count(*) > 1)
    select c.*, r.user_id, r.alert_id, r.full_name, r.surname in (select n.surname from namesake n) is true as has_namesake, r.group_name, r.place,
           r.level, r.is_emergency, r.alarm, r.is_reported, r.since, r.lost_since, r.handling, r.handled_by_name
      from (${counts}) c left join ranked r on r.rank <= ${mostNamed} order by not r.is_emergency, r.rank`.execute(db)
  const [first] = rows
  if (first === undefined) throw new Error('a count without a row')
  const { emergency, reported, level3, level2, level1, level0, none } = first
  return {
    people: rows.filter(isPerson),
    counts: { emergency, reported, level3, level2, level1, level0, none },
  }
}

export type Drill = {
  readonly group_name: string | null
  readonly started_at: Date
  readonly handling: Handling
  readonly handled_by_name: string | null
}

/** The drill that runs at an office, of which there is at most one. */
export const findDrill = async (db: Db, { companyId, officeId }: OfficeKey): Promise<Drill | undefined> => {
  const { rows } = await sql<Drill>`
    select a.group_name, a.started_at, a.handling, a.handled_by_name from alert a
     where a.company_id = ${companyId} and a.office_id = ${officeId} and a.drill and a.ended_at is null and a.handling <> 'closed'`.execute(
    db,
  )
  return rows[0]
}

/** Who has an open belt alert that nobody has closed: an unhooked belt has no level, and is a danger all the same. */
export const findBeltWearers = async (db: Db, { companyId, officeId }: OfficeKey): Promise<string[]> => {
  const { rows } = await sql<{ full_name: string }>`
    select a.full_name from alert a
     where a.company_id = ${companyId} and a.office_id = ${officeId} and a.kind = 'belt' and a.full_name is not null
       and not a.drill and not a.withdrawn and a.ended_at is null and a.handling <> 'closed'
     order by a.started_at, a.alert_id`.execute(db)
  return rows.map((row) => row.full_name)
}
