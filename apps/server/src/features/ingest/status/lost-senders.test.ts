import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { IngestStatus, IngestTrial } from '@mimamori/contract'
import { sql } from 'kysely'
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import { makeTenants } from '../../../shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeIngestKey } from '../../../shared/organisation/test-factories.ts'
import { chirpstackUplink, makeConnection } from '../../../shared/uplinks/test-connection.ts'
import { startTestApp } from '../../../test-app.ts'
import { writeCounts } from './write-counts.ts'

const product = await startTestApp()
const { context, time, app } = product
const { db, pool } = context
const { people, office } = await makeTenants(db)

const statusOf = async () => {
  await writeCounts(pool, (error) => {
    throw error
  })
  return (await product.askAs(people.base, 'GET', `/api/IngestStatus?OfficeId=${office.office_id}`)).body as IngestStatus
}
const send = (authorization: string, readings: readonly object[]) =>
  product.ask('POST', '/api/ingest', { headers: { authorization, 'content-type': 'application/json' }, payload: { readings } })

/** How many keys were refused over HTTP for a reason, as `/metrics` says it. */
const refusedKeys = async (reason: string): Promise<number> => {
  const values = (await register.getSingleMetric('mimamori_keys_refused_total')?.get())?.values ?? []
  return values.find(({ labels }) => labels['by'] === 'http' && labels['reason'] === reason)?.value ?? 0
}
const refusedByReason = () => Promise.all(['unknown', 'revoked', 'ended'].map(refusedKeys))

test('a key that has ended or was revoked and still sends is shown, with why it is refused; a wrong secret is not', async () => {
  const ended = await makeIngestKey(db, office.office_id, { ends_at: new Date('2026-07-20T00:00:00+09:00') })
  const revoked = await makeIngestKey(db, office.office_id, { revoked_at: new Date('2026-07-19T00:00:00+09:00') })
  const silent = await makeIngestKey(db, office.office_id, { ends_at: new Date('2026-07-20T00:00:00+09:00') })
  const before = await refusedByReason()
  for (const { bearer } of [ended, revoked, ended]) expect((await send(bearer, [{}])).status).toBe(401)
  expect((await send(`Bearer ${silent.keyId}.wrong`, [{}])).status).toBe(401)
  // Tests of other files refuse keys in the same process.
  const counted = await refusedByReason()
  expect(counted.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 2])
  const { keys, refusals } = await statusOf()
  const reasons = ['期限の切れた受信キーです。使える受信キーに替えてください。', '止めた受信キーです。使える受信キーに替えてください。']
  expect(keys).toMatchObject([
    { id: ended.keyId, endsOn: '2026-07-19', isEnded: true, revokedAt: null, rejected: [{ reason: reasons[0], count: 2 }] },
    { id: revoked.keyId, endsOn: null, isEnded: false, rejected: [{ reason: reasons[1], count: 1 }] },
  ])
  expect(refusals.map(({ reason }) => reason).toSorted()).toEqual(reasons.toSorted())
  const later = await makeIngestKey(db, office.office_id, { ends_at: new Date('2026-07-21T00:00:00+09:00') })
  expect((await statusOf()).keys.find(({ id }) => id === later.keyId)).toMatchObject({ endsOn: '2026-07-20', isEnded: false })
})

test('a connection that was deleted keeps its name and its counts for as long as they are shown', async () => {
  const { serial } = await makeDevice(db, 'heat', office.office_id, { serial: '000321' })
  const { connectionId, devEui, secret } = await makeConnection(db, office, { serial })
  const sums = (await statusOf()).today
  const payload = chirpstackUplink(devEui, { wbgt: 28 }, time.now.toISOString())
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  expect((await product.ask('POST', '/api/ingest/chirpstack?event=up', { headers, payload })).status).toBe(200)
  const before = (await statusOf()).keys.find(({ id }) => id === connectionId)
  expect((await product.askAs(people.base, 'DELETE', `/api/Connection/${connectionId}`)).status).toBe(200)
  const { keys, today } = await statusOf()
  expect(keys.find(({ id }) => id === connectionId)).toEqual({ ...before, revokedAt: '2026-07-20T13:00:00+09:00' })
  expect(today.accepted).toBe(sums.accepted + 1)
})

test('a sender that goes away before its message is complete is no refusal', async () => {
  const { keyId, secret } = await makeIngestKey(db, office.office_id)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const head = ['POST /api/ingest HTTP/1.1', 'host: x', `authorization: Bearer ${keyId}.${secret}`, 'content-type: application/json']
  socket.write(`${[...head, 'content-length: 1000'].join('\r\n')}\r\n\r\n{`)
  // The key is known by then, and the message is awaited.
  await expect
    .poll(async () => (await sql`select 1 from ingest_key k where k.key_id = ${keyId} and k.last_used_at is not null`.execute(db)).rows)
    .toHaveLength(1)
  socket.destroy()
  await expect.poll(() => app.server.listening && new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))).toBe(0)
  expect((await statusOf()).refusals.filter((one) => one.keyId === keyId)).toEqual([])
})

test.each([
  ['over a day late, of a device that sent since', 1, 26],
  ['over a day late, of a device that never sent', null, 26],
  ['over a day late, of a device that was silent', 30, 26],
  ['a month late', 1, 24 * 30],
])('a reading that is tried gets the time of one that is sent: %s', async (_, lastHoursAgo, hoursAgo) => {
  const { bearer } = await makeIngestKey(db, office.office_id)
  const meter = await makeDevice(db, 'heat', office.office_id)
  const reading = (hours: number) => ({
    kind: 'heat',
    device: meter.serial,
    at: new Date(time.now.getTime() - hours * 3_600_000).toISOString(),
    wbgt: 27,
  })
  const now = time.now
  if (lastHoursAgo !== null) {
    time.now = new Date(now.getTime() - lastHoursAgo * 3_600_000)
    await send(bearer, [reading(0)])
    time.now = now
  }
  const tried = (
    await product.askAs(people.base, 'POST', '/api/IngestStatus/Trial', { officeId: office.office_id, reading: reading(hoursAgo) })
  ).body as IngestTrial
  await send(bearer, [reading(hoursAgo)])
  const { rows } = await sql<{ at: Date; error: number | null }>`
    select r.at, (s.clock->>'errorMs')::float8 as error
      from reading r join device_state s on s.company_id = r.company_id and s.device_id = r.device_id
     where r.device_id = ${meter.device_id} and coalesce(r.device_at, r.at) = ${reading(hoursAgo).at}`.execute(db)
  expect(rows).toHaveLength(1)
  expect([Date.parse(tried.at ?? ''), tried.clockErrorSeconds]).toEqual([rows[0]?.at.getTime(), Math.round((rows[0]?.error ?? 0) / 1_000)])
})
