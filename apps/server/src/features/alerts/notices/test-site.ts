import { type SettingKey, settings, type SettingType } from '@mimamori/contract'
import { sql } from 'kysely'
import { takeTurn } from '../../../platform/database/recurring.ts'
import { testConfig } from '../../../platform/test-context.ts'
import { signInAs } from '../../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../../test-app.ts'
import { type EpisodeEvent, recordEvents } from '../episodes/record-events.ts'
import { makeAlert, makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import { noticeJob } from './notice-job.ts'

const typeOf = (key: string) => Object.entries(settings).find(([, keys]) => key in keys)?.[0] as SettingType

/** A site whose people are notified of its alerts: the product with two companies, and what its tests do to it. */
export const startNotifiedSite = async () => {
  const config = testConfig({ publicUrl: 'https://mimamori.example.jp', smtpUrl: 'smtp://mail.example.jp' })
  const product = await startTestApp({ config })
  const { db } = product.context
  const { context } = product
  const tenants = await makeTenants(db)
  const { office } = tenants
  const start = product.time.now

  /** Sets a master setting of the site, or of its whole company. */
  const set = (key: SettingKey, value: string, owner: 'office' | 'company' = 'office', type = typeOf(key)) =>
    db
      .insertInto('master_setting')
      .values({ company_id: office.company_id, office_id: owner === 'office' ? office.office_id : null, type, key, value })
      .execute()

  const record = (
    alert: { company_id: number; alert_id: number; office_id: number },
    event: EpisodeEvent['event'],
    level: number | null,
    at = product.time.now,
  ) =>
    db
      .transaction()
      .execute((trx) =>
        recordEvents(trx, [{ companyId: alert.company_id, alertId: alert.alert_id, officeId: alert.office_id, at, event, level }]),
      )
  return {
    ...product,
    context,
    tenants,
    record,
    /** Begins again: no alert, no mail, no setting but that level 2 is notified; the clock where it was. */
    clear: async () => {
      await sql`truncate alert, alert_event, alert_due, alert_notice, escalation, outbox_mail, outbox_push, push_subscription, master_setting, group_email cascade`.execute(
        db,
      )
      await sql`update app_user set email = null, deleted_at = null`.execute(db)
      // What most tests open is of level 2; the default is 3.
      await set('EMAIL_SENDING_TARGET', '2', 'company')
      product.time.now = start
    },
    set,
    /** An episode that has just opened. */
    open: async (values: Parameters<typeof makeAlert>[3] = {}, person: Parameters<typeof makeAlert>[1] = tenants.people.worker) => {
      const alert = await makeAlert(db, person, product.time.now, {
        base_name: '東雲現場',
        group_name: '鉄骨班',
        location_name: '北棟 3階',
        level: 2,
        peak_level: values.level ?? 2,
        ...values,
      })
      await record(alert, 'opened', alert.level)
      return alert
    },
    /** It rises, or falls without any notice. */
    move: async (
      alert: { company_id: number; alert_id: number; office_id: number },
      level: number,
      event: 'raised' | 'lowered' = 'raised',
    ) => {
      await sql`update alert set level = ${level}, peak_level = greatest(peak_level, ${level}) where alert_id = ${alert.alert_id}`.execute(
        db,
      )
      await record(alert, event, level)
    },
    later: (seconds: number) => {
      product.time.now = new Date(product.time.now.getTime() + seconds * 1_000)
    },
    /** Somebody switches notices on in one of their browsers. */
    giveBrowser: async ({ user_id, company_id }: { readonly user_id: number; readonly company_id: number }) => {
      const { sessionId: session_id } = await signInAs(context, user_id)
      const endpoint = `https://push.example.jp/${session_id}`
      await db
        .insertInto('push_subscription')
        .values({ company_id, session_id, endpoint, p256dh: 'p', auth: 'a', created_at: product.time.now })
        .execute()
    },
    tell: () => takeTurn(context, noticeJob),
    mails: () => db.selectFrom('outbox_mail').selectAll().orderBy('mail_id').execute(),
    notices: () => db.selectFrom('alert_notice').selectAll().orderBy('notice_id').execute(),
  }
}
