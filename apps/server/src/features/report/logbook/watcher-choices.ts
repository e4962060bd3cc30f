import type { LogbookWatcher } from '@mimamori/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import type { Db } from '../../../platform/context.ts'
import { findWatchers, publicDevice, type Site, type Span, stationPlace } from './site.ts'

type Choice = z.infer<typeof LogbookWatcher>

const findStations = async (db: Db, { companyId, officeId }: OfficeKey, { from, to }: Span): Promise<string[]> => {
  const { rows } = await sql<{ station: string }>`
    select distinct h.serial as station from heat_summary h
     where h.company_id = ${companyId} and h.office_id = ${officeId} and h.device_id = 0 and h.slot >= ${from} and h.slot < ${to}`.execute(
    db,
  )
  return rows.map(({ station }) => station)
}

/** What a book of the site can be of: its watchers, by number, and the public station where it has or had one. */
export const findChoices = async (db: Db, site: Site, span: Span): Promise<Choice[]> => {
  const byNumber = Map.groupBy(await findWatchers(db, site, span), ({ serial }) => serial)
  const watchers = [...byNumber].map(([device, same]) => {
    const watcher = same.find(({ stands }) => stands) ?? same[0]
    return { device, place: watcher?.place ?? '', hasLeft: watcher?.stands !== true }
  })
  const stations = new Set(await findStations(db, site, span))
  if (site.station !== null) stations.add(site.station)
  if (stations.size === 0) return watchers
  const place = [...stations].map(stationPlace).join('、')
  return [...watchers, { device: publicDevice, place, hasLeft: site.station === null }]
}
