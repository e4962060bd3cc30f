import { sql } from 'kysely'
import type { OfficeKey } from '../organisation/keys.ts'
import { customersOf, officeColumns, withinScope } from '../organisation/scope.ts'
import type { Db } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { Actor } from '../platform/route.ts'
import type { StoredSetting } from './in-force.ts'

/** Whose settings these are: a company's, or those of one of its sites. */
export type Owner = { readonly companyId: number; readonly officeId: number | null }

/** A company in the actor's scope. @throws Refusal 404 where it is not the actor's */
export const findCompany = async (db: Db, actor: Actor, companyId: number): Promise<Owner> => {
  const { rows } = await sql<{ companyId: number }>`
    select c.company_id as "companyId" from company c where c.company_id = ${companyId} and ${customersOf(actor)}`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return { ...rows[0], officeId: null }
}

/** A site in the actor's scope. @throws Refusal 404 where it is not the actor's */
export const findOffice = async (db: Db, actor: Actor, officeId: number): Promise<Owner> => {
  const { rows } = await sql<OfficeKey>`
    select o.company_id as "companyId", o.office_id as "officeId" from office o
     where o.office_id = ${officeId} and ${withinScope(actor, officeColumns)}`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/** What is stored for a company, and for its site where one is asked about. */
export const readStored = async (db: Db, { companyId, officeId }: Owner): Promise<StoredSetting[]> => {
  const { rows } = await sql<StoredSetting>`
    select case when s.office_id is null then 'company' else 'office' end as owner, s.type, s.key, s.value
      from master_setting s
     where s.company_id = ${companyId} and (s.office_id is null or s.office_id = ${officeId})`.execute(db)
  return rows
}
