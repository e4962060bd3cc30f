import { keysOf, recordOf } from '@mimamori/contract/typed-lists'
import { type AlertEpisode, settings } from '@mimamori/contract'
import { sql } from 'kysely'
import { episodeFor, readEpisodes } from '../episodes/read.ts'
import type { AlertKey } from '../../../shared/organisation/keys.ts'
import { customersOf } from '../../../shared/organisation/scope.ts'
import { readSettingsOf } from '../../../shared/settings/settings.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Download } from '../../../platform/exchange/download.ts'
import { readBatches, requireRows, sendCsv } from '../../../platform/exchange/csv-out.ts'
import { japanDay } from '../../../platform/japan-time.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { alertColumns } from './csv-columns.ts'
import { type AlertFilter, matching } from './store.ts'

type OfCompany = { readonly companyId: number }

const isInScope = async (db: Db, actor: Actor, companyId: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from company c where c.company_id = ${companyId} and ${customersOf(actor)}`.execute(db)
  return rows.length > 0
}

// Newest first, however the list on screen is sorted.
const allEpisodes = (db: Db, actor: Actor, filter: AlertFilter & OfCompany, now: Date): AsyncGenerator<readonly AlertEpisode[]> => {
  const matches = matching(actor, filter)
  return readBatches(async (last, limit) => {
    const further =
      last === undefined
        ? sql`true`
        : sql`(a.started_at, a.alert_id) < (
            (select l.started_at from alert l where l.company_id = ${filter.companyId} and l.alert_id = ${last.id}), ${last.id})`
    const { rows } = await sql<AlertKey>`
      select a.company_id as "companyId", a.alert_id as "alertId" from alert a where ${matches} and ${further}
       order by a.started_at desc, a.alert_id desc limit ${limit}`.execute(db)
    const episodes = await readEpisodes(db, rows, now)
    return episodes.map((episode) => episodeFor(actor, episode))
  })
}

const type = 'ALERT_LIST_DISPLAY_ITEM_SETTING'
type Item = keyof (typeof settings)[typeof type]
const items = recordOf(keysOf(settings[type]), (key): [typeof type, Item] => [type, key])

/** Which items the list of alerts shows: as its site says where it is of one, else as the company does. */
const shownItems = async ({ pool, log }: Pick<Context, 'pool' | 'log'>, { companyId, officeId }: AlertFilter & OfCompany) => {
  // No office has the number 0, so the company's own values count.
  const inForce = await readSettingsOf(pool, log, { companyId, officeId: officeId ?? 0 }, items)
  return (item: Item) => inForce[item].value === '1'
}

/**
 * Answers with a company's episodes as a file.
 * @throws Refusal 404 for a company the actor may not see, 400 E005 where there is no episode
 */
export const sendAlerts = async (
  { db, pool, log, clock }: Context,
  actor: Actor,
  filter: AlertFilter & OfCompany,
  download: Download,
): Promise<void> => {
  if (!(await isInScope(db, actor, filter.companyId))) throw notFound()
  const now = clock()
  const columns = alertColumns(await shownItems({ pool, log }, filter))
  await sendCsv(download, `アラート一覧_${japanDay(now)}.csv`, columns, await requireRows(allEpisodes(db, actor, filter, now)))
}
