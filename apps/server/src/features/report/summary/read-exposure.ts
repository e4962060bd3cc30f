import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { longDayMinutes } from '../../../shared/monitoring/summaries/month-of-days.ts'
import { areMonthsKept, partsOf } from '../../../shared/monitoring/summaries/read-months.ts'
import { computedHours, summariesSince, type Span, storedHours } from '../../../shared/monitoring/summaries/read.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import { arrayOf } from '../../../platform/database/columns.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { japanDay } from '../../../platform/japan-time.ts'
import { withPeople } from '../table/people-query.ts'

/** A person's heat work at a site, by their own readings. */
export type Exposure = {
  readonly userId: number
  readonly minutes: number
  /** Days in Japan with any of it, and with more than four hours. */
  readonly days: number
  readonly longDays: number
}

const columns = 'user_id, office_id, hour, heat_minutes, readings'
const inHeat = (hours: string) => `select h.user_id, h.hour, h.heat_minutes from (${hours}) h where h.office_id = $6 and h.heat_minutes > 0`

// Few of a month's hours are in heat, and one of them is enough to show that somebody was there: the others are not read.
const exposures = `
  with computed as materialized (${computedHours(columns)}), days as (
    select h.user_id, date_bin('1 day', h.hour, timestamptz '2000-01-01T00:00:00+09:00') as day, sum(h.heat_minutes)::int as minutes
      from (${inHeat(storedHours(columns))} union all ${inHeat('select * from computed')}) h
     group by 1, 2
  ), there as (
    select p.user_id from unnest($4::int[]) as p (user_id)
     where exists (select from hourly_summary s
                    where s.company_id = $1 and s.office_id = $6 and s.user_id = p.user_id and s.hour >= $2 and s.hour < $3 and s.readings > 0)
    union
    select c.user_id from computed c where c.office_id = $6 and c.readings > 0
  )
  select t.user_id as "userId", coalesce(sum(d.minutes), 0)::int as minutes, count(d.minutes)::int as days,
         count(*) filter (where d.minutes > ${longDayMinutes})::int as "longDays"
    from there t left join days d on d.user_id = t.user_id
   group by t.user_id`

/** The exposure of people of a site by their hours, as they are at this moment. */
const readByHours = async (pool: Pool, { companyId, officeId }: OfficeKey, { from, to }: Span, users: readonly number[]) => {
  const people = arrayOf(users, (userId) => userId)
  const { rows } = await pool.query<Exposure>(exposures, [companyId, from, to, people, await summariesSince(pool), officeId])
  return rows
}

/** Those of a site's people in a span who have not withdrawn their consent. */
const readPeople = async (db: Db, office: OfficeKey, span: Span): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    ${withPeople([office], span, undefined)}
    select p.user_id from person p join app_user u on u.company_id = ${office.companyId} and u.company_id = p.company_id and u.user_id = p.user_id
     where u.consent_withdrawn_at is null`.execute(db)
  return rows.map(({ user_id: userId }) => userId)
}

/** Of which days, by their first instants, hours of a site's people run or are due, and whose. */
const readDueDays = async ({ db, pool }: Pick<Context, 'db' | 'pool'>, office: OfficeKey, span: Span): Promise<Map<number, number[]>> => {
  const bounds = [office.companyId, span.from, span.to, await summariesSince(pool)]
  const isDue = 'd.company_id = $1 and d.hour >= $2 and d.hour < $3 and d.hour >= $4'
  // Of most months nothing is due, and nobody has to be looked for.
  const { rows: some } = await pool.query(`select from summary_due d where ${isDue} limit 1`, bounds)
  if (some.length === 0) return new Map()
  const people = arrayOf(await readPeople(db, office, span), (userId) => userId)
  const { rows } = await pool.query<{ user_id: number; day: Date }>(
    `select distinct d.user_id, date_bin('1 day', d.hour, timestamptz '2000-01-01T00:00:00+09:00') as day
       from summary_due d where ${isDue} and d.user_id = any($5::int[])`,
    [...bounds, people],
  )
  const ofDays = Map.groupBy(rows, ({ day }) => day.getTime())
  return new Map([...ofDays].map(([day, own]) => [day, own.map(({ user_id: userId }) => userId)]))
}

const sumOf = (one: Exposure, other: Exposure | undefined): Exposure => ({
  userId: one.userId,
  minutes: one.minutes + (other?.minutes ?? 0),
  days: one.days + (other?.days ?? 0),
  longDays: one.longDays + (other?.longDays ?? 0),
})

type MonthRow = Exposure & { readonly hasReadings: boolean }

// Of a whole month its sum; days that are due are left out.
const readByMonths = async (db: Db, { companyId, officeId }: OfficeKey, span: Span, due: Map<number, number[]>): Promise<MonthRow[]> => {
  const left = [...due].flatMap(([day, users]) => users.map((userId) => ({ userId, day: japanDay(new Date(day)) })))
  const { rows } = await sql<MonthRow>`
    with due as materialized (
      select x.user_id, date_trunc('month', x.day::timestamp)::date as month, bit_or(1 << (extract(day from x.day)::int - 1)) as mask,
             array_agg(extract(day from x.day)::int) as days
        from unnest(${arrayOf(left, ({ userId }) => userId)}::int[], ${arrayOf(left, ({ day }) => day)}::date[]) as x (user_id, day)
       group by 1, 2)
    select m.user_id as "userId", bool_or(m.reading_days & m.mask <> 0) as "hasReadings", sum(m.minutes)::int as minutes,
           sum(bit_count((m.heat_days & m.mask)::bit(32)))::int as days, sum(bit_count((m.long_days & m.mask)::bit(32)))::int as "longDays"
      from (
        select m.user_id, m.reading_days, m.heat_days, m.long_days, s.mask & ~coalesce(d.mask, 0) as mask,
               case when m.heat_days & ~s.mask = 0 then m.heat_minutes
                    else (select coalesce(sum(x.minutes), 0) from unnest(m.heat_by_day[s.first:s.last]) as x (minutes)) end
               - case when d.mask is null then 0 else (select sum(m.heat_by_day[x.day]) from unnest(d.days) as x (day)) end as minutes
          from ${partsOf(span)}
          join monthly_summary m on m.company_id = ${companyId} and m.office_id = ${officeId} and m.month = s.month
          left join due d on d.user_id = m.user_id and d.month = m.month
        offset 0) m
      join app_user u on u.company_id = ${companyId} and u.user_id = m.user_id
     where u.consent_withdrawn_at is null
     group by m.user_id`.execute(db)
  return rows
}

/**
 * The heat work of everybody of whom there is a reading at a site in the span, whether they had any or not; anyone who withdrew
 * their consent is not among them. Days of which an hour runs or is due are read by their hours, all others by the sums of months.
 */
export const readExposures = async (context: Pick<Context, 'db' | 'pool'>, office: OfficeKey, span: Span): Promise<Exposure[]> => {
  const { db, pool } = context
  if (!(await areMonthsKept(db, office.companyId))) return readByHours(pool, office, span, await readPeople(db, office, span))
  const due = await readDueDays(context, office, span)
  const months = await readByMonths(db, office, span, due)
  if (due.size === 0) return months.flatMap(({ hasReadings, ...own }) => (hasReadings ? own : []))
  const found = new Map(months.map(({ hasReadings, ...own }) => [own.userId, { hasReadings, own }]))
  for (const [day, users] of due) {
    const fresh = await readByHours(pool, office, { from: new Date(day), to: new Date(day + dayMs) }, users)
    for (const one of fresh) found.set(one.userId, { hasReadings: true, own: sumOf(one, found.get(one.userId)?.own) })
  }
  return [...found.values()].flatMap(({ hasReadings, own }) => (hasReadings ? own : []))
}

/** Whether anybody is known to have been at a site in a span that is over. */
export const wasAnybodyAt = async (db: Db, office: OfficeKey, span: Span): Promise<boolean> => {
  const { companyId, officeId } = office
  if (await areMonthsKept(db, companyId)) {
    const { rows } = await sql`
      select from ${partsOf(span)} join monthly_summary m on m.company_id = ${companyId} and m.office_id = ${officeId} and m.month = s.month
       where m.hour_days & s.mask <> 0 limit 1`.execute(db)
    return rows.length > 0
  }
  const { rows } = await sql`
    ${withPeople([office], span, undefined)}
    select from person p
      join hourly_summary h on h.company_id = ${office.companyId} and h.company_id = p.company_id and h.office_id = p.office_id and h.user_id = p.user_id
     where h.hour >= ${span.from} and h.hour < ${span.to} limit 1`.execute(db)
  return rows.length > 0
}

/** Somebody most exposed, by name. */
export type ExposedPerson = Exposure & { readonly fullName: string; readonly groupName: string | null }

// The group of their last hour at the site, looked for once it is known who is shown.
const mostExposed = `
  select u."userId", u."fullName", g.name as "groupName", u.minutes, u.days, u."longDays"
    from (
      select u.user_id as "userId", u.full_name as "fullName", u.furigana, x.minutes, x.days, x."longDays"
        from json_to_recordset($5::json) as x ("userId" int, minutes int, days int, "longDays" int)
        join app_user u on u.company_id = $1 and u.user_id = x."userId"
       where u.consent_withdrawn_at is null
       order by x.minutes desc, u.furigana collate "ja-x-icu", u.user_id limit $6) u
    left join lateral (
      select h.group_id from hourly_summary h
       where h.company_id = $1 and h.user_id = u."userId" and h.hour >= $2 and h.hour < $3 and h.office_id = $4 and h.readings > 0
       order by h.hour desc limit 1) last on true
    left join work_group g on g.company_id = $1 and g.group_id = last.group_id
   order by u.minutes desc, u.furigana collate "ja-x-icu", u."userId"`

/** The people who worked longest in heat, by name: the longest first, none who withdrew their consent. */
export const nameMostExposed = async (
  pool: Pool,
  { companyId, officeId }: OfficeKey,
  { from, to }: Span,
  all: readonly Exposure[],
  most: number,
): Promise<ExposedPerson[]> => {
  // People with less than the last of those shown are not looked up.
  const least = all.map(({ minutes }) => minutes).toSorted((one, other) => other - one)[most - 1] ?? 0
  const exposed = JSON.stringify(all.filter(({ minutes }) => minutes > 0 && minutes >= least))
  const { rows } = await pool.query<ExposedPerson>(mostExposed, [companyId, from, to, officeId, exposed, most])
  return rows
}
