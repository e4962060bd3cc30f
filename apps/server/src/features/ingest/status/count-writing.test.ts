import type { IngestStatus } from '@mimamori/contract'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeIngestKey } from '../../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../../test-app.ts'
import type { Sender } from '../../../platform/http/route.ts'
import { countsOf, type Refused } from './received-counts.ts'
import { writeCounts } from './write-counts.ts'

const product = await startTestApp()
const { context, time } = product
const { db, pool } = context
const { people, office } = await makeTenants(db)
const [busy, quiet] = [await makeIngestKey(db, office.office_id), await makeIngestKey(db, office.office_id)]
const senderOf = ({ keyId }: { keyId: string }): Sender => ({ keyId, companyId: office.company_id, officeId: office.office_id })

const flush = () =>
  writeCounts(pool, (error) => {
    throw error
  })
const begin = new Date('2026-07-20T13:00:10+09:00')
beforeEach(async () => {
  await flush()
  time.now = begin
  await sql`truncate ingest_count, ingest_hour, ingest_sender, ingest_refusal, unread_field, unregistered_device`.execute(db)
})

const statusOf = async () => {
  await flush()
  return (await product.askAs(people.base, 'GET', `/api/IngestStatus?OfficeId=${office.office_id}`)).body as IngestStatus
}
const nothing = { via: 'http', accepted: 0, duplicates: 0, refused: [], unread: [] } as const
const refusedOf = (serial: string): Refused => ({
  kind: 'heat',
  serial,
  field: 'device',
  reason: '未登録',
  value: null,
  isUnknownDevice: true,
})

test('counts that the database could not take are written once it can', async () => {
  const nowhere = new Pool({ host: '127.0.0.1', port: 1 })
  const message = {
    ...nothing,
    at: begin.getTime(),
    accepted: 2,
    refused: [refusedOf('1')],
    unread: [{ kind: 'heat', field: 'co2', hint: null, serial: '1' }],
  } as const
  const counts = countsOf(nowhere)
  counts.add(senderOf(busy), message)
  const failed = vi.fn()
  await writeCounts(nowhere, failed)
  expect(failed).toHaveBeenCalledOnce()
  counts.add(senderOf(busy), { ...message, at: begin.getTime() - 1_000 })
  const { minutes, refusals, fields, devices } = counts.take()
  expect(minutes).toMatchObject([{ accepted: 4, lastAt: begin.getTime(), refused: new Map([['未登録', 2]]) }])
  expect(refusals).toMatchObject([{ readings: 2, firstAt: begin.getTime() - 1_000, lastAt: begin.getTime() }])
  expect(fields).toMatchObject([{ readings: 2, serials: new Set(['1']) }])
  expect(devices).toMatchObject([{ readings: 2 }])
  await nowhere.end()
})

test('counts of a company are written together or not at all', async () => {
  await sql`alter table unread_field add constraint refused_for_now check (false) not valid`.execute(db)
  const unread = [{ kind: 'heat', field: 'co2', hint: null, serial: '1' }] as const
  countsOf(pool).add(senderOf(busy), { ...nothing, at: begin.getTime(), accepted: 1, unread })
  await writeCounts(pool, () => undefined)
  await sql`alter table unread_field drop constraint refused_for_now`.execute(db)
  expect(await db.selectFrom('ingest_count').select('readings').execute()).toEqual([])
})

test('what unknown devices sent is counted after a batch that holds their rows, and holds none of them up meanwhile', async () => {
  const headers = { authorization: busy.bearer, 'content-type': 'application/json' }
  // The later serial lies before the earlier one in the table.
  const readings = ['B', 'A'].map((device) => ({ kind: 'heat', device, at: begin.toISOString(), wbgt: 28 }))
  for (const reading of readings) await product.ask('POST', '/api/ingest', { headers, payload: { readings: [reading] } })
  await flush()
  const batch = await pool.connect()
  const lock = (serial: string) =>
    batch.query('update unregistered_device u set heard_at = now() where u.company_id = $1 and u.serial = $2', [office.company_id, serial])
  await batch.query('begin')
  await lock('A')
  countsOf(pool).add(senderOf(busy), { ...nothing, at: begin.getTime(), refused: [refusedOf('A'), refusedOf('B')] })
  const written = flush()
  // On a cluster a node waits, of which nobody hears here; the write is under way by then.
  if (!context.isDivided)
    await expect
      .poll(async () => {
        const { rows } = await pool.query(
          "select from pg_stat_activity a where a.datname = current_database() and a.wait_event_type = 'Lock'",
        )
        return rows
      })
      .toHaveLength(1)
  await lock('B')
  await batch.query('commit')
  batch.release()
  await written
  const { rows } = await sql`select u.serial, u.readings::int from unregistered_device u order by 1`.execute(db)
  expect(rows).toEqual([
    { serial: 'A', readings: 2 },
    { serial: 'B', readings: 2 },
  ])
})

test('one that makes numbers up leaves the refusals of others in the list', async () => {
  const counts = countsOf(pool)
  counts.add(senderOf(quiet), { ...nothing, at: begin.getTime(), refused: [refusedOf('Q')] })
  for (const round of [1, 2]) {
    const refused = Array.from({ length: 400 }, (_, index) => refusedOf(`${round}-${index}`))
    counts.add(senderOf(busy), { ...nothing, at: begin.getTime() + round * 1_000, refused })
    await flush()
  }
  const { refusals } = await statusOf()
  expect(refusals).toHaveLength(200)
  expect(refusals.filter(({ keyId }) => keyId === quiet.keyId)).toMatchObject([{ device: 'Q' }])
  expect(refusals.filter(({ device }) => device?.startsWith('2-'))).toHaveLength(199)
})

test('a field that two senders use is named with each of them, and hidden of both and of a third', async () => {
  const counts = countsOf(pool)
  const use = (keyId: string, serial: string, field = '温度（℃）') =>
    counts.add(senderOf({ keyId }), { ...nothing, at: begin.getTime(), accepted: 1, unread: [{ kind: 'heat', field, hint: null, serial }] })
  use(busy.keyId, '1')
  use(quiet.keyId, '2')
  use(quiet.keyId, '2', ' temp')
  const shown = async () => (await statusOf()).unknownFields.map(({ field, keyId, devices, muted }) => [field, keyId, devices, muted])
  expect(await shown()).toEqual(
    expect.arrayContaining([
      ['温度（℃）', busy.keyId, ['1'], false],
      ['温度（℃）', quiet.keyId, ['2'], false],
    ]),
  )
  const mute = (field: string) =>
    product.askAs(people.base, 'PUT', '/api/IngestStatus/UnreadField', { officeId: office.office_id, kind: 'heat', field, muted: true })
  for (const field of ['温度（℃）', ' temp', ' temp']) expect((await mute(field)).status).toBe(200)
  // What was hidden already is no change on record.
  expect(await product.recordedOf('unreadField')).toHaveLength(2)
  use((await makeIngestKey(db, office.office_id)).keyId, '3')
  expect((await shown()).map(([, , , muted]) => muted)).toEqual([true, true, true, true])
})

test('an unknown device was never heard before it was heard first', async () => {
  const headers = { authorization: busy.bearer, 'content-type': 'application/json' }
  const readings = [{ kind: 'heat', device: '000555', at: begin.toISOString(), wbgt: 28 }]
  await product.ask('POST', '/api/ingest', { headers, payload: { readings } })
  const at = '2026-07-20T13:00:10+09:00'
  expect((await statusOf()).unknownDevices).toMatchObject([{ serialNumber: '000555', since: at, lastAt: at }])
})

test('a clock of a device that is silent since yesterday is no longer listed', async () => {
  const { serial } = await makeDevice(db, 'heat', office.office_id)
  const headers = { authorization: busy.bearer, 'content-type': 'application/json' }
  const readings = [{ kind: 'heat', device: serial, at: new Date(begin.getTime() + 372_000).toISOString(), wbgt: 28 }]
  await product.ask('POST', '/api/ingest', { headers, payload: { readings } })
  expect(await statusOf()).toMatchObject({ clocks: [{ serialNumber: serial }], heardDevices: 1 })
  time.now = new Date(begin.getTime() + 25 * 3_600_000)
  expect(await statusOf()).toMatchObject({ clocks: [], heardDevices: 0 })
})

test('the sums of a working day that begins within an hour leave out what came before', async () => {
  const hours = { opens_at: '08:00', closes_at: '18:50' }
  await db.updateTable('office').set(hours).where('office_id', '=', office.office_id).execute()
  // It begins at 01:25.
  for (const clock of ['01:24', '01:25', '01:59', '02:00', '13:00'])
    countsOf(pool).add(senderOf(busy), { ...nothing, at: Date.parse(`2026-07-20T${clock}:30+09:00`), accepted: 1 })
  time.now = new Date('2026-07-20T13:00:40+09:00')
  const { today, keys } = await statusOf()
  expect(today).toMatchObject({ from: '2026-07-20T01:25:00+09:00', accepted: 4 })
  expect(keys.find(({ id }) => id === busy.keyId)).toMatchObject({ accepted: 4 })
})
