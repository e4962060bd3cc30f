import type { Downlink } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/context.ts'
import { toJapanIso, toJapanIsoOrNull } from '../platform/japan-time.ts'
import { pageOf } from '../platform/list-order.ts'
import type { Actor } from '../platform/route.ts'
import { type ScopeColumns, withinScope } from '../organisation/scope.ts'

// The site that gave the command, not the one its device is at by now: what was said there is no other tenant's.
const downlinkColumns: ScopeColumns = { company: 'o.company_id', office: 'l.office_id', group: null, user: null }

export type DownlinkFilter = {
  /** The device's whole serial. */
  readonly device?: string | undefined
  readonly officeId?: number | undefined
  readonly kind?: 'belt' | 'barometer' | undefined
}

type Page = { readonly offset: number; readonly limit: number; readonly order: RawBuilder<unknown> }
type Times = 'createdAt' | 'sentAt' | 'ackedAt'
type Row = Omit<Downlink, Times> & { readonly createdAt: Date; readonly sentAt: Date | null; readonly ackedAt: Date | null }

/** One page of the commands in scope, and how many match in all. */
export const findDownlinks = async (
  db: Db,
  actor: Actor,
  filter: DownlinkFilter,
  page: Page,
): Promise<{ data: Downlink[]; count: number }> => {
  const conditions = [withinScope(actor, downlinkColumns)]
  if (filter.device !== undefined) conditions.push(sql`d.serial = ${filter.device.normalize('NFKC').trim()}`)
  if (filter.officeId !== undefined) conditions.push(sql`l.office_id = ${filter.officeId}`)
  if (filter.kind !== undefined) conditions.push(sql`d.kind = ${filter.kind}`)
  const matching = sql`
    downlink l join device d on d.device_id = l.device_id join office o on o.office_id = l.office_id where ${sql.join(conditions, sql` and `)}`
  const [found, counted] = await Promise.all([
    sql<Row>`
      select l.downlink_id as id, d.serial as device, d.kind, l.payload, l.state, l.created_at as "createdAt", l.created_by as "createdBy",
             l.sent_at as "sentAt", l.acked_at as "ackedAt", l.error,
             l.owed_since is not null as renews
        from ${matching} order by ${page.order} ${pageOf(page)}`.execute(db),
    sql<{ count: number }>`select count(*) as count from ${matching}`.execute(db),
  ])
  return {
    data: found.rows.map((row) => ({
      ...row,
      createdAt: toJapanIso(row.createdAt),
      sentAt: toJapanIsoOrNull(row.sentAt),
      ackedAt: toJapanIsoOrNull(row.ackedAt),
    })),
    count: counted.rows[0]?.count ?? 0,
  }
}
