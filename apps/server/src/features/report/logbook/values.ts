import { HIGHEST_WBGT, isPlausibleWbgt, LOWEST_WBGT } from '@mimamori/heat'
import { sql } from 'kysely'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { toJapanIso } from '../../../platform/japan-time.ts'
import { blank, type Line } from './line.ts'
import type { Span, Watcher } from './site.ts'
import type { TableRow } from '../../../platform/database/table-row.ts'

const ofSite = ({ companyId, officeId }: OfficeKey, watchers: readonly Watcher[], { from, to }: Span) => sql`
  r.company_id = ${companyId} and r.device_id = any(${watchers.map(({ deviceId }) => deviceId)}::int[]) and r.office_id = ${officeId}
  and r.at >= ${from} and r.at < ${to}`

/** How many readings of the watchers lie in each hour, by its beginning, epoch ms. */
export const countValues = async (
  db: Db,
  office: OfficeKey,
  watchers: readonly Watcher[],
  span: Span,
): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ hour: Date; count: number }>`
    select date_bin('1 hour', r.at, timestamptz '2000-01-01T00:00:00Z') as hour, count(*)::int as count
      from reading r where ${ofSite(office, watchers, span)} group by 1`.execute(db)
  return new Map(rows.map(({ hour, count }) => [hour.getTime(), count]))
}

type Value = TableRow<'reading', 'device_id' | 'at' | 'device_at' | 'wbgt' | 'wbgt_source' | 'temperature' | 'humidity' | 'globe'>

/** The day, time and second in Japan: 2026/07/20 12:31:05. */
const timeText = (instant: Date): string => toJapanIso(instant).slice(0, 19).replace('T', ' ').replaceAll('-', '/')

/** What to look at where a value is no plain one. */
const remarkOf = ({ wbgt, device_at }: Value): string | null => {
  const remarks: string[] = []
  if (wbgt === null) remarks.push('WBGTの値がありません')
  else if (!isPlausibleWbgt(wbgt)) remarks.push(`測れる範囲（${LOWEST_WBGT}〜${HIGHEST_WBGT}℃）にない値です`)
  if (device_at !== null) remarks.push(`時計のずれを直しました（計器の時刻 ${timeText(device_at)}）`)
  return remarks.length === 0 ? null : remarks.join('。')
}

/** The readings of the watchers at the site in a span, a line each, in no order. */
export const readValues = async (db: Db, office: OfficeKey, watchers: readonly Watcher[], span: Span): Promise<Line[]> => {
  const { rows } = await sql<Value>`
    select r.device_id, r.at, r.device_at, r.wbgt, r.wbgt_source, r.temperature, r.humidity, r.globe from reading r
     where ${ofSite(office, watchers, span)}`.execute(db)
  const byId = new Map(watchers.map((watcher) => [watcher.deviceId, watcher]))
  return rows.map((value) => {
    const watcher = byId.get(value.device_id)
    const { at, wbgt, temperature, humidity, globe } = value
    return {
      ...blank,
      at,
      device: watcher?.serial ?? null,
      place: watcher?.place ?? '',
      source: value.wbgt_source === 'estimated' ? 'estimated' : 'measured',
      wbgt,
      temperature,
      humidity,
      globe,
      remark: remarkOf(value),
    }
  })
}
