import { type IngestAnswer, type IngestStatus, readingKinds } from '@mimamori/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeDownlink, makeIngestKey, makeWear } from '../../../shared/organisation/test-factories.ts'
import { checkKey } from '../../../shared/access-keys/ingest-key.ts'
import { startTestApp } from '../../../test-app.ts'
import { messageTaker } from '../mqtt/mqtt-message.ts'
import { createReceiver } from '../receive.ts'
import { writeCounts } from '../status/write-counts.ts'

const product = await startTestApp()
const { db, pool } = product.context
const { people, office, sibling, foreign } = await makeTenants(db)
const real = await makeIngestKey(db, office.office_id)
const created = await product.askAs(people.base, 'POST', `/api/Office/${office.office_id}/IngestKey`, { name: '試験', trial: true })
const { id: trialId, secret } = created.body as { id: string; secret: string }
const trial = `Bearer ${trialId}.${secret}`
const tag = await makeDevice(db, 'vital', office.office_id)
await makeWear(db, people.worker.user_id, tag.device_id)
const watcher = await makeDevice(db, 'heat', office.office_id)
const neighbour = await makeDevice(db, 'vital', sibling.office_id)
const theirs = await makeDevice(db, 'heat', foreign.office_id)

const begin = product.time.now
beforeEach(() => {
  product.time.now = new Date(product.time.now.getTime() + 10 * 60_000)
})
const pulse = (secondsAgo: number, more: object = {}) => ({
  kind: 'vital',
  device: tag.serial,
  at: new Date(product.time.now.getTime() - secondsAgo * 1_000).toISOString(),
  heartRate: 90,
  ...more,
})
const send = async (authorization: string, readings: readonly unknown[]) => {
  const response = await product.ask('POST', '/api/ingest', { headers: { authorization }, payload: { readings } })
  expect(response.status).toBe(200)
  return response.body as IngestAnswer
}

/** Everything that receiving changes, apart from its counts and the time of the key's last use. */
const contents = async () => {
  await writeCounts(pool, (error) => {
    throw error
  })
  const tables = ['reading', 'device_state', 'worker_state', 'alert', 'alert_event', 'alert_due', 'unregistered_device', 'heard_elsewhere']
  const rows = await Promise.all(
    tables.map(async (table) => (await sql`select t::text from ${sql.table(table)} t order by 1`.execute(db)).rows),
  )
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]]))
}

describe('a trial key', () => {
  test('is listed and on record as one', async () => {
    const list = await product.askAs(people.contract, 'GET', `/api/Office/${office.office_id}/IngestKey`)
    expect(list.body).toMatchObject({ data: expect.arrayContaining([expect.objectContaining({ id: trialId, trial: true })]) as unknown })
    expect(await product.recordedOf('ingestKey')).toMatchObject([{ action: 'create', after: { name: '試験', trial: true } }])
  })

  test('is answered as if its readings were taken, and stores nothing', async () => {
    await send(real.bearer, [pulse(120)])
    const before = await contents()
    const sent = [
      pulse(120),
      pulse(60, { heart_rate: 1, call: true }),
      pulse(60, { heart_rate: 1, call: true }),
      pulse(50, { device: '99999' }),
      pulse(40, { battery: 9 }),
      pulse(500 * 86_400, { device: watcher.serial, kind: 'heat' }),
      pulse(0, { device: neighbour.serial }),
      pulse(0, { device: theirs.serial, kind: 'heat' }),
      null,
    ]
    const answer = await send(trial, sent)
    expect(answer).toMatchObject({
      accepted: 3,
      duplicates: 2,
      rejected: [{ index: 3 }, { index: 4 }, { index: 7 }, { index: 8 }],
      warnings: expect.arrayContaining([{ index: 1, field: 'heart_rate', hint: 'heartRate' }]) as unknown,
    })
    expect(await contents()).toEqual(before)
    // Nothing was stored, so the same is accepted again, and what a real key is answered is the same.
    expect(await send(trial, sent)).toEqual(answer)
    expect(await send(real.bearer, sent)).toEqual(answer)
  })

  test('is answered over MQTT, too, and a message that cannot be read is counted', async () => {
    const { context } = product
    const { receive, drain } = createReceiver(context)
    const take = messageTaker(context, receive)
    const key = await checkKey(context, trialId, secret, 'mqtt')
    if (key === undefined) throw new Error('the key is unknown')
    const before = await contents()
    const sent = { readings: [pulse(0, { heart_rate: 1 }), pulse(0, { battery: 9 })] }
    expect(await take(key, 'readings', Buffer.from(JSON.stringify(sent)))).toEqual({
      rejected: [{ index: 1, reason: '電池：0以上5以下にしてください。' }],
      warnings: [{ index: 0, field: 'heart_rate', hint: 'heartRate' }],
    })
    const fault = '送られた内容を読み取れません。JSONの書き方を確認してください。'
    expect(await take(key, 'readings', Buffer.from('{'))).toEqual({ fault })
    await drain()
    expect(await contents()).toEqual(before)
    const { body } = await product.askAs(people.base, 'GET', `/api/IngestStatus?OfficeId=${office.office_id}`)
    expect((body as IngestStatus).keys.find(({ id }) => id === trialId)).toMatchObject({
      trial: true,
      via: 'mqtt',
      rejected: expect.arrayContaining([{ reason: fault, count: 1 }]) as unknown,
    })
  })

  test('is given no commands and answers none', async () => {
    const belt = await makeDevice(db, 'belt', office.office_id)
    const command = await makeDownlink(db, belt, { state: 'pending', sent_at: null })
    const headers = { authorization: trial }
    expect((await product.ask('GET', '/api/ingest/downlink', { headers })).body).toEqual({ data: [], count: 0 })
    const payload = { state: 'acknowledged' }
    const id = command.downlink_id
    expect((await product.ask('POST', `/api/ingest/downlink/${id}`, { headers, payload })).status).toBe(404)
    const { rows } = await sql`select l.state from downlink l where l.downlink_id = ${id}`.execute(db)
    expect(rows).toEqual([{ state: 'pending' }])
  })
})

const readings = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue() },
  {
    weight: 6,
    arbitrary: fc.record(
      {
        kind: fc.constantFrom(...readingKinds, 'shoe'),
        device: fc.oneof(fc.constantFrom(tag.serial, watcher.serial, neighbour.serial, theirs.serial, ''), fc.string({ maxLength: 30 })),
        at: fc.oneof(
          fc.integer({ min: -90_000_000, max: 600_000 }).map((ms) => new Date(begin.getTime() + ms).toISOString()),
          fc.constantFrom('2019-02-30T00:00:00Z', '1970-01-01T00:00:00Z', 'now'),
        ),
        heartRate: fc.option(fc.integer({ min: -1, max: 300 })),
        wbgt: fc.oneof(fc.double({ min: 0, max: 45, noNaN: true }), fc.string({ maxLength: 3 })),
        call: fc.constantFrom(true, false, 'yes'),
        latitude: fc.constantFrom(35.6, 91, 'x'),
        battery: fc.integer({ min: 0, max: 6 }),
      },
      { requiredKeys: ['kind', 'device', 'at'] },
    ),
  },
)
const names = fc.oneof(
  fc.constantFrom('a\0', '\ud800', '\ud801', '', '温度（℃）', ' temp', 'alarm'),
  fc.string({ maxLength: 50, unit: 'binary' }),
)
const anything = fc
  .tuple(readings, fc.dictionary(names, fc.jsonValue(), { maxKeys: 4 }))
  .map(([reading, more]) =>
    typeof reading === 'object' && reading !== null && !Array.isArray(reading) ? { ...more, ...reading } : reading,
  )
  // A message with such names is refused as a whole where JSON is parsed, before there are any readings.
  .filter((sent) => !/"(?:__proto__|constructor)":/.test(JSON.stringify(sent)))

test('whatever comes in, accepted, repeated and refused readings are those that were sent, in the answer and in the status', async () => {
  let sent = 0
  const [accepted, duplicates, rejected] = [[0], [0], [0]]
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 1, maxLength: 12 }), fc.boolean(), async (message, isTrial) => {
      const answer = await send(isTrial ? trial : real.bearer, message)
      expect(answer.accepted + answer.duplicates + answer.rejected.length).toBe(message.length)
      sent += message.length
      accepted.push(answer.accepted)
      duplicates.push(answer.duplicates)
      rejected.push(answer.rejected.length)
    }),
    { numRuns: 60 },
  )
  await expect
    .poll(async () => {
      const { body } = await product.askAs(people.base, 'GET', `/api/IngestStatus?OfficeId=${office.office_id}`)
      const { keys } = body as IngestStatus
      const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)
      const perMinute = sum(keys.flatMap((one) => one.perMinute))
      const outcomes = keys.map((one) => one.accepted + one.duplicates + sum(one.rejected.map(({ count }) => count)))
      return [perMinute, sum(outcomes)]
    })
    .toEqual([expectedAll(sent), expectedAll(sent)])
})

/** What the tests before sent besides. */
const sentBefore = 1 + 3 * 9 + 2 + 1
const expectedAll = (sent: number): number => sent + sentBefore
