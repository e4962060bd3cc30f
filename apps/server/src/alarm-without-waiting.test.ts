import { push } from '@mimamori/contract'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { recordEvents } from './features/alerts/episodes/record-events.ts'
import { startSmtp } from './features/outbox/test-smtp.ts'
import { startJobs } from './jobs.ts'
import { startPushService } from './platform/outside/test-push-service.ts'
import { testConfig } from './platform/test-context.ts'
import { startReceiver } from './shared/channels/test-receiver.ts'
import { makeAlert, makeTenants } from './shared/monitoring/workers/test-workers.ts'
import { makeUser } from './shared/organisation/test-factories.ts'
import { startTestApp } from './test-app.ts'

const [smtp, pushService, webhook, channel] = await Promise.all([startSmtp(), startPushService(), startReceiver(), startReceiver()])
afterAll(() => Promise.all([smtp.stop(), pushService.stop(), webhook.close(), channel.close()]))
const config = testConfig({
  smtpUrl: smtp.url,
  mailFrom: '見守り <mimamori@example.jp>',
  pushHosts: [pushService.host],
  channelHosts: [webhook.host, channel.host],
})
const product = await startTestApp({ config })
const { context } = product
const { db } = context
const { office, group, people } = await makeTenants(db)
afterEach(() => vi.useRealTimers())

await db
  .insertInto('master_setting')
  .values({ company_id: office.company_id, office_id: null, type: 'EMAIL_ALERT_SETTING', key: 'TO', value: 'gate@example.jp' })
  .execute()
await product.ask('POST', push.subscribe.path, { headers: await product.as(people.leader), payload: pushService.browser('leader') })
for (const [type, url] of [
  ['webhook', webhook.url],
  ['slack', channel.url],
])
  await product.askAs(people.contract, 'POST', '/api/NotificationChannel', { officeId: office.office_id, type, name: type, url, level: 1 })

/** Somebody of the leader's group presses the call button. */
const call = async () => {
  const worker = await makeUser(db, 'User', { ...office, group_id: group.group_id })
  await db.transaction().execute(async (trx) => {
    const { alert_id: alertId } = await makeAlert(trx, worker, product.time.now, {
      kind: 'emergency',
      cause: 'call',
      level: 3,
      peak_level: 3,
    })
    const place = { companyId: office.company_id, officeId: office.office_id }
    await recordEvents(trx, [{ ...place, alertId, at: product.time.now, event: 'opened', level: 3 }])
  })
}
const sent = () => ({
  mails: smtp.received.length,
  pushes: pushService.received.length,
  events: webhook.received.length,
  messages: channel.received.length,
})

test('an alert leaves by mail, push, webhook and channel although no timer comes to its end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const calm = { look: async () => ({ heldUpSince: null, reasons: [] }), aheadMs: () => 0, areAlarmsHeldUp: () => false }
  const { stop } = startJobs(context, calm)
  // The first may be found by the turns with which the jobs begin.
  for (const count of [1, 2, 3]) {
    await call()
    await expect.poll(sent, { timeout: 60_000 }).toEqual({ mails: count, pushes: count, events: count, messages: count })
  }
  await stop()
})
