import { setTimeout as after } from 'node:timers/promises'
import type { ReportSchedule } from '@mimamori/contract'
import { sql } from 'kysely'
import { makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import type { Context } from '../../../platform/context.ts'
import { takeTurn } from '../../../platform/database/recurring.ts'
import { testConfig } from '../../../platform/test-context.ts'
import { startTestApp } from '../../../test-app.ts'
import { reportScheduleJob } from './schedule-job.ts'

type Someone = { readonly user_id: number }

/** The product with two companies whose reports are announced by mail. */
export const startScheduleSite = async () => {
  const product = await startTestApp()
  const { db } = product.context
  const context: Context = { ...product.context, config: testConfig({ publicUrl: 'https://mimamori.example.jp' }) }
  const tenants = await makeTenants(db)
  const path = '/api/ReportSchedule'
  return {
    ...product,
    context,
    db,
    tenants,
    /** A schedule as a form sends it. */
    draft: (values: object = {}) => ({
      officeId: tenants.office.office_id,
      kind: 'daily',
      time: '07:00',
      addresses: 'gate@example.com',
      ...values,
    }),
    save: (user: Someone, values: object, method: 'POST' | 'PUT' = 'POST') => product.askAs(user, method, path, values),
    add: async (user: Someone, values: object): Promise<ReportSchedule> => {
      const { status, body } = await product.askAs(user, 'POST', path, values)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body as ReportSchedule
    },
    list: async (user: Someone, query = '') =>
      (await product.askAs(user, 'GET', `${path}${query}`)).body as { data: ReportSchedule[]; count: number },
    remove: (user: Someone, id: number) => product.askAs(user, 'DELETE', `${path}/${id}`),
    /** Sets the clock to a time in Japan: 2026-07-21 07:00. */
    setClock: (clock: string) => {
      product.time.now = new Date(`${clock.replace(' ', 'T')}:00+09:00`)
    },
    turn: () => takeTurn(context, reportScheduleJob),
    /** The database process that waits for a lock; within a minute. */
    blocked: async (): Promise<number> => {
      const waiting = `select a.pid from pg_stat_activity a where a.datname = current_database() and a.wait_event_type = 'Lock'`
      for (const end = Date.now() + 60_000; Date.now() < end; await after(5)) {
        const { rows } = await context.pool.query<{ pid: number }>(waiting)
        if (rows[0] !== undefined) return rows[0].pid
      }
      throw new Error('nobody waits')
    },
    mails: () => db.selectFrom('outbox_mail').selectAll().orderBy('mail_id').execute(),
    clear: async () => {
      await sql`truncate report_schedule, outbox_mail, audit_log cascade`.execute(db)
      await sql`update app_user set email = null, deleted_at = null`.execute(db)
      product.time.now = new Date('2026-07-20T13:00:00+09:00')
    },
    setPerson: (user: Someone, values: { email?: string; deleted_at?: Date; disabled_at?: Date | null; office_id?: number }) =>
      db.updateTable('app_user').set(values).where('user_id', '=', user.user_id).execute(),
  }
}
