import { text } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { push } from '@mimamori/contract'
import pg from 'pg'
import { startSmtp } from '../apps/server/src/features/outbox/test-smtp.ts'
import { startPushService } from '../apps/server/src/platform/outside/test-push-service.ts'
import { liveChannel } from '../apps/server/src/shared/announcements/announce.ts'
import { startReceiver } from '../apps/server/src/shared/channels/test-receiver.ts'
import { signIn } from './console.ts'
import { percentile, report } from './figure.ts'
import { addBaseAdmin, type Crowd, fillCrowd, minuteOfReadings } from './fill.ts'
import { type Product, startProduct } from './product.ts'
import { sendReadings, startSteadyReadings } from './steady-readings.ts'

const workers = 10_000
/** The last of the crowd press their buttons one after another; the others send as ever. */
const callers = 100
const perSecond = 1_000
const patienceMs = 10_000
const pauseMs = 100
const wantedMs = 300

/** When something came to an alert first, ms, by its number. */
type Moments = Map<number, number>

const note = (moments: Moments, alertId: number, at = performance.now()) => {
  if (!moments.has(alertId)) moments.set(alertId, at)
}

/** Mail server, push service and receiver of webhooks on this machine, which note when each alert, and each mail, reached them. */
const startOutside = async () => {
  const pushed: Moments = new Map()
  const posted: Moments = new Map()
  const connected: Moments = new Map()
  const mailed: Moments = new Map()
  const connections = new Map<string, number>()
  const smtp = await startSmtp({
    onConnect: ({ id }, done) => {
      connections.set(id, performance.now())
      done()
    },
    onData: (stream, { id }, done) => {
      void text(stream).then((source) => {
        done()
        const mailId = Number(/^Message-ID: <mimamori-(\d+)-/im.exec(source)?.[1])
        note(mailed, mailId)
        note(connected, mailId, connections.get(id))
      })
    },
  })
  const service = await startPushService()
  const arrivals: number[] = []
  service.respond = (_, response) => {
    arrivals.push(performance.now())
    response.writeHead(201).end()
  }
  const webhook = await startReceiver()
  webhook.state.reply = ({ body, at }) => {
    note(posted, (JSON.parse(body) as { data: { alertId: number } }).data.alertId, at)
    return { status: 204 }
  }
  return {
    settings: {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'mimamori@example.jp',
      PUSH_HOSTS: service.host,
      CHANNEL_HOSTS: webhook.host,
    },
    browser: service.browser('base'),
    webhookUrl: webhook.url,
    posted,
    /** By the numbers of mails: when the server was reached, and when it took the mail. */
    connected,
    mailed,
    /** Of the notices to the browser, once each. */
    readPushed: (): Moments => {
      for (const [index, { notice }] of service.received.entries()) note(pushed, Number(notice.tag.replace('alert-', '')), arrivals[index])
      return pushed
    },
    stop: () => Promise.all([smtp.stop(), service.stop(), webhook.close()]),
  }
}

type Outside = Awaited<ReturnType<typeof startOutside>>

/** Has the alerts of the site mailed, pushed to a browser of its administrator, and posted to a webhook. */
const notifyOf = async (product: Product, crowd: Crowd, { browser, webhookUrl }: Outside): Promise<void> => {
  const post = async (path: string, by: string, body: object) => {
    const headers = { ...(await signIn(product, by)), 'content-type': 'application/json' }
    const answer = await fetch(`${product.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  await product.pool.query(
    `insert into master_setting (company_id, office_id, type, key, value) values ($1, $2, 'EMAIL_ALERT_SETTING', 'TO', 'anzen@example.jp')`,
    [crowd.companyId, crowd.officeId],
  )
  const base = await addBaseAdmin(product.pool, crowd)
  await post(push.subscribe.path, base, browser)
  await post('/api/NotificationChannel', base, { officeId: crowd.officeId, type: 'webhook', name: '計測', url: webhookUrl, level: 4 })
}

/** Listens to the announcements as the product does: the first of an alert comes with its commit, the second with that of its notices. */
const startWitness = async ({ databaseUrl }: Product) => {
  const opened: Moments = new Map()
  const noticed: Moments = new Map()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  client.on('notification', ({ payload = '' }) => {
    for (const id of (JSON.parse(payload) as { a?: number[] }).a ?? []) note(opened.has(id) ? noticed : opened, id)
  })
  await client.query(`listen ${liveChannel}`)
  return { opened, noticed, stop: () => client.end() }
}

/** Presses the button of one after another and waits until the alert is out by every way. @returns the alerts' numbers */
const pressAll = async (product: Product, crowd: Crowd, { readPushed, posted, mailed }: Outside): Promise<number[]> => {
  const alertIds: number[] = []
  for (let worker = crowd.workers - callers + 1; worker <= crowd.workers; worker += 1) {
    const mailsBefore = mailed.size
    const [reading] = minuteOfReadings([worker], new Date(), 0) as object[]
    await sendReadings(product, crowd, [{ ...reading, call: true }])
    const { rows } = await product.pool.query<{ alertId: number }>(
      `select a.alert_id as "alertId" from alert a
         join wear w on w.company_id = a.company_id and w.user_id = a.user_id
         join device d on d.company_id = w.company_id and d.device_id = w.device_id
        where a.company_id = $1 and a.kind = 'emergency' and d.serial = $2`,
      [crowd.companyId, String(worker)],
    )
    const alertId = rows[0]?.alertId ?? 0
    alertIds.push(alertId)
    for (const until = performance.now() + patienceMs; performance.now() < until; await after(5))
      if (posted.has(alertId) && readPushed().has(alertId) && mailed.size > mailsBefore) break
    await after(pauseMs)
  }
  return alertIds
}

/**
 * How long alerts take from their commit to the mail server, the push service and the receiver of a webhook, all on this machine,
 * while the crowd sends 1,000 readings a second; and where the time goes.
 */
export const measureAlarm = async (): Promise<void> => {
  const outside = await startOutside()
  const product = await startProduct(undefined, undefined, undefined, outside.settings)
  try {
    const crowd = await fillCrowd(product.pool, workers)
    await notifyOf(product, crowd, outside)
    const steady = startSteadyReadings(product, crowd, workers - callers, perSecond)
    await after(2_000)
    const witness = await startWitness(product)
    const usedBefore = await product.usedUs()
    const startedAt = performance.now()
    const alertIds = await pressAll(product, crowd, outside)
    const used = await product.usedUs()
    const seconds = (performance.now() - startedAt) / 1_000
    await steady.stop()
    const { rows } = await product.pool.query<{ alertId: number; mailId: number }>(
      `select m.alert_id as "alertId", min(m.mail_id)::int as "mailId" from outbox_mail m
        where m.company_id = $1 and m.alert_id = any($2) group by 1`,
      [crowd.companyId, alertIds],
    )
    const mailOf = new Map(rows.map(({ alertId, mailId }) => [alertId, mailId]))
    // What never arrived counts as the worst.
    const since = (momentOf: (alertId: number) => number | undefined) =>
      alertIds.map((alertId) => (momentOf(alertId) ?? Number.POSITIVE_INFINITY) - (witness.opened.get(alertId) ?? 0))
    const pushed = outside.readPushed()
    const stages = {
      'notices written': since((id) => witness.noticed.get(id)),
      'mail server reached': since((id) => outside.connected.get(mailOf.get(id) ?? 0)),
      'accepted by the mail server': since((id) => outside.mailed.get(mailOf.get(id) ?? 0)),
      'received by the push service': since((id) => pushed.get(id)),
      'received by the webhook': since((id) => outside.posted.get(id)),
    }
    for (const [stage, times] of Object.entries(stages)) {
      report(`alert opened → ${stage}, median of ${callers}, ${perSecond} readings/s beside`, percentile(times, 0.5), 'ms', wantedMs)
      report(`alert opened → ${stage}, p99`, percentile(times, 0.99), 'ms', wantedMs)
    }
    report('processor time meanwhile of the server', (used.server - usedBefore.server) / seconds / 1_000, 'ms/s')
    report('processor time meanwhile of the database', (used.database - usedBefore.database) / seconds / 1_000, 'ms/s')
    await witness.stop()
  } finally {
    await product.stop()
    await outside.stop()
  }
}
