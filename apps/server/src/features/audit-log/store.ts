import type { AuditPart } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { readBatches } from '../../platform/exchange/csv-out.ts'
import { descending, type ListOrders, orderOf, type SortKey } from '../../platform/database/list-order.ts'
import { type PageQuery, defaultLimit, readPage } from '../../platform/database/list-page.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import type { Actor } from '../../platform/http/route.ts'

export type AuditFilter = {
  /** Half-open. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly userId?: number | undefined
  readonly part?: AuditPart | undefined
  /** A kind of record: company, office, group, user … */
  readonly kind?: string | undefined
}

export type AuditRow = {
  readonly id: number
  readonly at: Date
  readonly userName: string
  readonly fullName: string | null
  readonly action: string
  readonly resource: string
  readonly resourceId: string
  readonly personName: string | null
  readonly before: unknown
  readonly after: unknown
  readonly address: string | null
}

const [auditId, at] = [sql.ref('a.audit_id'), sql.ref('a.at')]

const keys = {
  id: { by: auditId, neverNull: true },
  at: { by: at, neverNull: true },
  userName: sql.ref('a.user_name'),
  action: sql.ref('a.action'),
  resource: sql.ref('a.resource'),
  resourceId: sql.ref('a.resource_id'),
  address: sql.ref('a.address'),
} satisfies Partial<Record<keyof AuditRow, SortKey>>

const orders: ListOrders = { resource: 'auditLog', keys, tieBreaker: descending(at, auditId) }

const columns = sql`
  a.audit_id as id, a.at, a.user_name as "userName", u.full_name as "fullName", a.action, a.resource, a.resource_id as "resourceId",
  coalesce(al.full_name, person.full_name) as "personName", a.before, a.after, a.address`

// A downloaded file is recorded under the same resource, by its name.
const numberOf = (resource: string) =>
  sql`case when a.resource = ${resource} and a.resource_id ~ '^[0-9]{1,9}$' then a.resource_id::int end`

// Only people of the company whose log it is: those of the provider are known to it by their login ID.
// Anyone who reads the log sees all alerts and all people of its companies by name anyhow; of what an alert measured it says nothing.
const entry = sql`
  audit_log a
  left join app_user u on u.company_id = a.company_id and u.user_id = a.user_id
  left join alert al on al.company_id = a.company_id and al.alert_id = ${numberOf('alert')}
  left join app_user person on person.company_id = a.company_id and person.user_id = ${numberOf('user')}`

// The audit log has its own scope: a base administrator reads none of it, and the service's own entries belong to the provider's company.
const within = (actor: Actor): RawBuilder<boolean> => {
  if (actor.role === 'AdminUnitService') return sql<boolean>`true`
  return actor.role === 'AdminUnitContract' ? sql<boolean>`a.company_id = ${actor.companyId}` : sql<boolean>`false`
}

const parts: Record<AuditPart, RawBuilder<boolean>> = {
  done: sql<boolean>`a.chain = 'change'`,
  change: sql<boolean>`(a.chain = 'change' and a.resource <> 'session' and a.action <> 'export')`,
  session: sql<boolean>`a.resource = 'session'`,
  export: sql<boolean>`a.action = 'export'`,
  read: sql<boolean>`a.chain = 'read'`,
}

const matching = (actor: Actor, filter: AuditFilter) => {
  const conditions = [within(actor)]
  if (filter.from !== undefined) conditions.push(sql`a.at >= ${filter.from}`)
  if (filter.to !== undefined) conditions.push(sql`a.at < ${filter.to}`)
  if (filter.userId !== undefined) conditions.push(sql`a.user_id = ${filter.userId}`)
  if (filter.part !== undefined) conditions.push(parts[filter.part])
  if (filter.kind !== undefined && filter.kind !== '') conditions.push(sql`a.resource = ${filter.kind}`)
  return sql.join(conditions, sql` and `)
}

type EntryKey = TableRow<'audit_log', 'company_id' | 'audit_id'>

/** Entries by their keys, in the order of these. */
const readByKeys = async (db: Db, page: readonly EntryKey[]): Promise<AuditRow[]> => {
  if (page.length === 0) return []
  const { rows } = await sql<AuditRow & { readonly companyId: number }>`
    select ${columns}, a.company_id as "companyId" from ${entry}
     where (a.company_id, a.audit_id) in (
       select * from unnest(${page.map((key) => key.company_id)}::int[], ${page.map((key) => key.audit_id)}::bigint[]))`.execute(db)
  const byKey = new Map(rows.map(({ companyId, ...row }) => [`${companyId}/${row.id}`, row]))
  return page.flatMap((key) => byKey.get(`${key.company_id}/${key.audit_id}`) ?? [])
}

/**
 * One page of the entries the actor may read, and how many match in all. Only the log is sorted; names are looked up for the page alone:
 * an order without an index would join every entry to all alerts and people.
 */
export const findEntries = async (
  db: Db,
  actor: Actor,
  filter: AuditFilter,
  query: PageQuery,
): Promise<{ data: AuditRow[]; count: number }> => {
  const matches = matching(actor, filter)
  const page = { offset: query.offset, limit: query.limit ?? defaultLimit }
  const { data, count } = await readPage(db, orderOf(orders, query), page, {
    rows: (tail) => sql<EntryKey>`select a.company_id, a.audit_id from audit_log a where ${matches} ${tail}`,
    count: sql`select count(*) as count from audit_log a where ${matches}`,
  })
  return { data: await readByKeys(db, data), count }
}

type KeyedRow = AuditRow & { readonly companyId: number }

/** Every entry that matches, newest first, in batches. */
export const readEntries = (db: Db, actor: Actor, filter: AuditFilter): AsyncGenerator<readonly AuditRow[]> => {
  const matches = matching(actor, filter)
  return readBatches<KeyedRow>(async (last, limit) => {
    // The instant in the database's own form: a Date would round its microseconds.
    const further =
      last === undefined
        ? sql`true`
        : sql`(a.at, a.audit_id) < (
            (select l.at from audit_log l where l.company_id = ${last.companyId} and l.audit_id = ${last.id}), ${last.id})`
    const { rows } = await sql<KeyedRow>`
      select ${columns}, a.company_id as "companyId" from ${entry} where ${matches} and ${further}
       order by a.at desc, a.audit_id desc limit ${limit}`.execute(db)
    return rows
  })
}
