import { type PushNotice, push } from '@mimamori/contract'
import { afterAll } from 'vitest'
import { makeAlert, makeGroup, makeOffice, makeUser, signInAs } from '../../shared/organisation/test-factories.ts'
import { queuePush } from '../../platform/outside/outgoing-push.ts'
import { testConfig } from '../../platform/test-context.ts'
import { startTestApp } from '../../test-app.ts'
import { pushJob } from './push-job.ts'
import { startPushService } from '../../platform/outside/test-push-service.ts'

type User = Parameters<typeof makeAlert>[1]

/** The product with a push service of the test's own, a site, and people with browsers there. */
export const startPushing = async () => {
  const service = await startPushService()
  afterAll(service.stop)
  const product = await startTestApp({ config: testConfig({ pushHosts: [service.host], mailFrom: '見守り <mimamori@example.jp>' }) })
  const { context, time } = product
  const { db } = context
  const office = await makeOffice(db)
  const group = await makeGroup(db, { office_id: office.office_id })
  const leader = await makeUser(db, 'GroupLeader', { ...office, group_id: group.group_id })
  const worker = await makeUser(db, 'User', { ...office, group_id: group.group_id })

  /** Somebody signed in at a browser that takes notices. */
  const withBrowser = async (user: { user_id: number }, name: string, over: { endpoint?: string } = {}) => {
    const { headers, sessionId } = await signInAs(context, user.user_id)
    const browser = { ...service.browser(name), ...over }
    const answer = await product.ask('POST', push.subscribe.path, { headers, payload: browser })
    return { headers, sessionId, browser, answer }
  }
  const notice = (over: Partial<PushNotice> = {}): PushNotice => ({
    title: '緊急　東雲　足場班　13:00',
    body: '佐々木　隆さん',
    url: '/home',
    tag: 'alert-1',
    level: 3,
    emergency: true,
    drill: false,
    at: '2026-07-20T13:00:00+09:00',
    ...over,
  })
  const newAlert = (of: User = worker) => makeAlert(db, of, { ended_at: new Date('2026-07-20T12:55:00+09:00') })
  /** Notifies somebody, by default of one of the worker's alerts. */
  const tell = async (user: User, over: Partial<PushNotice> = {}, alertId?: number) => {
    const alert = alertId ?? (await newAlert()).alert_id
    const payload = notice({ tag: `alert-${alert}`, ...over })
    return queuePush(context, [{ companyId: user.company_id, userId: user.user_id, at: time.now, alertId: alert, payload }])
  }
  /** One turn of the job, without the lock that prevents processes from taking turns at the same time. */
  const turn = async (stopping = new AbortController().signal) => {
    const client = await context.pool.connect()
    await pushJob.run(context, client, stopping).finally(() => client.release())
  }
  return {
    ...product,
    service,
    office,
    group,
    leader,
    worker,
    withBrowser,
    notice,
    newAlert,
    tell,
    turn,
    later: (seconds: number) => {
      time.now = new Date(time.now.getTime() + seconds * 1_000)
    },
    rows: () => db.selectFrom('outbox_push').selectAll().orderBy('push_id').execute(),
    browsers: () => db.selectFrom('push_subscription').selectAll().orderBy('subscription_id').execute(),
    empty: async () => {
      service.received.length = 0
      service.respond = (_, response) => void response.writeHead(201).end()
      time.now = new Date('2026-07-20T13:00:00+09:00')
      await db.deleteFrom('push_subscription').execute()
    },
  }
}
