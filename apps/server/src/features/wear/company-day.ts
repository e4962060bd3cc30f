import {
  type AnswerOf,
  type companyDay,
  issueText,
  minutesUntilUnheard,
  mostNamesOfSite,
  type PublicAlert,
  recordOf,
  type SiteDay,
  type WearState,
  wearStates,
} from '@mimamori/contract'
import { workingDayAt, workingHoursOf } from '@mimamori/heat'
import { sql } from 'kysely'
import { readPublicAlertsByStation } from '../../shared/monitoring/public-alerts/read.ts'
import { readRests } from '../../shared/monitoring/rests/rest-rows.ts'
import { isLongInHeat, isWatchedInCompany, isWorker, shownAt } from '../../shared/monitoring/workers/shown.ts'
import { isOpen } from '../../shared/organisation/archived-offices.ts'
import { customersOf, officeColumns, personColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Db } from '../../platform/context.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { japanDay, japanDayBefore } from '../../platform/japan-time.ts'
import type { Actor } from '../../platform/http/route.ts'

/** The company that a request is about. @throws Refusal 400 where a service administrator names none, 404 for a foreign one */
const companyIdOf = async (db: Db, actor: Actor, given: number | undefined): Promise<number> => {
  const companyId = given ?? (actor.role === 'AdminUnitService' ? undefined : actor.companyId)
  if (companyId === undefined)
    throw badRequest(issueText('companyDay', { code: 'invalid_type', expected: 'number', path: ['companyId'], message: '' }))
  const { rows } = await sql`select from company c where c.company_id = ${companyId} and ${customersOf(actor)}`.execute(db)
  if (rows.length === 0) throw notFound()
  return companyId
}

type Office = {
  readonly officeId: number
  readonly officeName: string
  readonly station: string | null
  readonly date: string
  readonly from: Date
}

/** The sites of a company that are not archived, each with its working day of now. */
const findOffices = async (db: Db, actor: Actor, companyId: number, now: Date): Promise<Office[]> => {
  const { rows } = await sql<{ office_id: number; name: string; station: string | null; opens_at: string; closes_at: string }>`
    select o.office_id, o.name, o.public_wbgt_station as station, o.opens_at::text as opens_at, o.closes_at::text as closes_at from office o
     where o.company_id = ${companyId} and ${isOpen('o')} and ${withinScope(actor, officeColumns)}
     order by o.name collate "ja-x-icu", o.office_id`.execute(db)
  return rows.map(({ office_id: officeId, name: officeName, station, opens_at, closes_at }) => {
    const { date, from } = workingDayAt(now.getTime(), workingHoursOf(opens_at, closes_at))
    return { officeId, officeName, station, date, from: new Date(from) }
  })
}

/** How many people of a site are in a state, and how many of them are in heat for long; the first names of those without a tag. */
type Crew = {
  readonly office_id: number
  readonly state: WearState
  readonly people: number
  readonly long_in_heat: number
  readonly first_names: readonly string[]
}

/**
 * The state of the tag of each person (`u`) as `stateOf` says it, of the tag that `shownOf` chooses: what they wear (`w`), whose latest
 * reading their state (`ws`) knows or else the readings, or what they wore last on the working day of their site (`day`).
 */
const stateNow = (companyId: number, now: Date) => {
  const isHeardToday = sql`
    case when ws.device_id = w.device_id and ws.last_at >= w.worn_from then ws.last_at >= day.begins_at
         else exists (select from reading r
                       where r.company_id = ${companyId} and r.device_id = w.device_id and r.at >= greatest(w.worn_from, day.begins_at)) end`
  const isUnheard = sql`w.worn_from <= ${new Date(now.getTime() - minutesUntilUnheard * 60_000)}::timestamptz`
  return sql<WearState>`
    case when w.wear_id is null then
           case when exists (select from wear past
                              where past.company_id = ${companyId} and past.user_id = u.user_id and past.slot = 'vital'
                                and past.worn_from <= ${now}::timestamptz and past.worn_to >= day.begins_at) then 'returned' else 'notHanded' end
         when ${isHeardToday} then 'worn'
         when w.worn_from < day.begins_at then 'notReturned'
         when ${isUnheard} then 'notHeard' else 'worn' end`
}

/**
 * The people of each site by the state of their tag. They are counted in the database: there are tens of thousands. All states and wears of
 * the company are read one after another: a sum is in no index, by which each would be looked up.
 */
const countCrews = async (db: Db, actor: Actor, companyId: number, offices: readonly Office[], now: Date): Promise<Crew[]> => {
  const { rows } = await sql<Crew>`
    with crew as materialized (
      select p.office_id, p.state, count(*)::int as people, count(*) filter (where p.is_long)::int as long_in_heat,
             array_agg(p.user_id) filter (where p.state = 'notHanded') as not_handed
        from (
          select u.office_id, u.user_id, ${stateNow(companyId, now)} as state, ${isLongInHeat(shownAt(now))} as is_long
            from app_user u
            join unnest(${offices.map(({ officeId }) => officeId)}::int[], ${offices.map(({ from }) => from)}::timestamptz[]) as day (office_id, begins_at)
              on day.office_id = u.office_id
            left join worker_state ws on ws.company_id = u.company_id and ws.company_id = ${companyId} and ws.user_id + 0 = u.user_id
            left join wear w on w.company_id = u.company_id and w.company_id = ${companyId} and w.user_id + 0 = u.user_id and w.slot = 'vital'
             and w.worn_to is null and w.worn_from <= ${now}::timestamptz
           where u.company_id = ${companyId} and ${isWatchedInCompany} and ${withinScope(actor, personColumns)}) p
       group by p.office_id, p.state)
    select crew.office_id, crew.state, crew.people, crew.long_in_heat,
           array(select u.full_name from app_user u where u.company_id = ${companyId} and u.user_id = any(crew.not_handed)
                  order by u.furigana collate "ja-x-icu", u.user_id limit ${mostNamesOfSite}) as first_names
      from crew`.execute(db)
  return rows
}

type Restless = { readonly office_id: number; readonly full_name: string }

/** Who was sent to rest and does not rest, in the order of their names. */
const findNotResting = async (db: Db, actor: Actor, companyId: number, now: Date): Promise<Restless[]> => {
  const rests = await readRests(db, companyId, sql<boolean>`r.ended_at is null and ${withinScope(actor, personColumns)}`, now)
  const restless = rests.flatMap(({ notResting, userId }) => (notResting ? [userId] : []))
  const { rows } = await sql<Restless>`
    select u.office_id, u.full_name from app_user u
     where u.company_id = ${companyId} and u.user_id = any(${restless}::int[]) and u.office_id is not null and ${isWatchedInCompany}
     order by u.furigana collate "ja-x-icu", u.user_id`.execute(db)
  return rows
}

/** How many people of each site were not briefed of the version in force there, by the site's number. */
const countNotBriefed = async (db: Db, actor: Actor, companyId: number, now: Date): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ office_id: number; people: number }>`
    select u.office_id, count(*)::int as people
      from (select d.office_id, max(d.version) as version from duty d
             where d.company_id = ${companyId} and d.starts_at <= ${now}::timestamptz group by d.office_id) v
      join app_user u on u.company_id = ${companyId} and u.office_id = v.office_id and ${isWorker} and ${withinScope(actor, personColumns)}
     where not exists (select from duty_briefing b
                        where b.company_id = ${companyId} and b.user_id = u.user_id and b.office_id = v.office_id and b.version = v.version)
     group by u.office_id`.execute(db)
  return new Map(rows.map((row) => [row.office_id, row.people]))
}

/** What is announced for today and tomorrow at each of the sites' stations. */
const findAlerts = async (db: Db, offices: readonly Office[], now: Date): Promise<ReadonlyMap<string | null, PublicAlert[]>> => {
  const stations = [...new Set(offices.flatMap(({ station }) => station ?? []))]
  return readPublicAlertsByStation(db, stations, [japanDay(now), japanDayBefore(now, -1)], now)
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/**
 * All sites of a company with what somebody should look at today: who has no tag, whose tag is not heard, who is in heat for long,
 * who was sent to rest and does not rest, who was not briefed of the procedures.
 * @throws Refusal 400 where a service administrator names no company, 404 for a foreign one
 */
export const readCompanyDay = async (
  db: Db,
  actor: Actor,
  given: number | undefined,
  now: Date,
): Promise<AnswerOf<typeof companyDay.read>> => {
  const companyId = await companyIdOf(db, actor, given)
  const offices = await findOffices(db, actor, companyId, now)
  const [crews, notResting, notBriefed, alerts] = await Promise.all([
    countCrews(db, actor, companyId, offices, now),
    findNotResting(db, actor, companyId, now),
    countNotBriefed(db, actor, companyId, now),
    findAlerts(db, offices, now),
  ])
  const [crewsOf, restlessOf] = [Map.groupBy(crews, ({ office_id }) => office_id), Map.groupBy(notResting, ({ office_id }) => office_id)]
  const data = offices.map(({ officeId, officeName, station, date }): SiteDay => {
    const [own, restless] = [crewsOf.get(officeId) ?? [], restlessOf.get(officeId) ?? []]
    const inState = (state: WearState) => own.find((crew) => crew.state === state)
    return {
      officeId,
      officeName,
      date,
      people: sum(own.map(({ people }) => people)),
      states: recordOf(wearStates, (state) => inState(state)?.people ?? 0),
      notHandedNames: [...(inState('notHanded')?.first_names ?? [])],
      longInHeat: sum(own.map((crew) => crew.long_in_heat)),
      notResting: restless.length,
      notRestingNames: restless.slice(0, mostNamesOfSite).map(({ full_name }) => full_name),
      notBriefed: notBriefed.get(officeId) ?? 0,
      publicAlerts: alerts.get(station) ?? [],
    }
  })
  return { data, count: data.length }
}
