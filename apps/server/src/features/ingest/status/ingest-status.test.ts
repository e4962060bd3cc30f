import type { IngestAnswer, IngestStatus, IngestTrial } from '@mimamori/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeIngestKey, makeWear } from '../../../shared/organisation/test-factories.ts'
import { takeTurn } from '../../../platform/database/recurring.ts'
import { startTestApp } from '../../../test-app.ts'
import { createReceiver } from '../receive.ts'
import { forgetCountsJob } from './forget-counts-job.ts'
import { writeCounts } from './write-counts.ts'

const product = await startTestApp()
const { context, time } = product
const { db, pool } = context
const { people, office, sibling, foreign } = await makeTenants(db)
const key = await makeIngestKey(db, office.office_id)
const tag = await makeDevice(db, 'vital', office.office_id)
await makeWear(db, people.worker.user_id, tag.device_id)
let watcher: Awaited<ReturnType<typeof makeDevice>>

const begin = new Date('2026-07-20T13:00:10+09:00')
beforeEach(async () => {
  await flush()
  time.now = begin
  await sql`truncate ingest_count, ingest_hour, ingest_sender, ingest_refusal, unread_field, unregistered_device`.execute(db)
  watcher = await makeDevice(db, 'heat', office.office_id)
})

/** Writes what this process has counted, as it does each second. */
const flush = () =>
  writeCounts(pool, (error) => {
    throw error
  })

const now = () => time.now.toISOString()
const heat = (more: object = {}) => ({ kind: 'heat', device: watcher.serial, at: now(), wbgt: 28.1, ...more })
const pulse = (more: object = {}) => ({ kind: 'vital', device: tag.serial, at: now(), heartRate: 90, ...more })
const post = async (payload: object | string, authorization = key.bearer) => {
  const headers = { authorization, 'content-type': 'application/json' }
  return product.ask('POST', '/api/ingest', { headers, payload })
}
const send = async (readings: readonly object[], authorization = key.bearer) =>
  (await post({ readings }, authorization)).body as IngestAnswer

const statusOf = async (user: { user_id: number } = people.base, officeId = office.office_id) => {
  await flush()
  const { status, body } = await product.askAs(user, 'GET', `/api/IngestStatus?OfficeId=${officeId}`)
  expect(status).toBe(200)
  return body as IngestStatus
}
const ownKey = ({ keys }: IngestStatus, keyId = key.keyId) => keys.find(({ id }) => id === keyId)

const notNumber = 'WBGT：数値にしてください。'
const notRegistered = '機器の番号：この拠点に登録されていない機器です。'

describe('the status of receiving', () => {
  test('counts what a key sent by what became of it, minute by minute', async () => {
    await send([heat(), heat(), heat({ wbgt: '--' }), heat({ device: '000999' })])
    time.now = new Date(begin.getTime() + 60_000)
    await send([heat()])
    const status = await statusOf()
    expect(ownKey(status)).toMatchObject({
      type: 'key',
      trial: false,
      via: 'http',
      lastAt: '2026-07-20T13:01:10+09:00',
      accepted: 2,
      duplicates: 1,
      rejected: [
        { reason: notNumber, count: 1 },
        { reason: notRegistered, count: 1 },
      ],
    })
    expect(ownKey(status)?.perMinute.slice(-3)).toEqual([0, 4, 1])
    expect(ownKey(status)?.perMinute).toHaveLength(60)
    expect(status.today).toMatchObject({ date: '2026-07-20', accepted: 2, duplicates: 1, rejected: 2 })
  })

  test('shows refusals that are alike as one line, with values of technical fields alone', async () => {
    await send([heat({ wbgt: '--' })])
    time.now = new Date(begin.getTime() + 5_000)
    await send([
      heat({ wbgt: 'x'.repeat(200) }),
      pulse({ latitude: 'here' }),
      pulse({ gateway: 'at the north gate, third floor' }),
      pulse({ call: 'Sato fell' }),
      pulse({ device: { heartRate: 140 } }),
      pulse({ at: 'a\0\ud800' }),
    ])
    const { refusals } = await statusOf()
    const own = { keyId: key.keyId, count: 1, since: '2026-07-20T13:00:15+09:00' }
    expect(refusals.find(({ field }) => field === 'wbgt')).toMatchObject({
      at: '2026-07-20T13:00:15+09:00',
      since: '2026-07-20T13:00:10+09:00',
      count: 2,
      kind: 'heat',
      device: watcher.serial,
      reason: notNumber,
      value: `"${'x'.repeat(39)}`,
    })
    expect(refusals.find(({ field }) => field === 'latitude')).toMatchObject({ ...own, value: null })
    expect(refusals.find(({ field }) => field === 'device')).toMatchObject({ ...own, device: null, value: null })
    expect(refusals.find(({ field }) => field === 'at')).toMatchObject({ ...own, device: tag.serial })
    expect(refusals.find(({ field }) => field === 'gateway')).toMatchObject({ device: tag.serial, value: null })
    expect(refusals.find(({ field }) => field === 'call')).toMatchObject({ device: tag.serial, value: null })
    const file = await product.askAs(people.contract, 'GET', `/api/IngestStatus/Download?OfficeId=${office.office_id}`)
    expect(file).toMatchObject({ status: 200, body: expect.stringContaining(notNumber) as string })
  })

  test('keeps the last 200 refusals of a site, and 200 unknown devices, however many are made up', async () => {
    for (let message = 0; message < 4; message++) {
      time.now = new Date(begin.getTime() + message * 1_000)
      await send(Array.from({ length: 1_000 }, (_, index) => heat({ device: `X${message}-${index}` })))
      if (message % 2 === 1) await flush()
    }
    const status = await statusOf()
    expect(ownKey(status)?.rejected).toEqual([{ reason: notRegistered, count: 4_000 }])
    expect(status.refusals).toHaveLength(200)
    expect(status.refusals.every(({ device }) => device?.startsWith('X3-'))).toBe(true)
    expect(status.unknownDevices.length).toBeLessThanOrEqual(200)
  })

  test('counts a message that cannot be read as one refusal', async () => {
    expect((await post('{')).status).toBe(400)
    expect((await post({ readings: [] })).status).toBe(400)
    expect((await post('{', 'Bearer nobody.x')).status).toBe(401)
    const status = await statusOf()
    expect(ownKey(status)?.rejected.reduce((sum, { count }) => sum + count, 0)).toBe(2)
    expect(status.refusals).toMatchObject([
      { kind: null, device: null, field: null, value: null },
      { kind: null, device: null, field: null, value: null },
    ])
  })

  test('names unknown devices with their count, and fields that are not read with the one meant, until they are muted', async () => {
    expect(await send([heat({ device: '000777', co2: 400 }), heat({ heart_rate: 1 })])).toMatchObject({
      warnings: [
        { index: 0, field: 'co2', hint: null },
        { index: 1, field: 'heart_rate', hint: 'heartRate' },
      ],
    })
    time.now = new Date(begin.getTime() + 1_000)
    await send([heat({ device: '000777', co2: 401 })])
    const { unknownDevices, unknownFields } = await statusOf()
    expect(unknownDevices).toEqual([
      {
        kind: 'heat',
        serialNumber: '000777',
        count: 2,
        since: '2026-07-20T13:00:10+09:00',
        lastAt: '2026-07-20T13:00:10+09:00',
        keyId: key.keyId,
        keyName: expect.any(String) as string,
        isRegistrable: true,
      },
    ])
    expect(unknownFields).toMatchObject([
      { kind: 'heat', field: 'co2', hint: null, count: 2, devices: ['000777'], muted: false },
      { kind: 'heat', field: 'heart_rate', hint: 'heartRate', count: 1, devices: [watcher.serial] },
    ])
    const put = (user: { user_id: number }, field: string) =>
      product.askAs(user, 'PUT', '/api/IngestStatus/UnreadField', { officeId: office.office_id, kind: 'heat', field, muted: true })
    expect((await put(people.foreignBase, 'co2')).status).toBe(404)
    expect((await put(people.base, 'nothing')).status).toBe(404)
    expect(await put(people.base, 'co2')).toEqual({ status: 200, body: {} })
    await send([heat({ co2: 400 })])
    expect((await statusOf()).unknownFields.find(({ field }) => field === 'co2')).toMatchObject({ muted: true, count: 3 })
    expect(await product.recordedOf('unreadField')).toMatchObject([{ action: 'update', after: { kind: 'heat', muted: true } }])
  })

  test('names fields that a column cannot store, and those that look alike then as one', async () => {
    const sent = { 'a\0': 1, '\ud800': 1, '\ud801': 1 }
    expect((await send([heat(sent), heat({ ...sent, wbgt: '--' })])).warnings).toHaveLength(6)
    const { unknownFields } = await statusOf()
    expect(Object.fromEntries(unknownFields.map(({ field, count }) => [field, count]))).toEqual({ a: 2, '\ufffd': 4 })
  })

  test('shows a clock that is wrong, by how much and since when', async () => {
    await send([heat({ at: new Date(begin.getTime() + 372_000).toISOString() })])
    expect((await statusOf()).clocks).toEqual([
      {
        kind: 'heat',
        serialNumber: watcher.serial,
        deviceName: watcher.location_name,
        errorSeconds: 372,
        since: '2026-07-20T13:00:10+09:00',
        lastAt: '2026-07-20T13:00:10+09:00',
      },
    ])
  })

  test('is of one site: of another one nothing is seen', async () => {
    await send([heat({ wbgt: '--', co2: 1 })])
    const elsewhere = await statusOf(people.contract, sibling.office_id)
    expect(elsewhere).toMatchObject({ keys: [], refusals: [], unknownDevices: [], unknownFields: [], clocks: [] })
    const url = `/api/IngestStatus?OfficeId=${office.office_id}`
    for (const user of [people.foreignBase, people.foreignContract]) expect((await product.askAs(user, 'GET', url)).status).toBe(404)
    expect((await product.askAs(people.base, 'GET', `/api/IngestStatus?OfficeId=${foreign.office_id}`)).status).toBe(404)
  })

  test('adds up what two processes received', async () => {
    const other = createReceiver({ ...context, pool: context.pipelined })
    const sender = { keyId: key.keyId, companyId: office.company_id, officeId: office.office_id }
    const at = (ms: number) => new Date(begin.getTime() - ms).toISOString()
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        await send([heat({ at: at(index * 2_000) })])
        await other.receive(sender, [heat({ at: at(index * 2_000 + 1_000) })])
      }),
    )
    await other.drain()
    expect(ownKey(await statusOf())).toMatchObject({ accepted: 40, duplicates: 0, rejected: [] })
  })

  test('is current soon, without anybody asking for it', async () => {
    await send([heat()])
    const readNow = () => db.selectFrom('ingest_count as c').select('c.readings').where('c.company_id', '=', office.company_id).execute()
    await expect.poll(readNow).toEqual([{ readings: 1 }])
  })

  test('loses counts and no reading where the counts cannot be written', async () => {
    await sql`alter table ingest_count add constraint refused_for_now check (false) not valid`.execute(db)
    const reading = heat()
    expect(await send([reading])).toMatchObject({ accepted: 1 })
    await writeCounts(pool, () => undefined)
    await sql`alter table ingest_count drop constraint refused_for_now`.execute(db)
    expect(await send([reading])).toMatchObject({ duplicates: 1 })
  })

  test('forgets counts after the working day, and the rest after a month', async () => {
    await send([heat(), heat({ wbgt: '--', co2: 1 })])
    await flush()
    const left = async () => {
      const { rows } = await sql<{ counts: number; lines: number }>`
        select (select count(*)::int from ingest_count) as counts,
               (select count(*)::int from ingest_refusal) + (select count(*)::int from unread_field) as lines`.execute(db)
      return rows[0]
    }
    time.now = new Date(begin.getTime() + 24 * 3_600_000)
    await takeTurn(context, forgetCountsJob)
    expect(await left()).toEqual({ counts: 2, lines: 2 })
    time.now = new Date(begin.getTime() + 26 * 3_600_000)
    await takeTurn(context, forgetCountsJob)
    expect(await left()).toEqual({ counts: 0, lines: 2 })
    time.now = new Date(begin.getTime() + 31 * 24 * 3_600_000)
    await takeTurn(context, forgetCountsJob)
    expect(await left()).toEqual({ counts: 0, lines: 0 })
  })
})

describe('one reading that is tried', () => {
  const attempt = async (reading: object, user: { user_id: number } = people.base) =>
    (await product.askAs(user, 'POST', '/api/IngestStatus/Trial', { officeId: office.office_id, reading })).body as IngestTrial

  test('shows what was read, the device, who wears it, and stores nothing', async () => {
    const reading = pulse({ at: new Date(begin.getTime() + 3_000).toISOString(), heartRate: 128, battery: 4, heart_rate: 1, accuracy: -1 })
    const foreseen = {
      outcome: 'accepted',
      reason: null,
      field: null,
      value: null,
      call: false,
      alarm: null,
      estimatedWbgt: null,
      unknownGateway: null,
      values: [
        { field: 'heartRate', value: 128, unit: '回/分' },
        { field: 'battery', value: 4, unit: null },
        { field: 'accuracy', value: null, unit: 'm' },
      ],
      warnings: [{ field: 'heart_rate', hint: 'heartRate' }],
      device: {
        kind: 'vital',
        serialNumber: tag.serial,
        deviceName: null,
        officeId: office.office_id,
        officeName: office.name,
        isElsewhere: false,
      },
      isWorn: true,
      wearer: { userId: people.worker.user_id, fullName: people.worker.full_name },
      at: '2026-07-20T13:00:13+09:00',
      clockErrorSeconds: 0,
    }
    expect(await attempt(reading)).toEqual({ ...foreseen, values: expect.arrayContaining(foreseen.values) as unknown[] })
    expect(await attempt({ readings: [reading] })).toMatchObject({ outcome: 'accepted' })
    await send([reading])
    expect(await attempt(reading)).toMatchObject({ outcome: 'duplicate' })
    expect(await attempt(heat({ wbgt: '--' }))).toMatchObject({
      outcome: 'refused',
      field: 'wbgt',
      value: '"--"',
      reason: notNumber,
      device: null,
    })
    expect(await attempt(heat({ device: '000999' }))).toMatchObject({ outcome: 'refused', field: 'device', reason: notRegistered })
    expect(await attempt(heat({ at: '2020-01-01T00:00:00Z' }))).toMatchObject({ device: { serialNumber: watcher.serial } })
  })

  test('says what somebody would be called for, which gateway is unknown, and what is estimated', async () => {
    expect(await attempt(pulse({ call: true, gateway: 'GW-77' }))).toMatchObject({ call: true, alarm: null, unknownGateway: 'GW-77' })
    expect(await attempt(pulse({ alarm: 'HEAT' }))).toMatchObject({
      outcome: 'accepted',
      call: false,
      alarm: 'heat',
      values: expect.arrayContaining([{ field: 'alarm', value: 'heat', unit: null }]) as unknown[],
    })
    expect(await attempt(pulse({ alarm: null }))).toMatchObject({ outcome: 'accepted', alarm: null })
    const gateway = await makeDevice(db, 'gateway', office.office_id)
    expect(await attempt(pulse({ gateway: gateway.serial }))).toMatchObject({ call: false, unknownGateway: null })
    const spare = await makeDevice(db, 'vital', office.office_id)
    expect(await attempt(pulse({ device: spare.serial }))).toMatchObject({ outcome: 'accepted', isWorn: false, wearer: null })
    const air = { wbgt: null, temperature: 31, humidity: 60, globe: 42 }
    const { estimatedWbgt } = await attempt(heat(air))
    expect(estimatedWbgt).toBeGreaterThan(25)
    expect(estimatedWbgt).toBeLessThan(35)
    expect(await attempt(heat({ ...air, wbgt: 28 }))).toMatchObject({ estimatedWbgt: null })
    expect(await attempt(pulse({ latitude: 'here' }))).toMatchObject({ outcome: 'refused', field: 'latitude', value: '"here"' })
  })

  test('of a device of another site shows that site, and its wearer only to those who see them', async () => {
    const theirs = await makeDevice(db, 'vital', sibling.office_id)
    await makeWear(db, people.sibling.user_id, theirs.device_id)
    const reading = pulse({ device: theirs.serial })
    const device = { isElsewhere: true, officeId: sibling.office_id, officeName: sibling.name }
    expect(await attempt(reading)).toMatchObject({ outcome: 'accepted', device, isWorn: true, wearer: null })
    expect(await attempt(reading, people.contract)).toMatchObject({ device, wearer: { userId: people.sibling.user_id } })
  })
})
