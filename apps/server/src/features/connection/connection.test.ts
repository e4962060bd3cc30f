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
const withMeter = async (more: object = {}, user = people.base) => {
  const [devEui, meter] = [newDevEui(), await newMeter()]
  const devices = [{ devEui: devEui.toUpperCase().replaceAll(/(..)(?=.)/g, '$1:'), kind: 'heat', serialNumber: meter.serial }]
  const { body } = await make({ devices, mapping: heat, ...more }, user)
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
    { from: 'temperature', to: 'temperature' },
    { from: 'humidity', to: 'humidity' },
    { from: 'uplink_message.f_cnt', to: 'battery', absentIsZero: true },
  ]
  const { secret, devEui, device_id } = await withMeter({ type: 'tts', mapping })
  expect((await post('tts', secret, ttsUplink(devEui, { temperature: 0 }, '2026-07-20T03:58:00.736532315Z'))).body).toMatchObject(taken)
  expect(await readingsOf(device_id)).toMatchObject([
    { at: new Date('2026-07-20T03:58:00.736Z'), temperature: 0, humidity: null, battery: 0 },
  ])
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
  expect((await post('chirpstack?event=up&event=join', secret, up)).body).toEqual({ ...taken, accepted: 0 })
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
  const { devEui, serial, id, version, name } = await withMeter()
  expect(await one(id)).toMatchObject({ devices: [{ devEui, kind: 'heat', serialNumber: serial, isRegistered: true, lastAt: null }] })
  const devices = [{ devEui, kind: 'heat', serialNumber: '000999' }]
  expect(await make({ devices })).toMatchObject({
    status: 400,
    body: [`DevEUI：「${devEui}」は、${office.name}の連携「${name}」ですでに使っています。`],
  })
  const elsewhere = await make({ devices, officeId: sibling.office_id }, people.contract)
  expect(elsewhere).toMatchObject({ status: 400, body: [expect.stringContaining(name)] })
  const unseen = await withMeter({ officeId: sibling.office_id, devices: [{ ...devices[0], devEui: newDevEui() }] }, people.contract)
  const [hidden] = unseen.devices
  expect(await make({ devices: [{ ...hidden, serialNumber: '000998' }] })).toMatchObject({
    status: 400,
    body: [`DevEUI：「${hidden?.devEui}」は、別の拠点の連携ですでに使っています。`],
  })
  expect(await make({ devices: [{ devEui: newDevEui(), kind: 'heat', serialNumber: serial }] })).toMatchObject({
    status: 400,
    body: [`機器の番号：「heat ${serial}」は、この拠点の連携「${name}」ですでに別のDevEUIに決まっています。`],
  })
  expect((await make({ devices, officeId: foreign.office_id }, people.foreignContract)).status).toBe(200)
  const bad = [{ devEui: '24E1-24', kind: 'heat', serialNumber: '1' }]
  expect(await make({ devices: bad })).toMatchObject({ status: 400, body: [expect.stringContaining('16桁の16進数')] })
  const twice = [devEui, newDevEui()].map((eui) => ({ devEui: eui, kind: 'heat', serialNumber: serial }))
  const update = (body: object) => product.askAs(people.base, 'PUT', '/api/Connection', { id, ...body })
  expect((await update({ version, devices: twice })).status).toBe(400)
  expect(await one(id)).toMatchObject({ version, devices: [{ devEui }] })
  const applicationId = crypto.randomUUID()
  const byService = (body: object) => product.askAs(people.service, 'PUT', '/api/Connection', { id, ...body })
  const onlyService = { status: 400, body: [expect.stringContaining('サービス管理者だけが変えられます')] }
  expect(await update({ version, applicationId })).toMatchObject(onlyService)
  expect(await make({ applicationId }, people.contract)).toMatchObject(onlyService)
  expect(await byService({ version, applicationId: applicationId.toUpperCase() })).toMatchObject({
    status: 200,
    body: { applicationId, version: version + 1 },
  })
  expect((await update({ version, name: '遅い変更' })).status).toBe(412)
  const claimed = { status: 400, body: ['入力したアプリケーションIDはすでに登録されています。'] }
  expect((await update({ version: version + 1, applicationId, name: '同じ番号' })).status).toBe(200)
  expect(await make({ applicationId }, people.service)).toMatchObject(claimed)
  expect(await make({ applicationId, officeId: foreign.office_id }, people.service)).toMatchObject(claimed)
  expect((await make({ applicationId, type: 'tts' }, people.service)).status).toBe(400)
  expect(await update({ applicationId: null })).toMatchObject(onlyService)
  expect((await byService({ applicationId: null })).status).toBe(200)
  expect((await make({ applicationId, officeId: foreign.office_id }, people.service)).status).toBe(200)
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

test('a trial is as strict as taking: the register, the ranges, whether heat can be judged, and what no site can measure', async () => {
  const devEui = newDevEui()
  const { body } = await make({ devices: [{ devEui, kind: 'heat', serialNumber: '999999' }], mapping: heat })
  const tried = async (object: object, more: object = {}) => tryIt(body.id, { message: chirpstackUplink(devEui, object), ...more })
  expect(await tried({ wbgt: 312 })).toMatchObject({
    outcome: 'rejected',
    field: 'device',
    reason: expect.stringContaining('登録されていない') as string,
  })
  const { id, devEui: known } = await withMeter()
  const of = (object: object, more: object = {}) => tryIt(id, { message: chirpstackUplink(known, object), ...more })
  expect(await of({ wbgt: 'hot' })).toMatchObject({ outcome: 'rejected', field: 'wbgt', judgesHeat: null })
  expect(await of({ wbgt: 312 })).toMatchObject({ outcome: 'accepted', reason: null, field: null, judgesHeat: true })
  expect(await of({ temp: 33, hum: 60 })).toMatchObject({ outcome: 'accepted', judgesHeat: false })
  const three = ['temperature', 'humidity', 'globe'].map((name) => ({ from: name, to: name }))
  expect(await of({ temperature: 33, humidity: 60, globe: 45 }, { mapping: three })).toMatchObject({ judgesHeat: true })
  const unscaled = await of({ wbgt: 312, temp: 33 }, { mapping: [{ from: 'wbgt', to: 'wbgt' }, ...heat.slice(1)] })
  expect(unscaled.fields.map(({ isImplausible }) => isImplausible)).toEqual([true, false, false, false])
})

test('the last refusal is with its DevEUI, without a codec, too, until a message is taken', async () => {
  const { id, secret, devEui } = await withMeter()
  const undecoded = { ...chirpstackUplink(devEui, {}), object: undefined }
  await post('chirpstack', secret, undecoded)
  expect((await one(id)).devices).toMatchObject([
    { name: 'wbgt-east', lastRefusal: { reason: expect.stringContaining('コーデック') as string, field: null } },
  ])
  expect(await tryIt(id)).toMatchObject({ outcome: 'rejected', reason: expect.stringContaining('コーデック') as string })
  await post('chirpstack', secret, chirpstackUplink(devEui, { wbgt: 'hot' }))
  expect((await one(id)).devices).toMatchObject([{ lastRefusal: { reason: expect.stringContaining('WBGT') as string, field: 'wbgt' } }])
  await post('chirpstack', secret, chirpstackUplink(devEui, { wbgt: 300 }))
  expect((await one(id)).devices).toMatchObject([{ lastRefusal: null }])
  const stranger = newDevEui()
  await post('chirpstack', secret, { ...undecoded, deviceInfo: { devEui: stranger, deviceName: 'new' } })
  expect((await one(id)).unknownDevices).toMatchObject([{ devEui: stranger, name: 'new', lastRefusal: { field: null } }])
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
  const { body } = await make({ officeId: site.office_id, applicationId }, people.service)
  const up = chirpstackUplink(newDevEui(), { wbgt: 300 })
  expect((await post('chirpstack', body.secret, up)).status).toBe(200)
  await db.updateTable('office').set({ archived_at: product.time.now }).where('office_id', '=', site.office_id).execute()
  expect((await post('chirpstack', body.secret, up)).status).toBe(401)
  await db.updateTable('office').set({ archived_at: null }).where('office_id', '=', site.office_id).execute()
  expect((await product.askAs(people.contract, 'DELETE', `/api/Office/${site.office_id}`)).status).toBe(200)
  expect((await make({ applicationId }, people.service)).status).toBe(200)
})

test('the audit log has what is 0 where it is absent, and the mapping of a DevEUI', async () => {
  const { id, devEui, serial } = await withMeter({ type: 'tts' })
  const mapping = [{ from: 'temperature', to: 'temperature', absentIsZero: true }]
  const change = (devices: object[]) => product.askAs(people.base, 'PUT', '/api/Connection', { id, mapping, devices })
  const device = { devEui, kind: 'heat', serialNumber: serial }
  await change([{ ...device, mapping: [{ from: 'w', to: 'wbgt', factor: 0.1 }] }])
  await change([device])
  const log = await db
    .selectFrom('audit_log')
    .select('after')
    .where('resource_id', '=', id)
    .where('action', '<>', 'create')
    .orderBy('at')
    .execute()
  expect(log.map(({ after }) => after)).toMatchObject([
    { devices: [`${devEui} heat ${serial}（w → wbgt ×0.1）`], mapping: ['temperature → temperature 届かないときは0'] },
    { devices: [`${devEui} heat ${serial}`] },
  ])
})
