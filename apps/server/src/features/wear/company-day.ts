import { type AnswerOf, type companyDay, issueText, mostNamesOfSite, type PublicAlert, type SiteDay } from '@mimamori/contract'
import { workingDayAt, workingHoursOf } from '@mimamori/heat'
import { sql } from 'kysely'
import { readPublicAlertsByStation } from '../../shared/monitoring/public-alerts/read.ts'
import { readRests } from '../../shared/monitoring/rests/rest-rows.ts'
import { isLongInHeat, isWatched, isWorker, shownAt } from '../../shared/monitoring/workers/shown.ts'
import { isOpen } from '../../shared/organisation/archived-offices.ts'
import { customersOf, officeColumns, personColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Db } from '../../platform/context.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { japanDay, japanDayBefore } from '../../platform/japan-time.ts'
import type { Actor } from '../../platform/http/route.ts'
import { countStates, shownOf, type SlotRow, stateOf } from './day.ts'

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

type Person = { readonly user_id: number; readonly full_name: string; readonly office_id: number; readonly is_long: boolean }

const findPeople = async (db: Db, actor: Actor, companyId: number, now: Date): Promise<Person[]> => {
  const { rows } = await sql<Person>`
    select u.user_id, u.full_name, u.office_id, coalesce(${isLongInHeat(shownAt(now))}, false) as is_long
      from app_user u
      left join worker_state ws on ws.company_id = u.company_id and ws.company_id = ${companyId} and ws.user_id = u.user_id
     where u.company_id = ${companyId} and u.office_id is not null and ${isWatched} and ${withinScope(actor, personColumns)}
     order by u.furigana collate "ja-x-icu", u.user_id`.execute(db)
  return rows
}

type Tag = Pick<SlotRow, 'userId' | 'slot' | 'wornFrom' | 'wornTo' | 'heardAt'>

/**
 * The vital tags that people wear, or wore on the working day of their site, each with its latest reading. Tens of thousands wear one:
 * those that are worn and those that were are each found by an index of their own, and the state of who wears one knows the latest
 * reading, which is looked up only where it does not.
 */
const findTags = async (db: Db, actor: Actor, companyId: number, offices: readonly Office[], now: Date): Promise<Tag[]> => {
  const earliest = new Date(Math.min(...offices.map(({ from }) => from.getTime())))
  const ofCompany = sql`from wear w where w.company_id = ${companyId} and w.slot = 'vital'`
  const { rows } = await sql<Tag>`
    select w.user_id as "userId", w.slot, w.worn_from as "wornFrom", w.worn_to as "wornTo", coalesce(ws.last_at, heard.at) as "heardAt"
      from (select w.* ${ofCompany} and w.worn_to is null
            union all
            select w.* ${ofCompany} and w.worn_to >= ${earliest}::timestamptz) w
      join app_user u on u.company_id = w.company_id and u.company_id = ${companyId} and u.user_id = w.user_id
      join unnest(${offices.map(({ officeId }) => officeId)}::int[], ${offices.map(({ from }) => from)}::timestamptz[]) as day (office_id, begins_at)
        on day.office_id = u.office_id
      left join worker_state ws on ws.company_id = w.company_id and ws.company_id = ${companyId} and ws.user_id = w.user_id
       and ws.device_id = w.device_id and ws.last_at >= w.worn_from and w.worn_to is null
      left join lateral (
        select r.at from reading r
         where ws.last_at is null and r.company_id = ${companyId} and r.device_id = w.device_id
           and r.at >= w.worn_from and r.at < coalesce(w.worn_to, 'infinity'::timestamptz)
         order by r.at desc limit 1
      ) heard on true
     where w.company_id = ${companyId} and ${isWatched} and ${withinScope(actor, personColumns)}
       and w.worn_from <= ${now}::timestamptz and (w.worn_to is null or w.worn_to >= day.begins_at)
     order by w.worn_from, w.wear_id`.execute(db)
  return rows
}

const findNotResting = async (db: Db, actor: Actor, companyId: number, now: Date): Promise<ReadonlySet<number>> => {
  const rests = await readRests(db, companyId, sql<boolean>`r.ended_at is null and ${withinScope(actor, personColumns)}`, now)
  return new Set(rests.flatMap(({ notResting, userId }) => (notResting ? [userId] : [])))
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

const namesOf = (people: readonly Person[]): string[] => people.slice(0, mostNamesOfSite).map(({ full_name }) => full_name)

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
  const [people, tags, notResting, notBriefed, alerts] = await Promise.all([
    findPeople(db, actor, companyId, now),
    offices.length === 0 ? [] : findTags(db, actor, companyId, offices, now),
    findNotResting(db, actor, companyId, now),
    countNotBriefed(db, actor, companyId, now),
    findAlerts(db, offices, now),
  ])
  const [peopleOf, tagsOf] = [Map.groupBy(people, ({ office_id }) => office_id), Map.groupBy(tags, ({ userId }) => userId)]
  const data = offices.map(({ officeId, officeName, station, date, from }): SiteDay => {
    const own = (peopleOf.get(officeId) ?? []).map((person) => ({
      ...person,
      state: stateOf(shownOf(tagsOf.get(person.user_id) ?? [], 'vital', now), { from, asOf: now }),
    }))
    const restless = own.filter(({ user_id }) => notResting.has(user_id))
    return {
      officeId,
      officeName,
      date,
      people: own.length,
      states: countStates(own),
      notHandedNames: namesOf(own.filter(({ state }) => state === 'notHanded')),
      longInHeat: own.filter(({ is_long }) => is_long).length,
      notResting: restless.length,
      notRestingNames: namesOf(restless),
      notBriefed: notBriefed.get(officeId) ?? 0,
      publicAlerts: alerts.get(station) ?? [],
    }
  })
  return { data, count: data.length }
}
