import { dayMs } from '@mimamori/contract/day'
import { heatLevel } from '@mimamori/heat'
import type { PoolClient } from 'pg'
import type { EpisodeSegment } from '../features/alerts/episodes/episode-log.ts'
import { openEpisodes } from '../features/alerts/episodes/open.ts'
import { recordEvents } from '../features/alerts/episodes/record-events.ts'
import { setHandling } from '../features/alerts/episodes/set-handling.ts'
import { archiveNote } from '../features/office/archive.ts'
import type { TableRow } from '../platform/database/table-row.ts'
import { onClient } from '../platform/exchange/on-client.ts'
import { idOf } from './seed-organisation.ts'

/** A site whose work is finished: archived, with the heat of its last days on record. */
export const finishedSite = {
  companyCode: 'MGW',
  baseCode: 'TYS',
  name: '豊洲二丁目 倉庫解体工事',
  archivedDaysAgo: 18,
  /** Days before today on which the site was hot, and the highest WBGT in °C. */
  hotDays: [
    [25, 29.4],
    [22, 31.2],
    [20, 30.1],
  ],
} as const

const hourMs = 3_600_000

/** A hot time of a site as its alert: over by itself, without anybody's answer. */
const heatOf = (site: { readonly companyId: number; readonly officeId: number }, at: number, wbgt: number): EpisodeSegment => {
  const excess = Math.round((wbgt - 28) * 10) / 10
  const nobody = { heartRate: null, heatDeviceId: null, gatewayId: null }
  const moment = { ...nobody, at, level: heatLevel(excess), excess, wbgt, reason: { kind: 'heat', limit: 28, minutes: 0 } }
  const subject = { kind: 'siteHeat', ...site, userId: null, deviceId: null } as const
  return { subject, opened: true, moments: [moment], endedAt: at + 2 * hourMs, ending: 'recovered', late: false }
}

/** Writes the archived site with its alerts, closed by an administrator of its company with the site. */
export const seedFinishedSite = async (client: PoolClient, companyId: number, nowMs: number): Promise<void> => {
  const { baseCode, name, archivedDaysAgo, hotDays } = finishedSite
  const archivedAt = new Date(nowMs - archivedDaysAgo * dayMs)
  const officeId = await idOf(
    client,
    `insert into office (company_id, base_code, name, archived_at) values ($1, $2, $3, $4) returning office_id as id`,
    [companyId, baseCode, name, archivedAt],
  )
  const { rows } = await client.query<TableRow<'app_user', 'user_id' | 'full_name'>>(
    `select u.user_id, u.full_name from app_user u where u.company_id = $1 and u.role = 'AdminUnitContract' order by u.user_id limit 1`,
    [companyId],
  )
  const [admin] = rows
  if (admin === undefined) throw new Error('the company of the finished site has no administrator')
  const db = onClient(client)
  for (const [daysAgo, wbgt] of hotDays) {
    const opened = await openEpisodes(db, companyId, [heatOf({ companyId, officeId }, nowMs - daysAgo * dayMs, wbgt)])
    await recordEvents(db, opened)
    const keys = [...new Set(opened.map(({ alertId }) => alertId))].map((alertId) => ({ companyId, alertId }))
    const step = { handling: 'closed', outcome: 'other', note: archiveNote } as const
    await setHandling(db, keys, step, { userId: admin.user_id, userName: admin.full_name, at: archivedAt })
  }
}
