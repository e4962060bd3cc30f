import { connectAsync } from 'mqtt'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { push } from '@mimamori/contract'
import { noticeJob } from '../../src/features/alerts/notices/notice-job.ts'
import { channelJob } from '../../src/features/channel/channel-job.ts'
import { startEmbeddedBroker } from '../../src/features/ingest/mqtt/embedded-broker.ts'
import { createReceiver } from '../../src/features/ingest/receive.ts'
import { outboxJob } from '../../src/features/outbox/outbox-job.ts'
import { startSmtp } from '../../src/features/outbox/test-smtp.ts'
import { pushJob } from '../../src/features/push/push-job.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { takeTurn } from '../../src/platform/database/recurring.ts'
import { startPushService } from '../../src/platform/outside/test-push-service.ts'
import { testConfig } from '../../src/platform/test-context.ts'
import { startTracing } from '../../src/platform/tracing/start-tracing.ts'
import { currentTracing } from '../../src/platform/tracing/tracing.ts'
import { startReceiver } from '../../src/shared/channels/test-receiver.ts'
import { makeTenants } from '../../src/shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeIngestKey, makeUser, makeWear, signInAs } from '../../src/shared/organisation/test-factories.ts'
import { startTestApp } from '../../src/test-app.ts'
import { type CollectedSpan, startCollector } from './test-collector.ts'

const [smtp, pushes, slack, hook] = [await startSmtp(), await startPushService(), await startReceiver(), await startReceiver()]
afterAll(async () => {
  await Promise.all([smtp.stop(), pushes.stop(), slack.close(), hook.close()])
})
const config = testConfig({
  smtpUrl: smtp.url,
  mailFrom: 'mimamori@example.jp',
  pushHosts: [pushes.host],
  channelHosts: [slack.host, hook.host],
  publicUrl: 'https://mimamori.example.jp',
})
const product = await startTestApp({ config })
const { context, time } = product
const { db } = context
const { office, people } = await makeTenants(db)
const key = await makeIngestKey(db, office.office_id)

/** Somebody with a wristband, whose serial number, name and pulse no trace may hold. */
const person = async (n: number) => {
  const user = await makeUser(db, 'User', { ...people.worker, office_id: office.office_id }, { full_name: `佐々木　隆${n}` })
  const device = await makeDevice(db, 'vital', office.office_id, { serial: `SERIAL-${n}` })
  await makeWear(db, user.user_id, device.device_id, { worn_from: new Date(time.now.getTime() - 3_600_000) })
  return { ...user, serial: `SERIAL-${n}` }
}

const readingOf = ({ serial }: { readonly serial: string }, values: object = {}) => ({
  kind: 'vital',
  device: serial,
  at: time.now.toISOString(),
  heartRate: 187,
  ...values,
})

const send = (reading: object, headers: Record<string, string> = {}) =>
  product.ask('POST', '/api/ingest', { headers: { authorization: key.bearer, ...headers }, payload: { readings: [reading] } })

const collector = await startCollector()
afterAll(collector.stop)
beforeEach(() => {
  collector.spans.length = 0
  collector.requests.length = 0
  collector.reply.status = 200
})

/** Does work in a process that records traces, as `environment` says it; what it recorded is at the collector afterwards. */
const recording = async (environment: Record<string, string>, work: () => Promise<unknown>, log = context.log): Promise<void> => {
  const stop = await startTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...environment }), log)
  try {
    await work()
  } finally {
    await stop()
  }
}

/** The names of the spans of a trace, each below the span that it is part of. */
const treeOf = (spans: readonly CollectedSpan[], parentSpanId: string): object =>
  Object.fromEntries(
    spans.filter((span) => span.parentSpanId === parentSpanId).map((span) => [`${span.service}: ${span.name}`, treeOf(spans, span.spanId)]),
  )

const named = (name: string) => collector.spans.filter((span) => span.name === name)

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const senderSpanId = '00f067aa0ba902b7'

const notifyEverybody = async () => {
  await takeTurn(context, noticeJob)
  for (const job of [outboxJob, pushJob, channelJob]) await takeTurn(context, job)
}

test('a reading that calls for help is one trace to mail, push and channels, across processes, and links to its sender', async () => {
  await db
    .insertInto('master_setting')
    .values({
      company_id: office.company_id,
      office_id: office.office_id,
      type: 'EMAIL_ALERT_SETTING',
      key: 'TO',
      value: 'gate@example.jp',
    })
    .execute()
  const { headers } = await signInAs(context, people.base.user_id)
  await product.ask('POST', push.subscribe.path, { headers, payload: pushes.browser('gate') })
  for (const [type, { host }] of [
    ['slack', slack],
    ['webhook', hook],
  ] as const)
    expect(
      await product.askAs(people.contract, 'POST', '/api/NotificationChannel', {
        officeId: office.office_id,
        type,
        name: type,
        url: `http://${host}/hook`,
        level: 1,
        withNames: true,
      }),
    ).toMatchObject({ status: 200 })
  const worker = await person(1)

  await recording({ OTEL_SERVICE_NAME: 'ingest' }, () =>
    send(readingOf(worker, { call: true }), { traceparent: `00-${traceId}-${senderSpanId}-00` }),
  )
  await recording({ OTEL_SERVICE_NAME: 'jobs' }, notifyEverybody)

  expect(smtp.received.map(({ to }) => to)).toEqual([['gate@example.jp']])
  // The sender chose the number: another company's messages may have it.
  expect(new Set(collector.spans.map((span) => span.traceId)).size).toBe(1)
  expect(collector.spans.map((span) => span.traceId)).not.toContain(traceId)
  expect(named('receive readings').map(({ links }) => links)).toEqual([[{ traceId, spanId: senderSpanId }]])
  expect(treeOf(collector.spans, '')).toEqual({
    'ingest: receive readings': {
      'ingest: transaction': {
        'ingest: announce': {},
        'ingest: attach': {},
        'ingest: commit': {},
        'ingest: judge': {},
        'ingest: load': {},
        'ingest: store': {},
        'jobs: notify': { 'jobs: send mail': {}, 'jobs: send push': {}, 'jobs: send to channel': {} },
        'jobs: send to channel': {},
      },
      'ingest: wait in queue': {},
    },
  })
  expect(named('send to channel').map(({ attributes }) => attributes['mimamori.outcome'])).toEqual(['sent', 'sent'])
  const said = collector.requests.map(({ text }) => text).join('')
  for (const secret of [worker.serial, 'gate@example.jp', slack.host, key.keyId, Buffer.from('佐々木').toString('latin1')])
    expect(said).not.toContain(secret)
  expect(Object.values(collector.spans.flatMap(({ attributes }) => Object.values(attributes)))).not.toContain(187)
  expect([...new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)))].toSorted()).toEqual([
    'mimamori.alert.id',
    'mimamori.attempt',
    'mimamori.batch.readings',
    'mimamori.batch.recorded_messages',
    'mimamori.company.id',
    'mimamori.notices',
    'mimamori.office.id',
    'mimamori.outcome',
    'mimamori.readings',
    'mimamori.via',
  ])
})

test('of messages that share a transaction the steps are in the first trace and in that of an alert; the others link there', async () => {
  const [one, two, three] = [await person(11), await person(12), await person(13)]
  await recording({}, () => Promise.all([send(readingOf(one)), send(readingOf(two)), send(readingOf(three, { call: true }))]))
  const transactions = named('transaction')
  // The devices of a company have two lanes, so that there are two transactions at most.
  const [detailed] = transactions
  expect(transactions).toHaveLength(3)
  expect(new Set(transactions.map((span) => span.traceId)).size).toBe(3)
  for (const span of transactions) {
    const steps = collector.spans.filter(({ parentSpanId }) => parentSpanId === span.spanId)
    expect(steps.length > 0 || span.links.length === 1).toBe(true)
  }
  expect(detailed).toBeDefined()
  const due = await db.selectFrom('alert_due').select('traceparent').executeTakeFirstOrThrow()
  const [, dueTrace, dueSpan] = due.traceparent?.split('-') ?? []
  const ofAlert = transactions.find(({ spanId }) => spanId === dueSpan)
  expect(ofAlert?.traceId).toBe(dueTrace)
  expect(collector.spans.filter(({ parentSpanId }) => parentSpanId === dueSpan).map(({ name }) => name)).toContain('judge')
})

test('a message over MQTT begins a trace', async () => {
  const worker = await person(21)
  const { receive, drain } = createReceiver(context)
  const broker = await startEmbeddedBroker(context, receive)
  onTestFinished(async () => {
    await broker.stop()
    await drain()
  })
  const client = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, { username: key.keyId, password: key.secret })
  await recording({}, () =>
    client.publishAsync(`mimamori/v1/${key.keyId}/readings`, JSON.stringify({ readings: [readingOf(worker)] }), { qos: 1 }),
  )
  await client.endAsync()
  const [span] = named('receive readings')
  expect(span).toMatchObject({ parentSpanId: '', attributes: { 'mimamori.via': 'mqtt', 'mimamori.readings': 1 } })
  expect(named('transaction')).toMatchObject([{ parentSpanId: span?.spanId }])
})

test('our sampler decides, not the sender; what it leaves out costs no span and no traceparent', async () => {
  const worker = await person(31)
  const wish = { traceparent: `00-${traceId}-${senderSpanId}-01` }
  await notifyEverybody()
  const share = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }
  await recording(share, () => send(readingOf(worker, { call: true }), wish))
  await recording({}, notifyEverybody)
  expect(collector.spans).toEqual([])
  expect(await db.selectFrom('outbox_mail').select('traceparent').where('sent_at', '=', time.now).execute()).not.toEqual([])
})

test('headers and attributes of the standard arrive', async () => {
  const worker = await person(41)
  const environment = {
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20bench',
  }
  await recording(environment, () => send(readingOf(worker)))
  expect(collector.requests).toMatchObject([{ path: '/v1/traces', authorization: 'Bearer abc' }])
  expect(collector.requests[0]?.text).toContain('test bench')
  expect(named('receive readings')).toMatchObject([{ service: 'mimamori' }])
})

test.each([
  ['does not answer', 0],
  ['refuses', 400],
])('a collector that %s neither slows nor stops readings, and is worth one line of log', async (_, status) => {
  collector.reply.status = status
  const lines: string[] = []
  const worker = await person(50 + status)
  let endedAt = 0
  await recording(
    {},
    async () => {
      for (let n = 0; n < 50; n++) {
        time.now = new Date(time.now.getTime() + 1_000)
        expect(await send(readingOf(worker))).toMatchObject({ status: 200, body: { accepted: 1 } })
      }
      // More than wait to be sent.
      for (let n = 0; n < 5_000; n++) currentTracing()?.start('one of many').end()
      endedAt = performance.now()
    },
    pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
  )
  // The end itself waits for two seconds at most, the exporter left alone for ten.
  expect(performance.now() - endedAt).toBeLessThan(10_000)
  expect(lines.length).toBeLessThanOrEqual(1)
})
