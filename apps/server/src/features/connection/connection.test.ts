import type { Connection, ConnectionDetail, ConnectionTrialResult } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { makeDevice } from '../../shared/organisation/test-factories.ts'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { chirpstackUplink, newDevEui, ttsUplink } from '../../shared/uplinks/test-connection.ts'
import { startTestApp } from '../../test-app.ts'

const product = await startTestApp()
const { db } = product.context
const tenants = await makeTenants(db)
const { people, office, foreign, sibling } = tenants
const at = '2026-07-20T12:59:00+09:00'

let serials = 100
const newMeter = async (officeId = office.office_id) => {
  const serial = String((serials += 1)).padStart(6, '0')
  const { device_id } = await makeDevice(db, 'heat', officeId, { serial })
  return { serial, device_id }
}

type Made = ConnectionDetail & { secret: string }
let names = 0
const make = async (body: object = {}, user: { user_id: number } = people.base) => {
  const draft = { officeId: office.office_id, type: 'chirpstack', name: `連携${(names += 1)}`, ...body }
  const answer = await product.askAs(user, 'POST', '/api/Connection', draft)
  return answer as { status: number; body: Made }
}
const heat = [
  { from: 'wbgt', to: 'wbgt', factor: 0.1 },
  { from: 'temp', to: 'temperature' },
  { from: 'hum', to: 'humidity' },
  { from: 'bat_v', to: 'battery', factor: 8.333, offset: -25 },
]
const withMeter = async (more: object = {}) => {
  const [devEui, meter] = [newDevEui(), await newMeter()]
  const devices = [{ devEui: devEui.toUpperCase().replaceAll(/(..)(?=.)/g, '$1:'), kind: 'heat', serialNumber: meter.serial }]
  const { body } = await make({ devices, mapping: heat, ...more })
  return { ...body, devEui, ...meter }
}
const post = (path: string, secret: string, payload: object) =>
  product.ask('POST', `/api/ingest/${path}`, { headers: { authorization: `Bearer ${secret}` }, payload })
const one = async (id: string) => (await product.askAs(people.base, 'GET', `/api/Connection/${id}`)).body as ConnectionDetail
const tryIt = async (id: string, body: object = {}, user: { user_id: number } = people.base) =>
  (await product.askAs(user, 'POST', `/api/Connection/${id}/Trial`, body)).body as ConnectionTrialResult
const readingsOf = (device_id: number) =>
  db
    .selectFrom('reading')
    .select(['at', 'wbgt', 'temperature', 'humidity', 'battery'])
    .where('device_id', '=', device_id)
    .orderBy('at')
    .execute()
const taken = { accepted: 1, duplicates: 0, rejected: [], warnings: [] }

test("a meter's message becomes a reading, by the mapping and at the network's time; sent again it counts once", async () => {
  const { secret, devEui, device_id } = await withMeter()
  const message = chirpstackUplink(devEui, { wbgt: 312, temp: 34.6, hum: 58, bat_v: 3.41, co2: 417 })
  expect(await post('chirpstack?event=up', secret, message)).toMatchObject({ status: 200, body: taken })
  expect((await post('chirpstack?event=up', secret, message)).body).toMatchObject({ accepted: 0, duplicates: 1 })
  expect(await readingsOf(device_id)).toEqual([{ at: new Date(at), wbgt: 31.2, temperature: 34.6, humidity: 58, battery: 3 }])
})

test('The Things Stack is taken the same way, and what it leaves out is 0 only where the mapping says so', async () => {
  const mapping = [
    { from: 'temperature', to: 'temperature', absentIsZero: true },
    { from: 'humidity', to: 'humidity' },
  ]
  const { secret, devEui, device_id } = await withMeter({ type: 'tts', mapping })
  expect((await post('tts', secret, ttsUplink(devEui, { other: 1 }, '2026-07-20T03:58:00.736532315Z'))).body).toMatchObject(taken)
  expect(await readingsOf(device_id)).toMatchObject([{ at: new Date('2026-07-20T03:58:00.736Z'), temperature: 0, humidity: null }])
  const join = { end_device_ids: { dev_eui: devEui }, join_accept: { session_key_id: 'x' } }
  expect((await post('tts', secret, join)).body).toEqual({ ...taken, accepted: 0 })
  const simulated = { ...ttsUplink(devEui, { temperature: 40 }), simulated: true }
  expect((await post('tts', secret, simulated)).body).toEqual({ ...taken, accepted: 0 })
  expect(await readingsOf(device_id)).toHaveLength(1)
})

test('other events are answered and left; without a codec, a device or a mapping the refusal says what to do', async () => {
  const { id, secret, devEui, device_id } = await withMeter()
  const up = chirpstackUplink(devEui, { wbgt: 300 })
  expect((await post('chirpstack?event=status', secret, up)).body).toEqual({ ...taken, accepted: 0 })
  const reasonOf = async (message: object) =>
    ((await post('chirpstack?event=up', secret, message)).body as { rejected: { reason: string }[] }).rejected.map(({ reason }) => reason)
  expect(await reasonOf({ ...up, object: undefined })).toEqual([expect.stringContaining('コーデック')])
  expect(await reasonOf(chirpstackUplink(newDevEui(), { wbgt: 300 }))).toEqual([
    expect.stringContaining('このDevEUIの機器を決めてください'),
  ])
  expect(await reasonOf(chirpstackUplink(devEui, { rain: 3 }))).toEqual([expect.stringContaining('1つもありません')])
  expect(await reasonOf(chirpstackUplink(devEui, { wbgt: 'hot' }))).toEqual([expect.stringContaining('WBGT')])
  expect(await readingsOf(device_id)).toEqual([])
  expect((await post('tts', secret, up)).status).toBe(400)
  expect(await one(id)).toMatchObject({ deviceCount: 1, unknownCount: 1, unknownDevices: [{ name: 'wbgt-east' }] })
})

test('the secret is the whole bearer, shown once; a new one ends it, and a deleted connection takes nothing', async () => {
  const { id, secret, devEui } = await withMeter()
  const up = chirpstackUplink(devEui, { wbgt: 300 })
  expect(secret.startsWith(`${id}.`)).toBe(true)
  expect(JSON.stringify(await one(id))).not.toContain(secret.slice(id.length + 1))
  const { body } = await product.askAs(people.base, 'POST', `/api/Connection/${id}/Secret`)
  expect((await post('chirpstack', secret, up)).status).toBe(401)
  expect((await post('chirpstack', (body as Made).secret, up)).status).toBe(200)
  expect((await product.askAs(people.base, 'DELETE', `/api/Connection/${id}`)).status).toBe(200)
  expect((await post('chirpstack', (body as Made).secret, up)).status).toBe(401)
  expect((await product.askAs(people.base, 'GET', `/api/Connection/${id}`)).status).toBe(404)
  const log = await db.selectFrom('audit_log').selectAll().where('resource', '=', 'connection').where('resource_id', '=', id).execute()
  expect(log.map(({ action }) => action)).toEqual(['create', 'renewSecret', 'delete'])
  for (const given of [secret, (body as Made).secret]) expect(JSON.stringify(log)).not.toContain(given.slice(id.length + 1))
})

test('a DevEUI is in any spelling one, of one connection of the company; an application is one of all customers', async () => {
  const { devEui, serial, id, version } = await withMeter()
  expect(await one(id)).toMatchObject({ devices: [{ devEui, kind: 'heat', serialNumber: serial, isRegistered: true, lastAt: null }] })
  const devices = [{ devEui, kind: 'heat', serialNumber: '000999' }]
  expect(await make({ devices })).toMatchObject({ status: 400, body: ['入力したDevEUIはすでに登録されています。'] })
  expect((await make({ devices, officeId: foreign.office_id }, people.foreignContract)).status).toBe(200)
  const bad = [{ devEui: '24E1-24', kind: 'heat', serialNumber: '1' }]
  expect(await make({ devices: bad })).toMatchObject({ status: 400, body: [expect.stringContaining('16桁の16進数')] })
  const twice = [devEui, newDevEui()].map((eui) => ({ devEui: eui, kind: 'heat', serialNumber: serial }))
  const update = (body: object) => product.askAs(people.base, 'PUT', '/api/Connection', { id, ...body })
  expect((await update({ version, devices: twice })).status).toBe(400)
  expect(await one(id)).toMatchObject({ version, devices: [{ devEui }] })
  const applicationId = crypto.randomUUID()
  expect(await update({ version, applicationId: applicationId.toUpperCase() })).toMatchObject({
    status: 200,
    body: { applicationId, version: version + 1 },
  })
  expect((await update({ version, name: '遅い変更' })).status).toBe(412)
  const claimed = { status: 400, body: ['入力したアプリケーションIDはすでに登録されています。'] }
  expect(await make({ applicationId })).toMatchObject(claimed)
  expect(await make({ applicationId, officeId: foreign.office_id }, people.foreignContract)).toMatchObject(claimed)
  expect((await make({ applicationId, type: 'tts' })).status).toBe(400)
  expect((await update({ applicationId: null })).status).toBe(200)
  expect((await make({ applicationId, officeId: foreign.office_id }, people.foreignContract)).status).toBe(200)
})

test('the list is of the site, and nobody of another company sees it', async () => {
  const { id, name } = await withMeter()
  const list = async (user: { user_id: number }, query = '') =>
    ((await product.askAs(user, 'GET', `/api/Connection?limit=1000${query}`)).body as { data: Connection[] }).data.map((row) => row.id)
  expect(await list(people.base)).toContain(id)
  expect(await list(people.contract, `&officeId=${office.office_id}`)).toContain(id)
  expect(await list(people.contract, `&officeId=${sibling.office_id}`)).not.toContain(id)
  expect(await list(people.foreignContract)).not.toContain(id)
  expect((await product.askAs(people.foreignContract, 'PUT', '/api/Connection', { id, name: `${name}2` })).status).toBe(404)
  expect((await make({ officeId: foreign.office_id })).status).toBe(404)
})

test('a trial shows what a message becomes and stores nothing; of the one kept, places and vital values are hidden', async () => {
  const { id, secret, devEui, serial, device_id } = await withMeter()
  expect(await tryIt(id)).toMatchObject({ message: null, outcome: 'left' })
  const object = { wbgt: 312, temp: 34.6, heart_rate: 171, co2: 417 }
  await post('chirpstack', secret, chirpstackUplink(devEui, object))
  const kept = await tryIt(id)
  expect(kept).toMatchObject({
    devEui,
    name: 'wbgt-east',
    serialNumber: serial,
    at,
    isNetworkTime: true,
    outcome: 'accepted',
    reason: null,
  })
  expect(kept.fields).toMatchObject([
    { from: 'wbgt', to: 'wbgt', value: 312, result: 31.2, fault: null },
    { from: 'temp', value: 34.6, result: 34.6 },
    { from: 'hum', isAbsent: true, value: null, result: null },
    { from: 'bat_v', isAbsent: true },
  ])
  expect(kept.unread).toEqual(['co2', 'heart_rate'])
  expect(kept.reading).toMatchObject({ kind: 'heat', device: serial, wbgt: 31.2 })
  for (const hidden of ['171', '35.68', '139.76', 'AQ==']) expect(JSON.stringify(kept)).not.toContain(hidden)
  const before = await readingsOf(device_id)
  const message = chirpstackUplink(devEui, { wbgt: 3.5, t: 95 })
  const mapping = [{ from: 'object.t', to: 'temperature', factor: 0.55556, offset: -17.778 }]
  const tried = await tryIt(id, { message, mapping })
  expect(tried.fields).toMatchObject([{ value: 95, result: 35.0002 }])
  expect(tried).toMatchObject({ keptAt: null, unread: ['wbgt'], outcome: 'accepted' })
  expect(await tryIt(id, { message: { deviceInfo: {} } })).toMatchObject({
    outcome: 'rejected',
    reason: expect.stringContaining('DevEUI') as string,
  })
  expect(await readingsOf(device_id)).toEqual(before)
})

test('a DevEUI with a mapping of its own is read by that', async () => {
  const [devEui, meter] = [newDevEui(), await newMeter()]
  const own = { devEui, kind: 'heat', serialNumber: meter.serial, mapping: [{ from: 'temperature.value', to: 'temperature' }] }
  const { body } = await make({ mapping: heat, devices: [own] })
  await post('chirpstack', body.secret, chirpstackUplink(devEui, { wbgt: 300, temperature: { value: 30.5, unit: '°C' } }))
  expect(await readingsOf(meter.device_id)).toMatchObject([{ wbgt: null, temperature: 30.5 }])
})

test('an archived site takes nothing more, and an empty one is deleted with its connections', async () => {
  const { makeOffice } = await import('../../shared/organisation/test-factories.ts')
  const site = await makeOffice(db, { company_id: office.company_id })
  const applicationId = crypto.randomUUID()
  const { body } = await make({ officeId: site.office_id, applicationId }, people.contract)
  const up = chirpstackUplink(newDevEui(), { wbgt: 300 })
  expect((await post('chirpstack', body.secret, up)).status).toBe(200)
  await db.updateTable('office').set({ archived_at: product.time.now }).where('office_id', '=', site.office_id).execute()
  expect((await post('chirpstack', body.secret, up)).status).toBe(401)
  await db.updateTable('office').set({ archived_at: null }).where('office_id', '=', site.office_id).execute()
  expect((await product.askAs(people.contract, 'DELETE', `/api/Office/${site.office_id}`)).status).toBe(200)
  expect((await make({ applicationId })).status).toBe(200)
})
