import { type AlertEpisode, alertRecord, type BodyIn, selfReport } from '@mimamori/contract'
import { takeTurn } from '../../platform/database/recurring.ts'
import { testConfig } from '../../platform/test-context.ts'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'
import { type PosterReport, reportAtPoster } from '../alerts/episodes/report.ts'
import { noticeJob } from '../alerts/notices/notice-job.ts'

type Person = { readonly user_id: number }

/** A product with two companies and calls of reports; times are of 20 July 2026, as `13:30`. */
export const startReports = async () => {
  const config = testConfig({ publicUrl: 'https://mimamori.example.jp', smtpUrl: 'smtp://mail.example.jp' })
  const product = await startTestApp({ config })
  const { db } = product.context
  const tenants = await makeTenants(db)
  const { people, office, group } = tenants
  const at = (clock: string) => new Date(`2026-07-20T${clock}:00+09:00`)
  const iso = (clock: string) => `2026-07-20T${clock}:00+09:00`
  let receipts = 0

  return {
    ...product,
    db,
    ...tenants,
    at,
    iso,
    setTime: (clock: string) => {
      product.time.now = at(clock)
    },
    /** Somebody of the first group, whom no other test knows. */
    newWorker: (name = '江口　陸') =>
      makeUser(db, 'User', { ...office, group_id: group.group_id }, { full_name: name, furigana: 'エグチ　リク' }),
    send: async (person: Person, state: 'well' | 'unwell' | 'help', more: Partial<BodyIn<typeof selfReport.send>> = {}, key?: string) => {
      const headers = { ...(await product.as(person)), ...(key !== undefined && { 'idempotency-key': key }) }
      const { status, body } = await product.ask('POST', '/api/SelfReport', { headers, payload: { state, ...more } })
      return { status, body, answer: selfReport.send.answer.safeParse(body).data }
    },
    last: async (person: Person) => selfReport.last.answer.parse((await product.askAs(person, 'GET', '/api/SelfReport')).body).answer,
    /** A report at the poster at 北門. */
    sendAtPoster: (more: Partial<PosterReport> = {}) =>
      db.transaction().execute((trx) =>
        reportAtPoster(trx, {
          companyId: office.company_id,
          officeId: office.office_id,
          posterPlace: '北門',
          receipt: `receipt ${(receipts += 1)}`,
          doneAt: product.time.now,
          receivedAt: product.time.now,
          joins: false,
          text: { who: 'ヘルメットが黄色の人', where: '足場の下', signs: ['cannotStand'], note: '' },
          ...more,
        }),
      ),
    alertsOf: async (viewer: Person, query = ''): Promise<AlertEpisode[]> => {
      const { body } = await product.askAs(viewer, 'GET', `/api/HealthCondition/Alert?limit=100${query}`)
      return (body as { data: AlertEpisode[] }).data
    },
    recordOf: async (viewer: Person, alertId: number) =>
      alertRecord.read.answer.parse((await product.askAs(viewer, 'GET', `/api/Alert/${alertId}`)).body),
    reportsOf: async (viewer: Person, alertId: number) => {
      const { status, body } = await product.askAs(viewer, 'GET', `/api/Alert/${alertId}/Report`)
      return { status, data: selfReport.ofAlert.answer.safeParse(body).data?.data }
    },
    notify: () => takeTurn(product.context, noticeJob),
    mails: () => db.selectFrom('outbox_mail').selectAll().orderBy('mail_id').execute(),
    pushes: () => db.selectFrom('outbox_push').selectAll().orderBy('push_id').execute(),
    people,
  }
}
