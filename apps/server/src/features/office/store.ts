import type { archivedFilters, ClothingKey, Office } from '@mimamori/contract'
import { heatBasisOn } from '@mimamori/heat'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { contains } from '../../shared/organisation/name-search.ts'
import { ascending, japanese, type ListOrders, orderOf, type SortKey } from '../../platform/database/list-order.ts'
import { type PageQuery, readPage } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'
import { japanDay, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { isOpen } from '../../shared/organisation/archived-offices.ts'
import { companyOf } from '../../shared/organisation/company-of.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { type TenantFilter, tenantOf, tenantsOf } from '../../shared/organisation/tenant-filter.ts'
import { customersOf, officeColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { TableRow } from '../../platform/database/table-row.ts'

type OfficeRow = Omit<Office, 'referenceWbgt' | 'clothing' | 'archivedAt'> & {
  readonly clothing: ClothingKey
  readonly archivedAt: Date | null
}

const columns = sql`
  o.office_id as "officeId", o.base_code as "baseCode", o.name as "officeName", o.company_id as "companyId", c.name as "companyName",
  to_char(o.opens_at, 'HH24:MI') as "opensAt", to_char(o.closes_at, 'HH24:MI') as "closesAt",
  o.emergency_phone as "emergencyPhone", o.hospital_name as "hospitalName", o.hospital_phone as "hospitalPhone", o.address,
  o.public_wbgt_station as "publicWbgtStation", case when duty.version is null then o.procedures else duty.procedures end as procedures, o.metabolic_class as "metabolicClass", o.acclimatised, o.clothing, o.archived_at as "archivedAt",
  o.version + coalesce(duty.begun, 0) as version`

/**
 * Offices `o` with their company `c` and the version of their procedures that is in force, `duty`. Where there is none the office's own
 * text applies. One that was planned changes the office by itself when it begins, which writes no row: `begun` counts those, so that a
 * form that was opened before is refused.
 */
const tablesAt = (tenant: TenantFilter, now: Date) => sql`
  office o join company c on c.company_id = o.company_id
  left join lateral (
    select d.version, d.procedures,
           (count(*) filter (where d.starts_at > d.made_at) over (partition by d.company_id))::int as begun
      from duty d
     where d.company_id = o.company_id and ${tenant('d')} and d.office_id = o.office_id and d.starts_at <= ${now}::timestamptz
     order by d.version desc limit 1) duty on true`

/** The office with the reference value that follows from its heat layer at the time. */
const officeAt = (row: OfficeRow, now: Date): Office => ({
  ...row,
  archivedAt: toJapanIsoOrNull(row.archivedAt),
  referenceWbgt: heatBasisOn(japanDay(now), { office: row }).limitWbgt,
})

export type OfficeFilter = {
  readonly companyId?: number | undefined
  readonly baseCode?: string | undefined
  readonly officeName?: string | undefined
  readonly archived: (typeof archivedFilters)[number]
}

const keys = {
  baseCode: japanese('o.base_code'),
  officeName: japanese('o.name'),
  companyName: japanese('c.name'),
  officeId: sql.ref('o.office_id'),
  companyId: sql.ref('o.company_id'),
  opensAt: sql.ref('o.opens_at'),
  closesAt: sql.ref('o.closes_at'),
  archivedAt: sql.ref('o.archived_at'),
  version: sql.ref('o.version'),
} satisfies Partial<Record<keyof Office, SortKey>>

const orders: ListOrders = {
  resource: 'office',
  keys,
  tieBreaker: ascending(keys.companyName, keys.companyId, keys.officeName, keys.officeId),
}

/** One page of the offices in scope, and how many match in all. */
export const findOffices = async (
  db: Db,
  actor: Actor,
  query: OfficeFilter & PageQuery,
  now: Date,
): Promise<{ data: Office[]; count: number }> => {
  const conditions = [withinScope(actor, officeColumns)]
  if (query.companyId !== undefined) conditions.push(sql`o.company_id = ${query.companyId}`)
  if (query.archived !== 'all') conditions.push(query.archived === '0' ? isOpen('o') : sql`not ${isOpen('o')}`)
  if (query.baseCode !== undefined) conditions.push(contains('o.base_code', query.baseCode))
  if (query.officeName !== undefined) conditions.push(contains('o.name', query.officeName))
  const matches = sql.join(conditions, sql` and `)
  const { data, count } = await readPage(db, orderOf(orders, query), query, {
    rows: (tail) => sql<OfficeRow>`select ${columns} from ${tablesAt(tenantOf(actor), now)} where ${matches} ${tail}`,
    count: sql`select count(*) as count from office o where ${matches}`,
  })
  return { data: data.map((row) => officeAt(row, now)), count }
}

/** An office in scope; undefined where there is none the actor may see. */
export const findOffice = async (db: Db, actor: Actor, officeId: number, now: Date): Promise<Office | undefined> => {
  const { rows } = await sql<OfficeRow>`
    select ${columns} from ${tablesAt(tenantOf(actor), now)} where o.office_id = ${officeId} and ${withinScope(actor, officeColumns)}`.execute(
    db,
  )
  return rows[0] === undefined ? undefined : officeAt(rows[0], now)
}

/** The same, locked until the transaction ends: nothing can be added to the office meanwhile. */
export const lockOffice = async (db: Db, actor: Actor, officeId: number, now: Date): Promise<Office | undefined> => {
  const companyId = await companyOf(db, actor, 'office', officeId)
  if (companyId === undefined) return undefined
  const { rows } = await sql<OfficeRow>`
    select ${columns} from ${tablesAt(tenantsOf([{ companyId }]), now)}
     where o.company_id = ${companyId} and o.office_id = ${officeId} and ${withinScope(actor, officeColumns)} for update of o`.execute(db)
  return rows[0] === undefined ? undefined : officeAt(rows[0], now)
}

export type OfficeValues = Omit<Office, 'officeId' | 'companyName' | 'referenceWbgt' | 'archivedAt' | 'version'>

/** Makes an office in a company of the actor's scope; undefined where there is no such company. */
export const insertOffice = async (db: Db, actor: Actor, office: OfficeValues): Promise<number | undefined> => {
  // The company is locked, so that it cannot be deleted before the insert.
  const { rows } = await sql<TableRow<'office', 'office_id'>>`
    with held as (
      select c.company_id from company c
       where c.company_id = ${office.companyId}
         and ${customersOf(actor)}
         for key share)
    insert into office (company_id, base_code, name, opens_at, closes_at, emergency_phone, hospital_name, hospital_phone, address,
                        public_wbgt_station, procedures, metabolic_class, acclimatised, clothing)
    select held.company_id, ${office.baseCode}, ${office.officeName}, ${office.opensAt}::time, ${office.closesAt}::time,
           ${office.emergencyPhone}, ${office.hospitalName}, ${office.hospitalPhone}, ${office.address}, ${office.publicWbgtStation}, ${office.procedures},
           ${office.metabolicClass}::smallint, ${office.acclimatised}::boolean, ${office.clothing}
      from held
    returning office_id`.execute(db)
  return rows[0]?.office_id
}

const isAt = (alias: string, { companyId, officeId }: OfficeKey) =>
  sql`(${sql.ref(`${alias}.company_id`)} = ${companyId} and ${sql.ref(`${alias}.office_id`)} = ${officeId})`

/** Writes a locked office's fields. */
export const writeOffice = async (db: Db, key: OfficeKey, office: OfficeValues): Promise<void> => {
  await sql`
    update office o
       set base_code = ${office.baseCode}, name = ${office.officeName}, opens_at = ${office.opensAt}, closes_at = ${office.closesAt},
           emergency_phone = ${office.emergencyPhone}, hospital_name = ${office.hospitalName}, hospital_phone = ${office.hospitalPhone},
           address = ${office.address}, public_wbgt_station = ${office.publicWbgtStation}, procedures = ${office.procedures},
           metabolic_class = ${office.metabolicClass}, acclimatised = ${office.acclimatised}, clothing = ${office.clothing},
           version = o.version + 1
     where ${isAt('o', key)}`.execute(db)
}

export type HeldByOffice = {
  readonly groups: number
  readonly people: number
  readonly devices: number
  readonly maps: number
  readonly keys: number
}

/** Counts what is still in an office. */
export const countHeld = async (db: Db, office: OfficeKey): Promise<HeldByOffice> => {
  const { rows } = await sql<HeldByOffice>`
    select (select count(*) from work_group g where ${isAt('g', office)}) as groups,
           (select count(*) from app_user u where ${isAt('u', office)} and u.deleted_at is null) as people,
           (select count(*) from device d where ${isAt('d', office)}) as devices,
           (select count(*) from site_map m where ${isAt('m', office)}) as maps,
           (select count(*) from ingest_key k where ${isAt('k', office)} and k.revoked_at is null) as keys`.execute(db)
  return rows[0] ?? { groups: 0, people: 0, devices: 0, maps: 0, keys: 0 }
}

/** Deletes an empty, locked office. Rows of deleted people stay, as evidence, without an office. */
export const deleteOffice = async (db: Db, office: OfficeKey): Promise<void> => {
  await sql`update app_user u set office_id = null where ${isAt('u', office)} and u.deleted_at is not null`.execute(db)
  await sql`delete from ingest_key k where ${isAt('k', office)} and k.revoked_at is not null`.execute(db)
  // A screen that shows a board, or a poster on a wall, is nothing that an office holds.
  await sql`delete from office_link l where ${isAt('l', office)}`.execute(db)
  // Neither is a connection: nothing of the office is left that it could send.
  await sql`
    delete from connection_application a using connection n
     where n.company_id = ${office.companyId} and n.office_id = ${office.officeId} and a.connection_id = n.connection_id`.execute(db)
  await sql`delete from connection n where ${isAt('n', office)}`.execute(db)
  await sql`delete from office o where ${isAt('o', office)}`.execute(db)
}
