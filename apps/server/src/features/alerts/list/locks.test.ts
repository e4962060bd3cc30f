import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { endDrills } from '../episodes/drills.ts'
import { reconcileEpisodes } from '../episodes/reconcile.ts'
import { makeAlert, makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import type { Db } from '../../../platform/context.ts'
import type { Actor } from '../../../platform/http/route.ts'
import { startTestApp } from '../../../test-app.ts'
import { lockEpisodes } from './store.ts'

const product = await startTestApp()
const tenants = await makeTenants(product.context.db)

beforeEach(async () => {
  await sql`truncate alert, alert_event cascade`.execute(product.context.db)
})

type Alert = Awaited<ReturnType<typeof makeAlert>>

const answered = async (db: Db, { alert_id, company_id, office_id }: Alert) => {
  const { user_id: userId } = tenants.people.base
  const actor: Actor = {
    userId,
    loginId: '',
    fullName: '',
    sessionId: '',
    role: 'HeadquartersAdmin',
    companyId: company_id,
    officeId: office_id,
    groupId: null,
  }
  return (await lockEpisodes(db, actor, [alert_id])).length
}
const judgedAgain = async (db: Db, { alert_id, company_id, started_at }: Alert) => {
  const replayed = { from: started_at.getTime() - 60_000, until: product.time.now.getTime(), episodes: [] }
  await reconcileEpisodes(db, company_id, new Map([[tenants.people.worker.user_id, replayed]]), product.time.now)
  return over(db, alert_id)
}
const drillOver = async (db: Db, { alert_id, company_id }: Alert) => {
  await endDrills(db, company_id, product.time.now)
  return over(db, alert_id)
}
const over = async (db: Db, alertId: number) =>
  (await sql`select from alert a where a.alert_id = ${alertId} and a.ended_at is not null`.execute(db)).rows.length

test.each([
  ['answered', answered, {}],
  ['judged again', judgedAgain, {}],
  ['ended as a drill', drillOver, { kind: 'emergency', drill: true, user_id: null, full_name: null, cause: 'drill' }],
])('an episode is %s while its escalation writes whom it notified, which does not wait either', async (_, step, values) => {
  const { db } = product.context
  const begun = new Date(product.time.now.getTime() - 2 * 3_600_000)
  const alert = await makeAlert(db, tenants.people.worker, begun, values)
  const telling = await db.startTransaction().execute()
  // What a row that names the episode takes of it.
  const { company_id: companyId, alert_id: alertId } = alert
  await sql`select from alert a where a.company_id = ${companyId} and a.alert_id = ${alertId} for key share`.execute(telling)
  const done = await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '5s'`.execute(trx)
    return step(trx, alert)
  })
  expect(done).toBe(1)
  await telling.commit().execute()
})
