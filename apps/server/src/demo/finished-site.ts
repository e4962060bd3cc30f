import { dayMs } from '@mimamori/contract/day'
import type { ClientBase } from 'pg'
import { archiveNote } from '../features/office/archive.ts'
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

/** Writes the archived site with its alerts. */
export const seedFinishedSite = async (
  client: ClientBase,
  company: { readonly companyId: number; readonly name: string },
  nowMs: number,
) => {
  const { baseCode, name, archivedDaysAgo, hotDays } = finishedSite
  const officeId = await idOf(
    client,
    `insert into office (company_id, base_code, name, archived_at) values ($1, $2, $3, $4) returning office_id as id`,
    [company.companyId, baseCode, name, new Date(nowMs - archivedDaysAgo * dayMs)],
  )
  for (const [daysAgo, wbgt] of hotDays) {
    const began = new Date(nowMs - daysAgo * dayMs)
    const ended = new Date(began.getTime() + 2 * hourMs)
    const alertId = await idOf(
      client,
      `insert into alert (kind, company_id, office_id, company_name, base_name, level, peak_level, cause, wbgt, peak_wbgt, started_at, ended_at,
                          ending, handling, handled_at, outcome, note)
       values ('siteHeat', $1, $2, $3, $4, 1, 1, 'heat', $5, $5, $6, $7, 'recovered', 'closed', $7, 'other', $8) returning alert_id as id`,
      [company.companyId, officeId, company.name, name, wbgt, began, ended, archiveNote],
    )
    for (const [event, at] of [
      ['opened', began],
      ['ended', ended],
    ] as const)
      await client.query('insert into alert_event (company_id, alert_id, at, event, level, wbgt) values ($1, $2, $3, $4, 1, $5)', [
        company.companyId,
        alertId,
        at,
        event,
        wbgt,
      ])
  }
}
