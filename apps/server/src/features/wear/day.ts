import { minutesUntilUnheard, type WearDay, type WearerOfDay, type WearState } from '@mimamori/contract'
import { type WorkingDay, workingDayAt, workingDayOn } from '@mimamori/heat'
import { type RawBuilder, sql } from 'kysely'
import { isWatchedInCompany } from '../../shared/monitoring/workers/shown.ts'
import { personColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'
import { findInOrder } from '../../shared/organisation/people-in-order.ts'
import { findSite, type Site } from '../../shared/organisation/request-site.ts'
import { type CardRow, cardColumns, pinOf } from './pin-state.ts'
import { wearColumns, wearOf, type WearRow, wearTables } from './wear-rows.ts'

export type DayQuery = {
  readonly officeId?: number | undefined
  readonly groupId?: number | undefined
  readonly date?: string | undefined
  readonly offset: number
  readonly limit?: number | undefined
}

type Person = Pick<WearerOfDay, 'userId' | 'fullName' | 'furigana' | 'groupId' | 'groupName' | 'affiliation1' | 'cardCode' | 'isGuest'> &
  CardRow & {
    readonly former: string | null
  }

type Span = { readonly from: Date; /** The end of the day, or now where it lasts. */ readonly asOf: Date; readonly now: Date }

// The people in scope: a leader's are their group.
const peopleOf = (actor: Actor, { companyId, officeId }: Site): RawBuilder<boolean> => sql<boolean>`
  u.company_id = ${companyId} and u.office_id = ${officeId} and ${isWatchedInCompany} and ${withinScope(actor, personColumns)}`

const ofGroup = (groupId: number | undefined): RawBuilder<boolean> =>
  groupId === undefined ? sql<boolean>`true` : sql<boolean>`u.group_id = ${groupId}`

const findPeople = async (
  db: Db,
  { companyId }: Site,
  userIds: readonly number[],
  { from }: Span,
): Promise<ReadonlyMap<number, Person>> => {
  const { rows } = await sql<Person>`
    select u.user_id as "userId", u.full_name as "fullName", u.furigana, u.group_id as "groupId", g.name as "groupName", u.affiliation1,
           c.code as "cardCode", ${cardColumns}, u.guest_until is not null as "isGuest",
           (select d.serial from wear w join device d on d.company_id = w.company_id and d.company_id = ${companyId} and d.device_id = w.device_id
             where w.company_id = ${companyId} and w.user_id = u.user_id and w.slot = 'vital' and w.worn_from < ${from}::timestamptz
             order by w.worn_from desc limit 1) as former
      from app_user u
      left join work_group g on g.company_id = u.company_id and g.company_id = ${companyId} and g.group_id = u.group_id
      left join worker_card c on c.company_id = u.company_id and c.company_id = ${companyId} and c.user_id = u.user_id
     where u.company_id = ${companyId} and u.user_id = any(${userIds}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.userId, row]))
}

type SlotRow = WearRow & { readonly slot: 'vital' | 'belt' }

const findWears = async (db: Db, site: Site, userIds: readonly number[], { from, asOf }: Span): Promise<SlotRow[]> => {
  const { rows } = await sql<SlotRow>`
    select ${wearColumns}, w.slot from ${wearTables(site.companyId)}
     where w.company_id = ${site.companyId} and w.user_id = any(${userIds}::int[])
       and w.worn_from <= ${asOf}::timestamptz and (w.worn_to is null or w.worn_to >= ${from}::timestamptz)
     order by w.worn_from, w.wear_id`.execute(db)
  return rows
}

/** What the state of a tag depends on. */
type Tag = Pick<SlotRow, 'slot' | 'wornFrom' | 'wornTo' | 'heardAt'>

type TagColumns = readonly [userId: number, wornFrom: number, wornTo: number | null, heardAt: number | null]

const instantOf = (seconds: number) => new Date(Math.round(seconds * 1_000))
const instantOrNull = (seconds: number | null) => (seconds === null ? null : instantOf(seconds))

/**
 * The tags of everybody, by person, to count them by their state. As one value: ten thousand rows of their own take the process longer. What
 * a tag sent last is in its wearer's state; its readings are looked up only where it is not.
 */
const findTags = async (db: Db, actor: Actor, site: Site, span: Span): Promise<ReadonlyMap<number, Tag[]>> => {
  const { companyId } = site
  const { rows } = await sql<{ tags: readonly TagColumns[] | null }>`
    select json_agg(json_build_array(w.user_id, extract(epoch from w.worn_from)::float8, extract(epoch from w.worn_to)::float8,
             extract(epoch from coalesce(ws.last_at, (
               select r.at from reading r
                where r.company_id = ${companyId} and r.device_id = w.device_id and r.at >= w.worn_from and r.at < coalesce(w.worn_to, 'infinity'::timestamptz)
                order by r.at desc limit 1)))::float8) order by w.worn_from, w.wear_id) as tags
      from (select w.* from wear w where w.company_id = ${companyId} and w.worn_to is null
            union all
            select w.* from wear w where w.company_id = ${companyId} and w.worn_to >= ${span.from}::timestamptz) w
      join app_user u on u.company_id = w.company_id and u.company_id = ${companyId} and u.user_id = w.user_id
      left join worker_state ws on ws.company_id = w.company_id and ws.company_id = ${companyId} and ws.user_id = w.user_id
       and ws.device_id = w.device_id and ws.last_at >= w.worn_from and w.worn_to is null
     where w.slot = 'vital' and w.worn_from <= ${span.asOf}::timestamptz and ${peopleOf(actor, site)}`.execute(db)
  const tags = (rows[0]?.tags ?? []).map(([userId, wornFrom, wornTo, heardAt]) => ({
    userId,
    tag: { slot: 'vital', wornFrom: instantOf(wornFrom), wornTo: instantOrNull(wornTo), heardAt: instantOrNull(heardAt) } satisfies Tag,
  }))
  return new Map([...Map.groupBy(tags, ({ userId }) => userId)].map(([userId, own]) => [userId, own.map(({ tag }) => tag)]))
}

const isOpen = ({ wornTo }: Pick<WearRow, 'wornTo'>, asOf: Date): boolean => wornTo === null || wornTo > asOf

/** The one worn at the time, else the last one of the day. */
const shownOf = <Row extends Pick<SlotRow, 'slot' | 'wornTo'>>(
  wears: readonly Row[],
  slot: SlotRow['slot'],
  asOf: Date,
): Row | undefined => {
  const own = wears.filter((row) => row.slot === slot)
  return own.findLast((row) => isOpen(row, asOf)) ?? own.at(-1)
}

/** The state of a person's tag. Readings count from the beginning of the day on. */
const stateOf = (
  shown: Pick<WearRow, 'wornFrom' | 'wornTo' | 'heardAt'> | undefined,
  { from, asOf }: { readonly from: Date; readonly asOf: Date },
): WearState => {
  if (shown === undefined) return 'notHanded'
  if (shown.wornTo !== null && shown.wornTo <= asOf) return 'returned'
  if (shown.heardAt !== null && shown.heardAt >= from) return 'worn'
  if (shown.wornFrom < from) return 'notReturned'
  return asOf.getTime() - shown.wornFrom.getTime() >= minutesUntilUnheard * 60_000 ? 'notHeard' : 'worn'
}

const rowOf = (
  site: Site,
  span: Span,
  { former, hasSecret, hasPin, openUntil, lockedUntil, ...person }: Person,
  wears: readonly SlotRow[],
): WearerOfDay => {
  const shown = shownOf(wears, 'vital', span.asOf)
  const belt = shownOf(wears, 'belt', span.asOf)
  const none = { id: null, deviceType: null, serialNumber: null, from: null, to: null, heardAt: null, reason: null }
  return {
    ...(shown === undefined ? none : wearOf(shown)),
    ...person,
    officeId: site.officeId,
    state: stateOf(shown, span),
    belt: belt === undefined ? null : wearOf(belt),
    formerSerialNumber: former,
    ...pinOf({ hasSecret, hasPin, openUntil, lockedUntil }, span.now),
  }
}

/** How many people are in each state. */
const countStates = (rows: readonly { readonly state: WearState }[]): Record<WearState, number> => {
  const states = { notHeard: 0, notReturned: 0, notHanded: 0, worn: 0, returned: 0 }
  for (const { state } of rows) states[state]++
  return states
}

type DeviceRow = WearDay['devices'][number]

const findDevices = async (db: Db, actor: Actor, { companyId, officeId }: Site): Promise<DeviceRow[]> => {
  const { rows } = await sql<DeviceRow>`
    select d.type::text as "deviceType", d.serial as "serialNumber", s.battery,
           case when ${withinScope(actor, personColumns)} then u.user_id end as "userId", w.wear_id is not null as "isWorn",
           case when w.wear_id is not null then w.swap_reason
                else (select l.swap_reason from wear l where l.company_id = ${companyId} and l.device_id = d.device_id
                       order by l.worn_from desc, l.wear_id desc limit 1) end as reason
      from device d
      left join device_state s on s.company_id = d.company_id and s.company_id = ${companyId} and s.device_id = d.device_id
      left join wear w on w.company_id = d.company_id and w.company_id = ${companyId} and w.device_id = d.device_id and w.worn_to is null
      left join app_user u on u.company_id = w.company_id and u.company_id = ${companyId} and u.user_id = w.user_id
     where d.company_id = ${companyId} and d.office_id = ${officeId} and d.kind in ('vital', 'belt')
     order by d.serial`.execute(db)
  return rows
}

/** The instants of a day, up to now. */
const spanOf = ({ from, to }: WorkingDay, now: Date): Span => ({ from: new Date(from), asOf: new Date(Math.min(to, now.getTime())), now })

/**
 * The people of a site on a working day, each with their tag and its state, and the site's devices.
 * @throws Refusal 404 where the site is not the actor's
 */
export const readDay = async (db: Db, actor: Actor, query: DayQuery, now: Date): Promise<WearDay> => {
  const site = await findSite(db, actor, query.officeId)
  const day = query.date === undefined ? workingDayAt(now.getTime(), site.hours) : workingDayOn(query.date, site.hours)
  const span = spanOf(day, now)
  const [order, tags, devices] = await Promise.all([
    findInOrder(db, site, sql<boolean>`${peopleOf(actor, site)} and ${ofGroup(query.groupId)}`),
    findTags(db, actor, site, span),
    findDevices(db, actor, site),
  ])
  const page = order.slice(query.offset, query.limit === undefined ? undefined : query.offset + query.limit)
  const [people, wears] = await Promise.all([findPeople(db, site, page, span), findWears(db, site, page, span)])
  const byPerson = Map.groupBy(wears, ({ userId }) => userId)
  const { officeId, officeName } = site
  return {
    data: page.flatMap((userId) => {
      const person = people.get(userId)
      return person === undefined ? [] : [rowOf(site, span, person, byPerson.get(userId) ?? [])]
    }),
    count: order.length,
    officeId,
    officeName,
    date: day.date,
    states: countStates(order.map((userId) => ({ state: stateOf(shownOf(tags.get(userId) ?? [], 'vital', span.asOf), span) }))),
    devices,
  }
}
