import type { SettingOwner } from '@mimamori/contract'
import { type RawBuilder, sql } from 'kysely'
import { companyOf } from '../../shared/organisation/company-of.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { customersOf, officeColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import type { StoredSetting } from './in-force.ts'

/** Whose settings these are: a company's, or those of one of its sites. */
export type Owner = {
  readonly kind: SettingOwner
  readonly companyId: number
  readonly officeId: number | null
  readonly companyName: string
  readonly officeName: string | null
}

const ownedBy = (actor: Actor, kind: SettingOwner, id: number, companyId?: number): RawBuilder<unknown> =>
  kind === 'company'
    ? sql`
        select 'company' as kind, c.company_id as "companyId", null::int as "officeId", c.name as "companyName", null::text as "officeName"
          from company c where c.company_id = ${id} and ${customersOf(actor)}`
    : sql`
        select 'office' as kind, o.company_id as "companyId", o.office_id as "officeId", c.name as "companyName", o.name as "officeName"
          from office o join company c on c.company_id = o.company_id
         where o.office_id = ${id} and ${withinScope(actor, officeColumns)}
           and ${companyId === undefined ? sql`true` : sql`o.company_id = ${companyId}`}`

/** A company or site in the actor's scope. @throws Refusal 404 where it is not the actor's */
export const findOwner = async (db: Db, actor: Actor, kind: SettingOwner, id: number): Promise<Owner> => {
  const { rows } = await sql<Owner>`${ownedBy(actor, kind, id)}`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/** The same, locked until the transaction ends, so that changes of its settings come one after another. @throws as `findOwner` */
export const lockOwner = async (db: Db, actor: Actor, kind: SettingOwner, id: number): Promise<Owner> => {
  const companyId = kind === 'company' ? id : await companyOf(db, actor, 'office', id)
  if (companyId === undefined) throw notFound()
  const { rows } = await sql<Owner>`
    ${ownedBy(actor, kind, id, companyId)} for no key update of ${sql.ref(kind === 'company' ? 'c' : 'o')}`.execute(db)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/** What is stored for a company, and for its site if the query names one. */
export const readStored = async (db: Db, { companyId, officeId }: Pick<Owner, 'companyId' | 'officeId'>): Promise<StoredSetting[]> => {
  const { rows } = await sql<StoredSetting>`
    select case when s.office_id is null then 'company' else 'office' end as owner, s.type, s.key, s.value, s.version
      from master_setting s
     where s.company_id = ${companyId} and (s.office_id is null or s.office_id = ${officeId})`.execute(db)
  return rows
}

/** The offices whose lists use settings of a company or site. */
export const officesOf = async (db: Db, { companyId, officeId }: Pick<Owner, 'companyId' | 'officeId'>): Promise<OfficeKey[]> => {
  if (officeId !== null) return [{ companyId, officeId }]
  const { rows } = await sql<OfficeKey>`
    select o.company_id as "companyId", o.office_id as "officeId" from office o where o.company_id = ${companyId}`.execute(db)
  return rows
}

export type NewValue = { readonly type: string; readonly key: string; readonly value: string | null }

/** Writes values of a company or site; each row's version rises. */
export const writeValues = async (
  db: Db,
  { companyId, officeId }: Pick<Owner, 'companyId' | 'officeId'>,
  values: readonly NewValue[],
): Promise<void> => {
  if (values.length === 0) return
  await sql`
    insert into master_setting as s (company_id, office_id, type, key, value)
    select ${companyId}, ${officeId}, given.type, given.key, given.value
      from unnest(${values.map(({ type }) => type)}::text[], ${values.map(({ key }) => key)}::text[], ${values.map(({ value }) => value)}::text[])
             as given (type, key, value)
    on conflict on constraint master_setting_unique do update set value = excluded.value, version = s.version + 1`.execute(db)
}
