import { itemAt } from '@mimamori/contract/typed-lists'
import { type ReportSchedule, type reportScheduleSortKeys, type ScheduleKind, type ScheduleRole, scheduleKinds } from '@mimamori/contract'
import { sql } from 'kysely'
import { companyOf } from '../../../shared/organisation/company-of.ts'
import { ofOffice, type ScopeColumns, withinScope } from '../../../shared/organisation/scope.ts'
import type { Db } from '../../../platform/context.ts'
import { toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import { ascending, byMeaning, japanese, type ListOrders, orderOf } from '../../../platform/database/list-order.ts'
import { type PageQuery, defaultLimit, readPage } from '../../../platform/database/list-page.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { type Problem, problemText } from './problem.ts'
import { findReaches, type ScheduleRecipients } from './reach.ts'
import { doneOn, nextTurn } from './turn.ts'

const scope: ScopeColumns = { company: 's.company_id', office: 's.office_id', group: null, user: null }

type Row = ScheduleRecipients & {
  readonly id: number
  readonly officeName: string
  readonly companyName: string
  readonly kind: ScheduleKind
  readonly time: string
  readonly addresses: readonly string[]
  readonly roles: readonly ScheduleRole[]
  readonly enabled: boolean
  readonly nextAt: Date
  readonly doneOn: string | null
  readonly problem: Problem | null
  readonly version: number
}

const columns = (now: Date) => sql`
  s.company_id as "companyId", s.schedule_id as id, s.office_id as "officeId", o.name as "officeName", c.name as "companyName", s.kind,
  to_char(s.sends_at, 'HH24:MI') as time, s.addresses, s.roles, s.enabled,
  s.sender_company_id as "senderCompanyId", s.sender_id as "senderId",
  ${nextTurn(now)} as "nextAt", to_char(${doneOn(now)}, 'YYYY-MM-DD') as "doneOn", s.problem, s.version`

const joined = sql`
  report_schedule s
  join office o on o.company_id = s.company_id and o.office_id = s.office_id
  join company c on c.company_id = s.company_id`

const toSchedules = async (db: Db, rows: readonly Row[]): Promise<ReportSchedule[]> => {
  const found = await findReaches(db, rows)
  return rows.flatMap(({ companyId: _company, senderCompanyId: _own, senderId: _sender, doneOn: day, problem, nextAt, ...row }, index) => {
    const reach = found[index]
    if (reach === undefined) return []
    const { senderName, senderProblem: current, addresses } = reach
    return {
      ...row,
      senderName,
      addresses: [...addresses],
      roles: [...row.roles],
      nextAt: toJapanIsoOrNull(row.enabled && current === null ? nextAt : null),
      lastOn: problem === null ? day : null,
      problem: problemText(current, problem),
    }
  })
}

const keys = {
  officeName: japanese('o.name'),
  kind: byMeaning('s.kind', scheduleKinds),
  time: sql.ref('s.sends_at'),
} satisfies Record<(typeof reportScheduleSortKeys)[number], unknown>

const orders: ListOrders = {
  resource: 'reportSchedule',
  keys,
  tieBreaker: ascending(keys.officeName, keys.kind, keys.time, sql.ref('s.schedule_id')),
}

/** One page of the schedules in scope, by site, and how many there are. @throws Refusal 400 for an unknown key to sort by */
export const findSchedules = async (
  db: Db,
  actor: Actor,
  { officeId, offset, limit = defaultLimit, ...filter }: PageQuery & { readonly officeId?: number | undefined },
  now: Date,
): Promise<{ data: ReportSchedule[]; count: number }> => {
  const matches = sql`${withinScope(actor, scope)} and ${officeId === undefined ? sql`true` : ofOffice(actor, scope, officeId)}`
  const { data, count } = await readPage(
    db,
    orderOf(orders, filter),
    { offset, limit },
    {
      rows: (tail) => sql<Row>`select ${columns(now)} from ${joined} where ${matches} ${tail}`,
      count: sql`select count(*) as count from report_schedule s where ${matches}`,
    },
  )
  return { data: await toSchedules(db, data), count }
}

export type ScheduleKey = { readonly companyId: number; readonly scheduleId: number }

/** One schedule as it is answered. */
export const readSchedule = async (db: Db, { companyId, scheduleId }: ScheduleKey, now: Date): Promise<ReportSchedule> => {
  const { rows } = await sql<Row>`
    select ${columns(now)} from ${joined} where s.company_id = ${companyId} and s.schedule_id = ${scheduleId}`.execute(db)
  const [schedule] = await toSchedules(db, rows)
  if (schedule === undefined) throw new Error(`schedule ${scheduleId} is gone`)
  return schedule
}

/** What people decide of a schedule, as it is stored and on record. */
export type StoredSchedule = ScheduleKey & {
  readonly officeId: number
  readonly officeName: string
  readonly kind: ScheduleKind
  readonly time: string
  readonly addresses: readonly string[]
  readonly roles: readonly ScheduleRole[]
  readonly enabled: boolean
  readonly version: number
}

/** A schedule in scope, locked; undefined where there is none the actor may see. */
export const lockSchedule = async (db: Db, actor: Actor, scheduleId: number): Promise<StoredSchedule | undefined> => {
  const companyId = await companyOf(db, actor, 'report_schedule', scheduleId)
  if (companyId === undefined) return undefined
  const { rows } = await sql<StoredSchedule>`
    select s.company_id as "companyId", s.schedule_id as "scheduleId", s.office_id as "officeId", o.name as "officeName", s.kind,
           to_char(s.sends_at, 'HH24:MI') as time, s.addresses, s.roles, s.enabled, s.version
      from report_schedule s join office o on o.company_id = s.company_id and o.office_id = s.office_id
     where s.company_id = ${companyId} and s.schedule_id = ${scheduleId} and ${withinScope(actor, scope)} for update of s`.execute(db)
  return rows[0]
}

type Like = Pick<StoredSchedule, 'kind' | 'time' | 'addresses' | 'roles'> & { readonly companyId: number; readonly officeId: number }

/**
 * The other schedules of a site: how many there are, and which of the addresses and roles are already in one of the same kind and time.
 * @param except the schedule that is changed
 */
export const findOthers = async (
  db: Db,
  { companyId, officeId, kind, time, addresses, roles }: Like,
  except: number | null,
): Promise<{ readonly count: number; readonly told: readonly string[]; readonly roles: readonly ScheduleRole[] }> => {
  const isLike = sql`
    o.company_id = ${companyId} and o.office_id = ${officeId} and o.kind = ${kind} and o.sends_at = ${time}::time
    and o.schedule_id is distinct from ${except}`
  const { rows } = await sql<{ count: number; told: string[]; roles: ScheduleRole[] }>`
    select count(*)::int as count,
           array(select a.address from unnest(${addresses}::text[]) with ordinality as a (address, place)
                  where exists (select from report_schedule o, unnest(o.addresses) as own (address)
                                 where ${isLike} and lower(own.address) = lower(a.address))
                  order by a.place) as told,
           array(select r.role from unnest(${roles}::text[]) with ordinality as r (role, place)
                  where exists (select from report_schedule o where ${isLike} and r.role = any(o.roles))
                  order by r.place) as roles
      from report_schedule s
     where s.company_id = ${companyId} and s.office_id = ${officeId} and s.schedule_id is distinct from ${except}`.execute(db)
  return itemAt(rows, 0)
}
