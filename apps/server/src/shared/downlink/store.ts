import type { Downlink } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import { descending, type ListOrders, orderOf, type SortKey } from '../../platform/database/list-order.ts'
import { type PageQuery, defaultLimit, readPage } from '../../platform/database/list-page.ts'
import type { Actor } from '../../platform/http/route.ts'
import { ofOffice, type ScopeColumns, withinScope } from '../organisation/scope.ts'

// The scope is that of the office that gave the command, not by the device's present office.
const downlinkColumns: ScopeColumns = { company: 'l.company_id', office: 'l.office_id', group: null, user: null }

export type DownlinkFilter = {
  /** The device's whole serial. */
  readonly device?: string | undefined
  readonly officeId?: number | undefined
  readonly kind?: 'belt' | 'barometer' | undefined
}

type Times = 'createdAt' | 'sentAt' | 'ackedAt'
type Row = Omit<Downlink, Times> & { readonly createdAt: Date; readonly sentAt: Date | null; readonly ackedAt: Date | null }

const keys = {
  id: sql.ref('l.downlink_id'),
  device: sql.ref('d.serial'),
  kind: sql.ref('d.kind'),
  state: sql.ref('l.state'),
  createdAt: sql.ref('l.created_at'),
  sentAt: sql.ref('l.sent_at'),
  ackedAt: sql.ref('l.acked_at'),
} satisfies Partial<Record<keyof Downlink, SortKey>>

const orders: ListOrders = { resource: 'downlink', keys, tieBreaker: descending(keys.id) }

/** One page of the commands in scope, and how many match in all. */
export const findDownlinks = async (
  db: Db,
  actor: Actor,
  query: DownlinkFilter & PageQuery,
): Promise<{ data: Downlink[]; count: number }> => {
  const conditions = [withinScope(actor, downlinkColumns)]
  if (query.device !== undefined) conditions.push(sql`d.serial = ${query.device.normalize('NFKC').trim()}`)
  if (query.officeId !== undefined) conditions.push(ofOffice(actor, downlinkColumns, query.officeId))
  if (query.kind !== undefined) conditions.push(sql`d.kind = ${query.kind}`)
  const matching = sql`
    downlink l join device d on d.company_id = l.company_id and d.device_id = l.device_id where ${sql.join(conditions, sql` and `)}`
  const page = { offset: query.offset, limit: query.limit ?? defaultLimit }
  const { data, count } = await readPage(db, orderOf(orders, query), page, {
    rows: (tail) => sql<Row>`
      select l.downlink_id as id, d.serial as device, d.kind, l.payload, l.state, l.created_at as "createdAt", l.created_by as "createdBy",
             l.sent_at as "sentAt", l.acked_at as "ackedAt", l.error,
             l.owed_since is not null as renews
        from ${matching} ${tail}`,
    count: sql`select count(*) as count from ${matching}`,
  })
  return {
    data: data.map((row) => ({
      ...row,
      createdAt: toJapanIso(row.createdAt),
      sentAt: toJapanIsoOrNull(row.sentAt),
      ackedAt: toJapanIsoOrNull(row.ackedAt),
    })),
    count,
  }
}
