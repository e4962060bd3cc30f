import type { AlertEpisode } from '@mimamori/contract'
import { packState } from '@mimamori/heat'
import { NEW_WORKER } from '@mimamori/heat/worker-state'
import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { makeAlert, makeTenants, setState } from '../../../shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../../../test-app.ts'

type List = { data: AlertEpisode[]; count: number }

/** A product with two companies, without an alert at the beginning of each test. */
export const startAlertTests = async () => {
  const product = await startTestApp()
  const { db } = product.context
  const tenants = await makeTenants(db)
  const now = product.time.now
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  beforeEach(async () => {
    await sql`truncate alert, alert_event, audit_log, worker_state cascade`.execute(db)
  })

  const list = async (user: { user_id: number }, query = '') => {
    const { status, body } = await product.askAs(user, 'GET', `/api/HealthCondition/Alert${query}`)
    return { status, body: body as List }
  }
  /** A worker's emergency of accumulated time, as the ingestion leaves it. */
  const makeEmergency = async (user = tenants.people.worker) => {
    const emergency = { ...NEW_WORKER.emergency, spentMs: 900_000, open: { since: 1, cause: 'accumulated' as const } }
    const judge = JSON.stringify(packState({ ...NEW_WORKER, at: 1, total: 3, emergency }))
    await setState(db, user.user_id, now, { total_level: 3, emergency_since: before(2), emergency_cause: 'accumulated', judge })
    const reason = JSON.stringify({ kind: 'accumulated', limit: 3, minutes: 15 })
    return makeAlert(db, user, before(2), { kind: 'emergency', level: 3, peak_level: 3, cause: 'accumulated', reason })
  }
  return { product, tenants, now, before, list, makeEmergency }
}
