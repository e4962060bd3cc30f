import type { Plan, ReportSchedule } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { readPdf } from '../../../platform/pdf/test-pdf.ts'
import { testConfig } from '../../../platform/test-context.ts'
import { storeAnnouncements } from '../../../shared/monitoring/public-alerts/test-alerts.ts'
import { makeGroup, makeOffice, makeUser, signInAs } from '../../../shared/organisation/test-factories.ts'
import { startScheduleSite } from './test-schedules.ts'

type Someone = { readonly user_id: number }

const heat = [25, 26.4, 27.6, 28.5, 29.5, 30.4, 31, 31.2, 31.1, 30.5, 29.4, 28.4, 27]
const station = '44132'

/** The words of the sheet that a mail carries, without spaces. */
export const sheetOf = async (db: Db, fileId: number | null): Promise<string> => {
  const { content } = await db
    .selectFrom('outbox_file')
    .select('content')
    .where('outbox_file.file_id', '=', fileId)
    .executeTakeFirstOrThrow()
  return (await readPdf(new Uint8Array(content ?? []))).text.replaceAll(/\s/g, '')
}

/** A site with two groups, whose 22 July 2026 is forecast to be hot, and whose people are limited by the acclimatisation plan. */
export const startPlanMails = async () => {
  const product = await startScheduleSite()
  const { db } = product
  const context = { ...product.context, config: testConfig({ publicUrl: 'https://mimamori.example.jp', mailFrom: 'mimamori@example.jp' }) }
  const office = await makeOffice(db, { opens_at: '07:30', closes_at: '17:30', public_wbgt_station: station })
  const scaffolders = await makeGroup(db, { office_id: office.office_id, name: '足場班', code: 'A' })
  const crane = await makeGroup(db, { office_id: office.office_id, name: '揚重班', code: 'B' })
  const admin = await makeUser(db, 'HeadquartersAdmin', office)
  const leader = await makeUser(db, 'GroupLeader', { ...office, group_id: scaffolders.group_id })
  await makeUser(db, 'User', { ...office, group_id: scaffolders.group_id }, { full_name: '今井　翔太' })
  await makeUser(db, 'User', { ...office, group_id: crane.group_id }, { full_name: '江口　陸' })
  const path = '/api/ReportSchedule'
  const draft = (values: object = {}) => ({ officeId: office.office_id, kind: 'planTomorrow', time: '17:00', ...values })
  return {
    ...product,
    context,
    office,
    admin,
    leader,
    crane,
    station,
    draft,
    add: async (values: object): Promise<ReportSchedule> => {
      const { status, body } = await product.askAs(admin, 'POST', path, draft(values))
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body as ReportSchedule
    },
    plan: async (date: string): Promise<Plan> =>
      (await product.askAs(admin, 'GET', `/api/Plan?OfficeId=${office.office_id}&Date=${date}`)).body as Plan,
    /** A browser in which somebody has notices on. */
    subscribe: async ({ user_id: userId }: Someone) => {
      const { sessionId } = await signInAs(product.context, userId)
      const browser = { endpoint: `https://push.example/${userId}`, p256dh: 'p', auth: 'a', created_at: product.time.now }
      await db
        .insertInto('push_subscription')
        .values({ company_id: office.company_id, session_id: sessionId, ...browser })
        .execute()
    },
    reset: async () => {
      await product.clear()
      await sql`truncate outbox_file, outbox_push, push_subscription, public_wbgt, public_alert, public_alert_file, public_station_fetch cascade`.execute(
        db,
      )
      await db.updateTable('office').set({ public_wbgt_station: station }).where('office.office_id', '=', office.office_id).execute()
      await product.setPerson(admin, { email: 'chief@example.com' })
      await product.setPerson(leader, { email: 'lead@example.com' })
      product.setClock('2026-07-21 13:00')
      const from = new Date('2026-07-22T06:00:00+09:00').getTime()
      await db
        .insertInto('public_wbgt')
        .values(heat.map((wbgt, index) => ({ station, at: new Date(from + index * 3_600_000), kind: 'forecast', wbgt })))
        .execute()
      await storeAnnouncements(db, { day: '2026-07-22', flag: 1, at: '2026-07-21T17:00' })
      const saved = await product.askAs(admin, 'PUT', `/api/Duty/${office.office_id}`, { procedures: '作業を止める' })
      if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
    },
  }
}
