import { type Drill, type drillSortKeys, emergencyKinds, handlings } from '@mimamori/contract'
import { sql } from 'kysely'
import { isInScope } from '../episodes/read.ts'
import type { AlertKey, OfficeKey } from '../../../shared/organisation/keys.ts'
import { officeColumns, withinScope } from '../../../shared/organisation/scope.ts'
import { type TenantFilter, tenantOf, tenantsOf } from '../../../shared/organisation/tenant-filter.ts'
import type { Db } from '../../../platform/context.ts'
import { toJapanIso, toJapanIsoOrNull } from '../../../platform/japan-time.ts'
import { byMeaning, descending, japanese, type ListOrders, orderOf } from '../../../platform/database/list-order.ts'
import { type PageQuery, defaultLimit, readPage } from '../../../platform/database/list-page.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { isEmergency } from '../../../shared/monitoring/emergency-kinds.ts'

type Row = {
  readonly alert_id: number
  readonly office_id: number
  readonly company_name: string
  readonly base_name: string
  readonly group_name: string | null
  readonly kind: Drill['kind']
  readonly started_at: Date
  readonly started_by: string | null
  readonly ended_at: Date | null
  readonly handling: Drill['handling']
  readonly told: number
  readonly steps: number
  readonly confirmed_by: string | null
  readonly confirmed_at: Date | null
  readonly seconds: number | null
}

const seconds = sql`round(extract(epoch from answer.at - a.started_at))::int`

const keys = {
  id: sql.ref('a.alert_id'),
  officeId: sql.ref('a.office_id'),
  companyName: japanese('a.company_name'),
  baseName: japanese('a.base_name'),
  groupName: japanese('a.group_name'),
  kind: byMeaning('a.kind', emergencyKinds),
  startedAt: sql.ref('a.started_at'),
  startedBy: japanese('opening.user_name'),
  endedAt: sql.ref('a.ended_at'),
  handling: byMeaning('a.handling', handlings),
  told: sql.ref('notices.told'),
  steps: sql.ref('notices.steps'),
  confirmedBy: japanese('answer.user_name'),
  confirmedAt: sql.ref('answer.at'),
  seconds,
} satisfies Record<(typeof drillSortKeys)[number], unknown>

const drillOrders: ListOrders = {
  resource: 'drill',
  keys,
  standard: () => descending(keys.startedAt),
  tieBreaker: descending(keys.id),
}

const columns = sql`
  a.alert_id, a.office_id, a.company_name, a.base_name, a.group_name, a.kind, a.started_at, a.ended_at, a.handling,
  opening.user_name as started_by, notices.told, notices.steps, answer.user_name as confirmed_by, answer.at as confirmed_at, ${seconds} as seconds`

// Whatever somebody does first about it confirms it.
const joined = (tenant: TenantFilter) => sql`
  alert a
  left join lateral (
    select e.user_name from alert_event e
     where e.company_id = a.company_id and ${tenant('e')} and e.alert_id = a.alert_id and e.event = 'opened'
     order by e.event_id limit 1) opening on true
  left join lateral (
    select e.at, e.user_name from alert_event e
     where e.company_id = a.company_id and ${tenant('e')} and e.alert_id = a.alert_id and e.event in ('acknowledged', 'responding', 'closed')
     order by e.event_id limit 1) answer on true
  cross join lateral (
    select count(distinct coalesce(n.user_id::text, address, n.channel_name)) filter (where n.channel <> 'none')::int as told,
           coalesce(max(n.step), 0)::int as steps
      from alert_notice n left join unnest(n.addresses) address on true
     where n.company_id = a.company_id and ${tenant('n')} and n.alert_id = a.alert_id) notices`

const toDrill = (row: Row): Drill => ({
  id: row.alert_id,
  officeId: row.office_id,
  companyName: row.company_name,
  baseName: row.base_name,
  groupName: row.group_name,
  kind: row.kind,
  startedAt: toJapanIso(row.started_at),
  startedBy: row.started_by,
  endedAt: toJapanIsoOrNull(row.ended_at),
  handling: row.handling,
  told: row.told,
  steps: row.steps,
  confirmedBy: row.confirmed_by,
  confirmedAt: toJapanIsoOrNull(row.confirmed_at),
  seconds: row.seconds,
})

/** One page of the drills in scope, and how many there are. */
export const findDrills = async (
  db: Db,
  actor: Actor,
  { officeId, offset, limit = defaultLimit, ...filter }: PageQuery & { readonly officeId?: number | undefined },
): Promise<{ data: Drill[]; count: number }> => {
  const ofOffice = officeId === undefined ? sql`true` : sql`a.office_id = ${officeId}`
  const matches = sql`a.drill and ${isInScope(actor)} and ${ofOffice}`
  const { data, count } = await readPage(
    db,
    orderOf(drillOrders, filter),
    { offset, limit },
    {
      rows: (tail) => sql<Row>`select ${columns} from ${joined(tenantOf(actor))} where ${matches} ${tail}`,
      count: sql`select count(*) as count from alert a where ${matches}`,
    },
  )
  return { data: data.map(toDrill), count }
}

/** One drill by its key. */
export const readDrill = async (db: Db, key: AlertKey): Promise<Drill | undefined> => {
  const { rows } = await sql<Row>`
    select ${columns} from ${joined(tenantsOf([key]))} where a.company_id = ${key.companyId} and a.alert_id = ${key.alertId} and a.drill`.execute(
    db,
  )
  return rows.map(toDrill)[0]
}

/** Whose drill is requested: an office in scope, and one of its groups where a group is named. Undefined where there is none. */
export const findSubject = async (
  db: Db,
  actor: Actor,
  { officeId, groupId }: { readonly officeId: number; readonly groupId?: number | null | undefined },
): Promise<(OfficeKey & { readonly groupId: number | null; readonly name: string }) | undefined> => {
  const { rows } = await sql<OfficeKey & { groupId: number | null; name: string }>`
    select o.company_id as "companyId", o.office_id as "officeId", g.group_id as "groupId", o.name
      from office o left join work_group g on g.company_id = o.company_id and g.office_id = o.office_id and g.group_id = ${groupId ?? 0}
     where o.office_id = ${officeId} and ${withinScope(actor, officeColumns)}
       and (${groupId ?? null}::int is null or g.group_id is not null)`.execute(db)
  return rows[0]
}

/** Whether somebody is in danger at an office: an emergency, no drill, that nobody has closed. */
export const isInDanger = async (db: Db, { companyId, officeId }: OfficeKey): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from alert a
     where a.company_id = ${companyId} and a.office_id = ${officeId} and ${isEmergency} and a.handling <> 'closed'
       and not a.drill and not a.late and not a.withdrawn limit 1`.execute(db)
  return rows.length > 0
}
