import type { AnswerOf, QueryOf, report, ReportWorker } from '@mimamori/contract'
import { sql } from 'kysely'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import { tenantsOf } from '../../../shared/organisation/tenant-filter.ts'
import { nameContains } from '../../../shared/organisation/name-search.ts'
import type { Person } from './person.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { japanDay, japanDayRange } from '../../../platform/japan-time.ts'
import { type OrderQuery, orderBy, orderOf } from '../../../platform/database/list-order.ts'
import { withPeople } from './people-query.ts'
import { refuse } from './refuse.ts'
import { findReportSites } from './sites.ts'
import { reportWorkerOrders } from './sort.ts'
import type { DaySpan } from './span.ts'

/** A person at a site whose hours a report may show; there is one for each site that they were at. */
export type ReportPerson = ReportWorker & {
  readonly companyId: number
  readonly groupCode: string | null
  readonly affiliation1: string | null
  /** No values of them are shown. */
  readonly withdrewConsent: boolean
}

type WorkerQuery = OrderQuery & {
  readonly officeIds: readonly number[]
  /** Everybody of the sites where there are none. */
  readonly workers?: readonly number[] | undefined
  /** The group now; of those who have left their last one at the site. */
  readonly groupId?: number | undefined
  /** A part of the name or its reading. */
  readonly fullName?: string | undefined
}

type MatchedWorker = ReportPerson & { readonly wasThere: boolean }

/** Of the sites of one company, which is one node's matter on a cluster. */
const findOfCompany = async (
  db: Db,
  sites: readonly OfficeKey[],
  query: WorkerQuery,
  days: DaySpan | undefined,
): Promise<MatchedWorker[]> => {
  const span = days === undefined ? undefined : { from: japanDayRange(days.from).from, to: japanDayRange(days.to).to }
  const workers = query.workers?.length === 0 ? undefined : query.workers
  const { steps } = orderOf(reportWorkerOrders, query)
  const tenant = tenantsOf(sites)
  const conditions = [sql`true`]
  if (query.groupId !== undefined) conditions.push(sql`g.group_id = ${query.groupId}`)
  if (query.fullName !== undefined && query.fullName !== '') conditions.push(nameContains(query.fullName))
  const { rows } = await sql<MatchedWorker>`
    ${withPeople(sites, span, workers)}
    select p.company_id as "companyId", p.user_id as "userId", u.full_name as "fullName", u.furigana, u.worker_code as "workerCode",
           u.affiliation1, p.office_id as "officeId", o.name as "officeName", g.group_id as "groupId", g.name as "groupName",
           g.code as "groupCode", not p.registered as "hasLeft", u.consent_withdrawn_at is not null as "withdrewConsent",
           p.was_there as "wasThere"
      from person p
      join app_user u on u.company_id = p.company_id and ${tenant('u')} and u.user_id = p.user_id
      join office o on o.company_id = p.company_id and ${tenant('o')} and o.office_id = p.office_id
      left join lateral (
        select h.group_id from hourly_summary h
         where not p.registered and h.company_id = p.company_id and ${tenant('h')} and h.office_id = p.office_id and h.user_id = p.user_id
           and h.hour < ${span?.to ?? null} and h.readings > 0
         order by h.hour desc limit 1) last on true
      left join work_group g on g.company_id = p.company_id and ${tenant('g')}
       and g.group_id = case when p.registered then u.group_id else last.group_id end
     where ${sql.join(conditions, sql` and `)}
     ${orderBy(steps)}`.execute(db)
  return rows
}

/** People of several companies in the order asked: of their names only the database knows it. */
const inOrder = async (db: Db, found: readonly MatchedWorker[], query: WorkerQuery): Promise<MatchedWorker[]> => {
  const { steps } = orderOf(reportWorkerOrders, query)
  const { rows } = await sql<{ place: number }>`
    select f.place
      from json_to_recordset(${JSON.stringify(found.map((person, place) => ({ place, ...person })))}::json)
           as f (place int, "userId" int, furigana text, "workerCode" text, "officeId" int, "officeName" text, "groupName" text,
                 "groupCode" text, "hasLeft" boolean)
     cross join lateral (select not f."hasLeft" as registered, f."officeId" as office_id) p
     cross join lateral (select f."userId" as user_id, f.furigana, f."workerCode" as worker_code) u
     cross join lateral (select f."officeName" as name) o
     cross join lateral (select f."groupName" as name, f."groupCode" as code) g
     ${orderBy(steps)}`.execute(db)
  return rows.flatMap(({ place }) => found[place] ?? [])
}

const find = async (db: Db, actor: Person, query: WorkerQuery, days: DaySpan | undefined): Promise<MatchedWorker[]> => {
  const sites = await findReportSites(db, actor, query.officeIds)
  const found: MatchedWorker[] = []
  const companies = [...Map.groupBy(sites, ({ companyId }) => companyId).values()]
  for (const own of companies) found.push(...(await findOfCompany(db, own, query, days)))
  return companies.length > 1 ? inOrder(db, found, query) : found
}

/** Each named person is listed at the sites where they were at the time, or at all their sites if at none. */
const narrowed = (found: readonly MatchedWorker[], workers: readonly number[]): MatchedWorker[] => {
  const there = new Set(found.flatMap(({ userId, wasThere }) => (wasThere ? userId : [])))
  const known = new Set(found.map(({ userId }) => userId))
  if (workers.some((userId) => !known.has(userId))) throw notFound()
  return found.filter(({ userId, wasThere }) => wasThere || !there.has(userId))
}

/**
 * Whose hours a report of some sites shows in a span: the people named, or everybody who is registered there now or was
 * there in it, deleted people too. By group and reading of the name unless asked otherwise, those who have left last.
 * @throws Refusal 404 where a site is not in scope or somebody named is not of the sites
 */
export const findReportWorkers = async (
  { db }: Pick<Context, 'db'>,
  actor: Person,
  { from, to, ...query }: WorkerQuery & DaySpan,
): Promise<ReportPerson[]> => {
  const found = await find(db, actor, query, { from, to })
  return query.workers === undefined || query.workers.length === 0 ? found : narrowed(found, query.workers)
}

/** Before anything was measured. */
const beginning = '2000-01-01'

/**
 * Those whom a report can be asked for: who is registered at the sites now and, where a time is given, who was
 * there in it; all of them unless the query names a page.
 * @throws Refusal 404 where a site is not in scope, 400 where the end is before the start or the list has no such key
 */
export const listReportWorkers = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Person,
  { officeId: officeIds, from, to, offset, limit, ...query }: QueryOf<typeof report.workers>,
): Promise<AnswerOf<typeof report.workers>> => {
  if (from !== undefined && to !== undefined && to < from) throw refuse('to', 'beforeStart')
  const days = from === undefined && to === undefined ? undefined : { from: from ?? beginning, to: to ?? japanDay(clock()) }
  const found = await find(db, actor, { officeIds, ...query }, days)
  return { data: found.slice(offset, limit === undefined ? undefined : offset + limit), count: found.length }
}
