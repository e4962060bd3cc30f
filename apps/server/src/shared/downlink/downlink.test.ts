import type { Downlink, DownlinkMessage } from '@mimamori/contract'
import { beforeEach, expect, test } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { makeDevice, makeIngestKey, makeOffice, makeUser } from '../organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'
import { expireDownlinksJob } from './expire-job.ts'

const product = await startTestApp()
let office: Awaited<ReturnType<typeof makeOffice>>
let key: Awaited<ReturnType<typeof makeIngestKey>>
let admin: { user_id: number }

beforeEach(async () => {
  const { db } = product.context
  office = await makeOffice(db)
  key = await makeIngestKey(db, office.office_id)
  admin = await makeUser(db, 'AdminUnitContract', office)
  product.time.now = new Date('2026-07-20T13:00:00+09:00')
})

const newBelt = (serial: string) => makeDevice(product.context.db, 'belt', office.office_id, { serial })
const save = async (serial: string, payload: object) => {
  const { status } = await product.ask('POST', '/api/SmartSafetyBeltSetting', {
    headers: await product.as(admin),
    payload: { smartSafetyBeltId: serial, officeId: office.office_id, ...payload },
  })
  expect(status).toBe(200)
}
const list = async (query = '', user = admin) =>
  (await product.ask('GET', `/api/Downlink?officeId=${office.office_id}${query}`, { headers: await product.as(user) })).body as {
    data: Downlink[]
    count: number
  }
const states = async () => (await list()).data.map(({ device, state }) => `${device} ${state}`)
const take = async (after = 0, by = key) =>
  (
    (await product.ask('GET', `/api/ingest/downlink?after=${after}`, { headers: { authorization: by.bearer } })).body as {
      data: DownlinkMessage[]
    }
  ).data
const answer = async (id: number, payload: object = { state: 'acknowledged' }, by = key) =>
  (await product.ask('POST', `/api/ingest/downlink/${id}`, { headers: { authorization: by.bearer }, payload })).status
const later = (minutes: number) => (product.time.now = new Date(product.time.now.getTime() + minutes * 60_000))
const expire = () => takeTurn(product.context, expireDownlinksJob)

test('a site without MQTT takes its commands, answers, and the list shows each step', async () => {
  await newBelt('B-1')
  await save('B-1', { buzzer: '0' })
  expect((await list()).data[0]).toMatchObject({ device: 'B-1', state: 'pending', createdAt: '2026-07-20T13:00:00+09:00', sentAt: null })
  later(1)
  const [command] = await take()
  expect(command).toEqual({
    id: expect.any(Number) as number,
    device: 'B-1',
    kind: 'belt',
    at: '2026-07-20T13:00:00+09:00',
    payload: { buzzer: '0' },
  })
  expect((await list()).data[0]).toMatchObject({ state: 'sent', sentAt: '2026-07-20T13:01:00+09:00' })
  later(1)
  expect(await answer(command!.id)).toBe(200)
  expect((await list()).data[0]).toMatchObject({ state: 'acknowledged', ackedAt: '2026-07-20T13:02:00+09:00', error: null })
  expect(await take()).toEqual([])
  // The same once more, or something else: the first answer counts.
  later(1)
  expect(await answer(command!.id, { state: 'failed', error: 'x' })).toBe(200)
  expect((await list()).data[0]).toMatchObject({ state: 'acknowledged', ackedAt: '2026-07-20T13:02:00+09:00', error: null })
})

test('of one device a single command is on its way; the next comes once that one is answered, whatever was taken since', async () => {
  await newBelt('B-1')
  await newBelt('B-2')
  await save('B-1', { buzzer: '0' })
  const [first] = await take()
  await save('B-1', { shoulderMode: '1' })
  await save('B-2', { buzzer: '0' })
  const [other, ...none] = await take(first!.id)
  expect([other?.device, none]).toEqual(['B-2', []])
  expect(await states()).toEqual(['B-2 sent', 'B-1 pending', 'B-1 sent'])
  await answer(first!.id)
  expect((await take(other!.id)).map(({ device, payload }) => [device, payload])).toEqual([['B-1', { shoulderMode: '1' }]])
})

test('what has no answer is given again: at once to who asks from the start, by and by to who asks from the last', async () => {
  await newBelt('B-1')
  await save('B-1', { buzzer: '0' })
  const [{ id } = { id: 0 }] = await take()
  expect(await take(id)).toEqual([])
  expect((await take()).map((command) => command.id)).toEqual([id])
  later(1)
  expect((await take(id)).map((command) => command.id)).toEqual([id])
  expect(await take(id)).toEqual([])
})

test("another site's key neither takes a command nor answers one, and what was not handed out has no answer", async () => {
  await newBelt('B-1')
  await save('B-1', { buzzer: '0' })
  const stranger = await makeIngestKey(product.context.db, (await makeOffice(product.context.db)).office_id)
  expect(await take(0, stranger)).toEqual([])
  const { id } = (await list()).data[0]!
  expect(await answer(id)).toBe(404)
  await take()
  expect(await answer(id, undefined, stranger)).toBe(404)
  expect(await answer(id, { state: 'done' })).toBe(400)
  expect(await states()).toEqual(['B-1 sent'])
  expect(await answer(id, { state: 'failed', error: `電池${'x'.repeat(2_000)}\0` })).toBe(200)
  expect((await list()).data[0]?.error).toHaveLength(1_000)
})

test('after a day a command is given up; the setting it held goes with the next', async () => {
  await newBelt('B-1')
  await save('B-1', { buzzer: '0', firmwareUpdate: '1' })
  const [given] = await take()
  later(24 * 60 - 1)
  await expire()
  expect(await states()).toEqual(['B-1 sent'])
  later(1)
  expect(await take()).toEqual([])
  await expire()
  expect(await states()).toEqual(['B-1 expired'])
  await save('B-1', { shoulderMode: '1' })
  // Nobody knows whether the firmware was updated without a word, so that is asked for by a person or not at all.
  expect((await take()).map(({ payload }) => payload)).toEqual([{ buzzer: '0', shoulderMode: '1' }])
  // The device was there after all.
  expect(await answer(given!.id)).toBe(200)
  expect(await states()).toEqual(['B-1 sent', 'B-1 acknowledged'])
})

test('where a newer one waits, a quarter of an hour without an answer is enough, and nothing of the older is lost', async () => {
  await newBelt('B-1')
  await save('B-1', { buzzer: '0', intervalTimeSetting: 5 })
  await take()
  await save('B-1', { intervalTimeSetting: 3 })
  later(14)
  await expire()
  expect(await states()).toEqual(['B-1 pending', 'B-1 sent'])
  later(1)
  await expire()
  expect(await states()).toEqual(['B-1 pending', 'B-1 expired'])
  expect((await take()).map(({ payload }) => payload)).toEqual([{ buzzer: '0', intervalTimeSetting: 3 }])
})

test('what a device refused goes with the command that waits behind', async () => {
  await newBelt('B-1')
  await save('B-1', { buzzer: '0', firmwareUpdate: '1' })
  const [refused] = await take()
  await save('B-1', { shoulderMode: '1' })
  await answer(refused!.id, { state: 'failed', error: '電池の残量が少ないため、更新できません。' })
  expect((await take()).map(({ payload }) => payload)).toEqual([{ buzzer: '0', shoulderMode: '1' }])
})

test('a device that has left the site receives no more commands of it', async () => {
  const { device_id: deviceId } = await newBelt('B-1')
  await save('B-1', { buzzer: '0' })
  const other = await makeOffice(product.context.db, { company_id: office.company_id })
  await product.context.db.updateTable('device').set({ office_id: other.office_id }).where('device.device_id', '=', deviceId).execute()
  expect(await take()).toEqual([])
  await expire()
  expect(await states()).toEqual(['B-1 expired'])
  // The new site's people do not read what the old one's said.
  const there = await makeUser(product.context.db, 'HeadquartersAdmin', other)
  expect((await product.ask('GET', '/api/Downlink?device=B-1', { headers: await product.as(there) })).body).toEqual({ data: [], count: 0 })
  const headers = await product.as(admin)
  await product.ask('DELETE', `/api/Office/${office.office_id}/IngestKey/${key.keyId}`, { headers })
  expect(await product.ask('DELETE', `/api/Office/${office.office_id}`, { headers })).toMatchObject({ status: 200 })
})

test('the list filters, sorts and pages', async () => {
  for (const serial of ['B-1', 'B-2', 'B-3']) {
    await newBelt(serial)
    await save(serial, { buzzer: '0' })
  }
  const serials = async (query: string) => (await list(query)).data.map(({ device }) => device)
  expect(await serials('')).toEqual(['B-3', 'B-2', 'B-1'])
  expect(await serials('&sortKey=device&sortOrder=asc&limit=2')).toEqual(['B-1', 'B-2'])
  expect(await serials('&device=B-2')).toEqual(['B-2'])
  expect(await list('&kind=barometer')).toEqual({ data: [], count: 0 })
  expect(await list('&sortKey=payload')).toEqual(['並べ替えの項目：選べる値ではありません。'])
})

test('however saves, takers and answers meet, a device receives everything, in order, one at a time', async () => {
  await newBelt('B-1')
  const held: Record<string, unknown> = {}
  const carriedOut: number[] = []
  let isSaving = true
  const obey = async () => {
    while (isSaving || (await states()).some((state) => /pending|sent/.test(state))) {
      for (const { id, payload } of await take()) {
        if (!carriedOut.includes(id)) {
          carriedOut.push(id)
          Object.assign(held, payload)
        }
        await answer(id)
      }
    }
  }
  const obeying = Promise.all([obey(), obey()])
  for (let count = 1; count <= 15; count++)
    await Promise.all([save('B-1', { onWaitingTime: count }), save('B-1', { buzzer: String(count % 2) })])
  isSaving = false
  await obeying
  expect(held).toMatchObject({ onWaitingTime: 15, buzzer: '1' })
  expect(carriedOut).toEqual(carriedOut.toSorted((a, b) => a - b))
})
