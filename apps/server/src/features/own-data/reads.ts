import { type AnswerOf, keysOf, type OwnDataRead, type ownData, type QueryOf } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { defaultLimit } from '../../platform/database/list-page.ts'
import type { BulkScreen } from '../../shared/audit/bulk-reads.ts'
import type { HealthScreen } from '../../shared/audit/record-read.ts'
import type { PersonKey } from '../../shared/organisation/keys.ts'

/** So long ago the reads of lists are counted. Every open console leaves some each hour. Project choice. */
const bulkDays = 31

/** What shows one person (`recordRead`). */
const ofPerson = keysOf({ healthCondition: true, alertRecord: true, workerReport: true, conditionReport: true } satisfies Record<
  Exclude<HealthScreen, 'dailyReport'>,
  true
>)
/** What shows many (`recordBulkReads`), and all of an office's people. */
const ofMany = keysOf({
  conditionList: true,
  alertList: true,
  alertLoad: true,
  mapPeople: true,
  people: true,
  liveStream: true,
  morningCheck: true,
  plan: true,
  acclimatisation: true,
  dailyReport: true,
} satisfies Record<BulkScreen | 'dailyReport', true>)
/** Files with the data of many. */
const inFiles = ['user', 'report', 'alert', 'wear']

const leaders = sql.raw(`('GroupLeader', 'GroupSubLeader')`)

/**
 * SQL: the reads of one person's data by others (`at`, `role`, `screen`, `is_bulk`, `action`, `times`), by role, never by name. Which
 * people a list showed is not on the log: counted are lists of the office and group that the person is of now, by somebody whose scope
 * they are in.
 */
export const readsOf = ({ companyId, userId }: PersonKey, now: Date): RawBuilder<unknown> => sql`(
  with own as (
    select u.office_id, u.created_at, u.group_id, o.name as office_name, g.name as group_name
      from app_user u
      left join office o on o.company_id = u.company_id and o.company_id = ${companyId} and o.office_id = u.office_id
      left join work_group g on g.company_id = u.company_id and g.company_id = ${companyId} and g.group_id = u.group_id
     where u.company_id = ${companyId} and u.user_id = ${userId}
  ), looked as (
    select a.at, a.user_id as reader_id, a.resource, a.action, a.office_id, a.after, a.resource_id, a.resource = any(${ofPerson}::text[]) as is_single
      from audit_log a
     where a.company_id = ${companyId} and a.chain = 'read' and a.resource_id = ${String(userId)} and a.resource = any(${ofPerson}::text[])
    union all
    select a.at, a.user_id, a.resource, a.action, a.office_id, a.after, a.resource_id, false
      from audit_log a, own
     where a.company_id = ${companyId} and a.chain = 'read' and a.resource = any(${ofMany}::text[])
       and a.at >= greatest(${now}::timestamptz - ${bulkDays}::int * interval '1 day', own.created_at)
       and (a.office_id = own.office_id or (a.office_id is null and own.office_id is not null))
       and (a.resource <> 'dailyReport' or a.resource_id = own.office_id::text)
    union all
    select a.at, a.user_id, a.resource, a.action, a.office_id, a.after, a.resource_id, false
      from audit_log a, own
     where a.company_id = ${companyId} and a.action = 'export' and a.resource = any(${inFiles}::text[])
       and a.at >= greatest(${now}::timestamptz - ${bulkDays}::int * interval '1 day', own.created_at)
       and (a.office_id = own.office_id or (a.office_id is null and own.office_id is not null))
  ), seen as (
    -- A read key has a number below 0.
    select l.at, l.resource, l.action, l.is_single, case when l.reader_id < 0 then 'readKey' else coalesce(r.role, 'AdminUnitService') end as role
      from looked l
      cross join own
      left join app_user r on r.company_id = ${companyId} and r.user_id = l.reader_id
     where l.reader_id is distinct from ${userId}::int
       and (l.is_single
            or ((l.after ->> 'officeName' is null or l.after ->> 'officeName' = own.office_name)
                and (l.after ->> 'groupName' is null or l.after ->> 'groupName' = own.group_name)
                and (r.role is null or r.role not in ${leaders} or r.group_id = own.group_id)))
  )
  select s.at, s.role, s.resource as screen, s.action, false as is_bulk, 1 as times from seen s where s.is_single
  union all
  select date_trunc('hour', s.at, 'Asia/Tokyo'), s.role, s.resource, s.action, true, count(*)::int
    from seen s where not s.is_single group by 1, 2, 3, 4)`

type Stored = Omit<OwnDataRead, 'at' | 'isBulk'> & { readonly at: Date; readonly is_bulk: boolean }
type Query = QueryOf<typeof ownData.myReads>

/** Who looked at the actor's details, the newest first. */
export const readMyReads = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  { offset, limit = defaultLimit }: Query,
): Promise<AnswerOf<typeof ownData.myReads>> => {
  const reads = readsOf(actor, clock())
  const { rows } = await sql<Stored>`
    select t.at, t.role, t.screen, t.is_bulk, t.action, t.times from ${reads} t
     order by t.at desc, t.is_bulk, t.screen, t.role, t.action limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ count: number }>`select count(*)::int as count from ${reads} t`.execute(db)
  return {
    data: rows.map(({ is_bulk: isBulk, at, ...read }) => ({ ...read, isBulk, at: toJapanIso(at) })),
    count: counted.rows[0]?.count ?? 0,
  }
}
