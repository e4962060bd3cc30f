import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'

const numbers = {
  alert: 'alert_id',
  app_user: 'user_id',
  office: 'office_id',
  outbox_mail: 'mail_id',
  report_schedule: 'schedule_id',
  work_group: 'group_id',
  wear: 'wear_id',
} as const

type Asking = Pick<Actor, 'role' | 'companyId'>

export type OfCompany = { readonly companyId: number; readonly ids: number[] }

/** What is to be locked of several companies, company by company and always in one order. */
export const inOrderOfCompanies = <Key extends { readonly companyId: number }>(keys: readonly Key[]): [companyId: number, own: Key[]][] =>
  [...Map.groupBy(keys, ({ companyId }) => companyId)].toSorted(([a], [b]) => a - b)

/**
 * Rows that are known by their numbers alone, under the companies they can only be of: the actor's own, or for the
 * service's administrators those that they are of. A cluster locks rows only by a statement that names their company.
 * In the order of the companies; what does not exist is left out or found by nobody.
 */
export const byCompany = async (db: Db, actor: Asking, table: keyof typeof numbers, ids: readonly number[]): Promise<OfCompany[]> => {
  if (actor.role !== 'AdminUnitService') return [{ companyId: actor.companyId, ids: [...ids] }]
  const number = sql.ref(`t.${numbers[table]}`)
  const { rows } = await sql<{ company_id: number; id: number }>`
    select t.company_id, ${number} as id from ${sql.table(table)} t where ${number} = any(${ids}::int[])
     order by id`.execute(db)
  return inOrderOfCompanies(rows.map(({ company_id: companyId, id }) => ({ companyId, id }))).map(([companyId, own]) => ({
    companyId,
    ids: own.map(({ id }) => id),
  }))
}

/** The company of one row. @returns undefined where there is no such row */
export const companyOf = async (db: Db, actor: Asking, table: keyof typeof numbers, id: number): Promise<number | undefined> =>
  (await byCompany(db, actor, table, [id]))[0]?.companyId
