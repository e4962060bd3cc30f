import { itemAt } from '@mimamori/contract/typed-lists'
import type { NamedPlace } from '@mimamori/contract'
import { sql } from 'kysely'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { ofOffice, type ScopeColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Db } from '../../platform/context.ts'
import { ascending, japanese, type ListOrders, orderOf } from '../../platform/database/list-order.ts'
import { type PageQuery, defaultLimit, readPage } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'

const columns = sql`p.place_id as id, p.office_id as "officeId", p.name, p.latitude, p.longitude, p.rest_place as "restPlace"`
const scope: ScopeColumns = { company: 'p.company_id', office: 'p.office_id', group: null, user: null }

const keys = {
  id: sql.ref('p.place_id'),
  officeId: sql.ref('p.office_id'),
  name: japanese('p.name'),
  latitude: sql.ref('p.latitude'),
  longitude: sql.ref('p.longitude'),
  restPlace: sql.ref('p.rest_place'),
} satisfies Record<keyof NamedPlace, unknown>
const orders: ListOrders = { resource: 'namedPlace', keys, tieBreaker: ascending(japanese('p.name'), sql.ref('p.place_id')) }

/** The named places of an office, by name. @throws Refusal 400 where the list has no such key to sort by */
export const findPlaces = async (
  db: Db,
  actor: Actor,
  query: PageQuery & { readonly officeId?: number | undefined },
): Promise<{ data: NamedPlace[]; count: number }> => {
  const conditions = [withinScope(actor, scope)]
  if (query.officeId !== undefined) conditions.push(ofOffice(actor, scope, query.officeId))
  const matches = sql.join(conditions, sql` and `)
  const page = { offset: query.offset, limit: query.limit ?? defaultLimit }
  return readPage(db, orderOf(orders, query), page, {
    rows: (tail) => sql<NamedPlace>`select ${columns} from named_place p where ${matches} ${tail}`,
    count: sql`select count(*) as count from named_place p where ${matches}`,
  })
}

/** A place of a locked office by its number, or else by its name. */
export const findPlace = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  { id, name }: { readonly id: number | null; readonly name: string },
): Promise<NamedPlace | undefined> => {
  const { rows } = await sql<NamedPlace>`
    select ${columns} from named_place p
     where p.company_id = ${companyId} and p.office_id = ${officeId} and ${id === null ? sql`p.name = ${name}` : sql`p.place_id = ${id}`}`.execute(
    db,
  )
  return rows[0]
}

type Values = Pick<NamedPlace, 'name' | 'latitude' | 'longitude' | 'restPlace'>

export const insertPlace = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  { name, latitude, longitude, restPlace }: Values,
): Promise<NamedPlace> => {
  const { rows } = await sql<NamedPlace>`
    insert into named_place as p (company_id, office_id, name, latitude, longitude, rest_place)
    values (${companyId}, ${officeId}, ${name}, ${latitude}, ${longitude}, ${restPlace}) returning ${columns}`.execute(db)
  return itemAt(rows, 0)
}

export const writePlace = async (
  db: Db,
  { companyId }: OfficeKey,
  { id, name, latitude, longitude, restPlace }: NamedPlace,
): Promise<void> => {
  await sql`
    update named_place p set name = ${name}, latitude = ${latitude}, longitude = ${longitude}, rest_place = ${restPlace}
     where p.company_id = ${companyId} and p.place_id = ${id}`.execute(db)
}
