import { auditLog } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Context } from '../platform/context.ts'
import { sendCsv } from '../platform/exchange/csv-out.ts'
import { japanDay, japanDayRange, toJapanIso } from '../platform/japan-time.ts'
import { listOrder } from '../platform/list-order.ts'
import { type Route, route } from '../platform/route.ts'
import { auditColumns } from './csv-columns.ts'
import { type AuditFilter, auditSortings, findEntries, readEntries } from './store.ts'

const defaultLimit = 20
const newestFirst = sql`a.at desc, a.audit_id desc`

type Asked = {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly userId?: number | undefined
  readonly kind?: string | undefined
}

/** Days of Japan, the last one included. */
const filterFrom = ({ from, to, userId, kind }: Asked): AuditFilter => ({
  from: from === undefined ? undefined : japanDayRange(from).from,
  to: to === undefined ? undefined : japanDayRange(to).to,
  userId,
  kind,
})

/** The record of every change: on screen, and to save. */
export const auditLogRoutes = (context: Context): Route[] => [
  route(auditLog.list, 'auditLog', async ({ query, actor }) => {
    const order = listOrder('auditLog', auditSortings, query, newestFirst)
    const page = { offset: query.offset, limit: query.limit ?? defaultLimit, order }
    const { rows, count } = await findEntries(context.db, actor, filterFrom(query), page)
    return { data: rows.map((row) => ({ ...row, at: toJapanIso(row.at) })), count }
  }),

  route(auditLog.download, 'auditLog', async ({ query, actor, reply }) => {
    const entries = readEntries(context.db, actor, filterFrom(query))
    await sendCsv(reply, `変更の記録_${japanDay(context.clock())}.csv`, auditColumns, entries)
  }),
]
