import { rotaGapNames, rotaPlaceText, rotaStep } from '@mimamori/contract'
import { shortDate } from '@mimamori/contract/time-words'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Context, Db } from '../../platform/context.ts'
import type { Recurring } from '../../platform/database/recurring.ts'
import { onClient } from '../../platform/exchange/on-client.ts'
import { japanClock, japanDay } from '../../platform/japan-time.ts'
import { companiesOf, eachCompany } from '../../shared/cluster-health/each-company.ts'
import { findGaps, findUnplannedWeeks, gapNoticeDays } from '../../shared/duty-rota/gaps.ts'
import { readRotas, type Rota } from '../../shared/duty-rota/read-rotas.ts'
import { dayAfter } from '../../shared/duty-rota/shifts.ts'
import { isOpen } from '../../shared/organisation/archived-offices.ts'
import { readSettings } from '../../shared/settings/settings.ts'
import { wantedSettings } from '../alerts/notices/wanted-settings.ts'
import { readPlanners, sendRotaNotice } from './send-rota-notice.ts'

// By the setting, not by the rota's rows: a site that chose the rota and has never saved one has none, and needs the notice most.
const namesRota = sql`
  s.type = 'ESCALATION_SETTING' and s.key = 'STEPS' and ${rotaStep} = any(string_to_array(s.value, ','))`

/** From when in the morning gaps are announced, so that nobody is woken by what is a week away. */
const noticesFrom = '07:00'

/** A gap by its row, and in words. */
type Gap = { readonly duty_on: string; readonly shift: string; readonly place: number; readonly words: string }

const keyOf = ({ duty_on, shift, place }: Omit<Gap, 'words'>) => `${duty_on} ${shift} ${place}`

const gapsOf = (rota: Rota, now: Date): Gap[] => [
  ...findUnplannedWeeks(rota, now).map((monday) => ({
    duty_on: monday,
    shift: 'week',
    place: 0,
    words: `${shortDate(monday)}からの週は、まだ決めていません。決めるまでは、職長、拠点管理者の順に知らせます。`,
  })),
  ...findGaps(rota, now).map(({ date, shift, slot: { place, gap, fullName } }) => ({
    duty_on: date,
    shift,
    place,
    words: `${rotaPlaceText({ date, shift, place })}が空いています${fullName === null ? '' : `（${fullName}さん：${rotaGapNames[gap]}）`}。このままでは、拠点管理者と職長の全員に知らせます。`,
  })),
]

/** Forgets the announced gaps that are none any more: one that opens again is announced again. @returns those that stay */
const keepAnnounced = async (db: Db, companyId: number, officeId: number, gaps: readonly Gap[]): Promise<Set<string>> => {
  const { rows } = await sql<Omit<Gap, 'words'>>`
    select to_char(n.duty_on, 'YYYY-MM-DD') as duty_on, n.shift, n.place from duty_rota_gap_notice n
     where n.company_id = ${companyId} and n.office_id = ${officeId}`.execute(db)
  const now = new Set(gaps.map(keyOf))
  for (const { duty_on, shift, place } of rows.filter((row) => !now.has(keyOf(row))))
    await sql`
      delete from duty_rota_gap_notice n
       where n.company_id = ${companyId} and n.office_id = ${officeId} and n.duty_on = ${duty_on}::date and n.shift = ${shift}
         and n.place = ${place}`.execute(db)
  return new Set(rows.map(keyOf))
}

const announceGaps = async ({ config, log }: Context, client: PoolClient, companyId: number, now: Date): Promise<void> => {
  const db = onClient(client)
  const { rows: sites } = await sql<{ office_id: number; name: string }>`
    select o.office_id, o.name from office o
     where o.company_id = ${companyId} and ${isOpen('o')} order by o.office_id`.execute(db)
  const offices = sites.map(({ office_id: officeId }) => ({ companyId, officeId }))
  const settings = await readSettings(client, log, offices, wantedSettings)
  const today = japanDay(now)
  const rotas = await readRotas(
    db,
    companyId,
    sites.map(({ office_id }) => office_id),
    { from: dayAfter(today, -1), to: dayAfter(today, gapNoticeDays + 1) },
  )
  for (const { office_id: officeId, name } of sites) {
    const rota = rotas.get(officeId)
    // A rota that is no step of the chain calls nobody, and its gaps concern nobody.
    if (rota === undefined || settings.get(officeId)?.steps.value.includes(rotaStep) !== true) continue
    const gaps = gapsOf(rota, now)
    const announced = await keepAnnounced(db, companyId, officeId, gaps)
    const fresh = gaps.filter((gap) => !announced.has(keyOf(gap)))
    if (fresh.length === 0) continue
    await db
      .insertInto('duty_rota_gap_notice')
      .values(fresh.map(({ words: _, ...gap }) => ({ company_id: companyId, office_id: officeId, ...gap, sent_at: now })))
      .execute()
    const office = { companyId, officeId }
    const body = fresh.map(({ words }) => words).join('\n')
    await sendRotaNotice({ db, config }, await readPlanners(db, office), {
      office,
      at: now,
      title: `担当表に空きがあります（${name}）`,
      body,
    })
  }
}

/**
 * Notifies those who plan a site's rota of gaps a week ahead, of each once and not in the night, by mail and push. Nothing where the
 * rota is no step of the site's escalation.
 */
export const rotaGapJob: Recurring = {
  name: 'duty-rota-gaps',
  everySeconds: 600,
  lockedBy: 'session',
  run: async (context, client) => {
    const now = context.clock()
    if (japanClock(now) < noticesFrom) return
    await eachCompany(context, client, companiesOf('master_setting', 's', namesRota), (companyId) =>
      announceGaps(context, client, companyId, now),
    )
  },
}
