import { auditLog, type AuditPart } from '@mimamori/contract'
import { recordedDownload } from '../../shared/audit/recorded-download.ts'
import type { Context } from '../../platform/context.ts'
import { requireRows, sendCsv } from '../../platform/exchange/csv-out.ts'
import { japanDay, japanDayRange, toJapanIso } from '../../platform/japan-time.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { auditColumns } from './csv-columns.ts'
import { type AuditFilter, findEntries, readEntries } from './store.ts'

type LogQuery = {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly userId?: number | undefined
  readonly part?: AuditPart | undefined
  readonly kind?: string | undefined
}

/** Days of Japan, the last one included. */
const filterFrom = ({ from, to, ...logFilter }: LogQuery): AuditFilter => ({
  from: from === undefined ? undefined : japanDayRange(from).from,
  to: to === undefined ? undefined : japanDayRange(to).to,
  ...logFilter,
})

/** The audit log: on screen, and as a file. */
export const auditLogRoutes = (context: Context): Route[] => [
  route(auditLog.list, 'auditLog', async ({ query, actor }) => {
    const { data, count } = await findEntries(context.db, actor, filterFrom(query), query)
    return { data: data.map((row) => ({ ...row, at: toJapanIso(row.at) })), count }
  }),

  route(auditLog.download, 'auditLog', async ({ query, ...call }) => {
    const entries = await requireRows(readEntries(context.db, call.actor, filterFrom(query)))
    const download = recordedDownload(context, call, { resource: 'auditLog', filter: query })
    await sendCsv(download, `操作の記録_${japanDay(context.clock())}.csv`, auditColumns, entries)
  }),
]
