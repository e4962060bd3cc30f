import type { Company, CompanyListRow } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { contains } from '../../shared/organisation/name-search.ts'
import { customersOf } from '../../shared/organisation/scope.ts'
import { ascending, japanese, type ListOrders, orderOf, type SortKey } from '../../platform/database/list-order.ts'
import { type PageQuery, readPage } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'

const columns = sql`c.company_id as "companyId", c.code as "officeCode", c.name as "companyName", c.version`

export type CompanyFilter = { readonly officeCode?: string | undefined; readonly companyName?: string | undefined }

const keys = {
  officeCode: japanese('c.code'),
  companyName: japanese('c.name'),
  companyId: sql.ref('c.company_id'),
  version: sql.ref('c.version'),
} satisfies Record<keyof Company, SortKey>

const orders: ListOrders = { resource: 'company', keys, tieBreaker: ascending(keys.companyName, keys.companyId) }

/** Which of these companies' people may sign in at a provider of their own; asked apart, since a cluster joins no shared table with it. */
const findSingleSignOn = async (db: Db, companies: readonly Company[]): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ company_id: number }>`
    select p.company_id from identity_provider p
     where p.enabled and p.company_id = any(${companies.map(({ companyId }) => companyId)}::int[])`.execute(db)
  return new Set(rows.map(({ company_id: companyId }) => companyId))
}

/** One page of the companies in scope, and how many match in all. */
export const findCompanies = async (
  db: Db,
  actor: Actor,
  query: CompanyFilter & PageQuery,
): Promise<{ data: CompanyListRow[]; count: number }> => {
  const conditions = [customersOf(actor)]
  if (query.officeCode !== undefined) conditions.push(contains('c.code', query.officeCode))
  if (query.companyName !== undefined) conditions.push(contains('c.name', query.companyName))
  const matches = sql.join(conditions, sql` and `)
  const { data, count } = await readPage(db, orderOf(orders, query), query, {
    rows: (tail) => sql<Company>`select ${columns} from company c where ${matches} ${tail}`,
    count: sql`select count(*) as count from company c where ${matches}`,
  })
  if (actor.role !== 'AdminUnitService') return { data: data.map((row) => ({ ...row, singleSignOn: null })), count }
  const using = await findSingleSignOn(db, data)
  return { data: data.map((row) => ({ ...row, singleSignOn: using.has(row.companyId) ? '1' : '0' })), count }
}

/** A company in scope; undefined where there is none the actor may see. */
export const findCompany = async (db: Db, actor: Actor, companyId: number): Promise<Company | undefined> => {
  const { rows } = await sql<Company>`select ${columns} from company c where c.company_id = ${companyId} and ${customersOf(actor)}`.execute(
    db,
  )
  return rows[0]
}

/** The same, locked until the transaction ends: nothing can be put into the company meanwhile. */
export const lockCompany = async (db: Db, actor: Actor, companyId: number): Promise<Company | undefined> => {
  const { rows } =
    await sql<Company>`select ${columns} from company c where c.company_id = ${companyId} and ${customersOf(actor)} for update`.execute(db)
  return rows[0]
}

/** Counts what is still in a company. */
export const countHeld = async (db: Db, companyId: number): Promise<{ offices: number; people: number }> => {
  const { rows } = await sql<{ offices: number; people: number }>`
    select (select count(*) from office o where o.company_id = ${companyId}) as offices,
           (select count(*) from app_user u where u.company_id = ${companyId} and u.deleted_at is null) as people`.execute(db)
  return rows[0] ?? { offices: 0, people: 0 }
}

/** Marks an empty, locked company as gone. Its row stays, with those of deleted people and the log, as evidence. */
export const markDeleted = async (db: Db, companyId: number, at: Date): Promise<void> => {
  await sql`update company c set deleted_at = ${at} where c.company_id = ${companyId}`.execute(db)
}
