import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IngestSender, IngestStatus } from '@mimamori/contract'
import { connectAsync, type IClientOptions } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedOrOutside, type TestBroker } from './embedded-or-outside.ts'
import { wakeDownlinks } from '../../src/shared/downlink/wake.ts'
import { makeTenants } from '../../src/shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeDownlink, makeIngestKey } from '../../src/shared/organisation/test-factories.ts'
import { startTestApp } from '../../src/test-app.ts'

const product = await startTestApp()
const { context } = product
const { db } = context
const { people, office, sibling } = await makeTenants(db)
const folder = await mkdtemp(join(tmpdir(), 'mimamori-trial-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(['embedded', 'outside'] as const)('with the broker %s', (place) => {
  let broker: TestBroker
  let closing: (() => Promise<void>)[] = []
  beforeAll(async () => {
    broker = await embeddedOrOutside(context, place, folder)
  })
  afterAll(async () => {
    await Promise.all(closing.map((close) => close()))
    await broker.stop()
    await db.updateTable('ingest_key').set({ revoked_at: new Date() }).execute()
    closing = []
  })

  const connect = async ({ keyId, secret }: { keyId: string; secret: string }, topics: readonly string[]) => {
    const options: IClientOptions = { username: keyId, password: secret, reconnectPeriod: 0 }
    const client = await connectAsync(broker.url, options)
    closing.push(() => client.endAsync(true))
    const heard: { readonly use: string; readonly message: unknown }[] = []
    client.on('message', (topic, payload) => heard.push({ use: topic.split('/')[3] ?? '', message: JSON.parse(payload.toString()) }))
    const granted: boolean[] = []
    for (const topic of topics)
      granted.push(
        await client.subscribeAsync(`mimamori/v1/${keyId}/${topic}`, { qos: 1 }).then(
          () => true,
          () => false,
        ),
      )
    const send = (use: string, payload: string) => client.publishAsync(`mimamori/v1/${keyId}/${use}`, payload, { qos: 1 })
    return { heard, granted, send }
  }
  /** A broker outside throws away what comes before it is subscribed to. */
  const untilTaken = (sent: Awaited<ReturnType<typeof connect>>, keyId: string) =>
    expect
      .poll(
        async () => {
          await sent.send('readings', '[]')
          return (await senderOf(keyId))?.rejected.length
        },
        { timeout: 60_000, interval: 200 },
      )
      .toBe(1)
  const stateOf = async (id: number) =>
    (await db.selectFrom('downlink as l').select('l.state').where('l.downlink_id', '=', id).executeTakeFirstOrThrow()).state
  const senderOf = async (keyId: string): Promise<IngestSender | undefined> => {
    const { body } = await product.askAs(people.base, 'GET', `/api/IngestStatus?OfficeId=${office.office_id}`)
    return (body as IngestStatus).keys.find(({ id }) => id === keyId)
  }

  test('a trial key is given no command and answers none, and none is sent where there is no other key', async () => {
    const trial = await makeIngestKey(db, office.office_id, { is_trial: true })
    const neighbour = await makeIngestKey(db, sibling.office_id)
    const belts = [await makeDevice(db, 'belt', office.office_id), await makeDevice(db, 'belt', sibling.office_id)] as const
    const tried = await connect(trial, ['downlink/+', `downlink/${belts[0].serial}`])
    const beside = await connect(neighbour, ['downlink/+'])
    if (place === 'embedded') expect(tried.granted).toEqual([false, false])
    const command = await makeDownlink(db, belts[0], { state: 'pending', sent_at: null })
    await makeDownlink(db, belts[1], { state: 'pending', sent_at: null })
    await wakeDownlinks(db, [office.office_id, sibling.office_id])
    // The older command would have been sent before this one.
    await expect.poll(() => beside.heard.length, { timeout: 60_000 }).toBeGreaterThan(0)
    expect(await stateOf(command.downlink_id)).toBe('pending')
    const real = await connect(await makeIngestKey(db, office.office_id), ['downlink/+'])
    await wakeDownlinks(db, [office.office_id, sibling.office_id])
    await expect.poll(() => real.heard.length, { timeout: 60_000 }).toBeGreaterThan(0)
    await untilTaken(tried, trial.keyId)
    await tried.send('downlink-ack', JSON.stringify({ id: command.downlink_id, state: 'acknowledged' }))
    await tried.send('readings', '{')
    // What was sent before it is settled by then.
    await expect.poll(async () => (await senderOf(trial.keyId))?.rejected.length, { timeout: 60_000 }).toBe(2)
    expect(await stateOf(command.downlink_id)).toBe('sent')
    expect(tried.heard.filter(({ use }) => use === 'downlink')).toEqual([])
  })

  test('what a trial key sends is answered, stored nowhere, and counted as it came', async () => {
    const trial = await makeIngestKey(db, office.office_id, { is_trial: true })
    const { serial } = await makeDevice(db, 'heat', office.office_id)
    const tried = await connect(trial, ['rejected'])
    const reading = { kind: 'heat', device: serial, at: product.time.now.toISOString(), wbgt: 28 }
    await untilTaken(tried, trial.keyId)
    await tried.send('readings', JSON.stringify({ readings: [reading, { ...reading, wbgt: '--', co2: 1 }] }))
    const fault = '測定値：readings に1件以上の配列を入れてください。'
    const reason = 'WBGT：数値にしてください。'
    const ofWbgt = { rejected: [{ index: 1, reason }], warnings: [{ index: 1, field: 'co2', hint: null }] }
    await expect.poll(() => tried.heard.map(({ message }) => message), { timeout: 60_000 }).toContainEqual(ofWbgt)
    expect(tried.heard).toContainEqual({ use: 'rejected', message: { fault } })
    await expect
      .poll(() => senderOf(trial.keyId), { timeout: 60_000 })
      .toMatchObject({
        trial: true,
        via: 'mqtt',
        accepted: 1,
        rejected: expect.arrayContaining([{ reason, count: 1 }, expect.objectContaining({ reason: fault })]) as unknown,
      })
    expect(await db.selectFrom('reading').select('at').execute()).toEqual([])
  })
})
