import type { Downlink, DownlinkMessage } from '@mimamori/contract'
import { beforeEach, expect, test } from 'vitest'
import { expireDownlinksJob } from '../../shared/downlink/expire-job.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { makeDevice, makeIngestKey, makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { startTestApp } from '../../test-app.ts'
import { renewSettingsJob } from './renew-job.ts'

const product = await startTestApp()
let office: Awaited<ReturnType<typeof makeOffice>>
let key: Awaited<ReturnType<typeof makeIngestKey>>
let admin: { user_id: number }

beforeEach(async () => {
  const { db } = product.context
  office = await makeOffice(db)
  key = await makeIngestKey(db, office.office_id)
  admin = await makeUser(db, 'AdminUnitContract', office, { full_name: '契約　花子' })
  product.time.now = new Date('2026-07-20T13:00:00+09:00')
  await makeDevice(db, 'belt', office.office_id, { serial: 'B-1' })
})

const headers = () => ({ authorization: key.bearer })
const save = async (setting: object) =>
  expect(
    (await product.askAs(admin, 'PUT', '/api/SmartSafetyBeltSetting', { smartSafetyBeltId: 'B-1', officeId: office.office_id, ...setting }))
      .status,
  ).toBe(200)
const commands = async () =>
  ((await product.askAs(admin, 'GET', `/api/Downlink?officeId=${office.office_id}`)).body as { data: Downlink[] }).data
const states = async () => (await commands()).map(({ state, renews }) => (renews ? `${state}, owed` : state))
const take = async () =>
  ((await product.ask('GET', '/api/ingest/downlink', { headers: headers() })).body as { data: DownlinkMessage[] }).data
const answer = (id: number) => product.ask('POST', `/api/ingest/downlink/${id}`, { headers: headers(), payload: { state: 'acknowledged' } })
const hear = async (device = 'B-1', kind = 'belt') => {
  const readings = [{ kind, device, at: product.time.now.toISOString(), pressure: 100_500, interval: 10 }]
  expect((await product.ask('POST', '/api/ingest', { headers: headers(), payload: { readings } })).body).toMatchObject({ accepted: 1 })
}
/** Time passes, and what comes round by itself does. */
const pass = async (hours: number) => {
  product.time.now = new Date(product.time.now.getTime() + hours * 3_600_000)
  await takeTurn(product.context, expireDownlinksJob)
  await takeTurn(product.context, renewSettingsJob)
}

test('a terminal that was away for days gets its present setting when it is heard again, once, and no instruction', async () => {
  await hear()
  await save({ buzzer: '0', shoulderMode: '1', firmwareUpdate: '1' })
  await pass(25)
  expect(await states()).toEqual(['expired, owed'])
  await pass(48)
  expect(await states()).toEqual(['expired, owed'])
  await hear()
  await pass(0.01)
  expect((await commands()).map(({ state, renews, payload, createdBy }) => [state, renews, payload, createdBy])).toEqual([
    ['pending', false, { buzzer: '0', shoulderMode: '1' }, '契約　花子'],
    ['expired', false, { buzzer: '0', shoulderMode: '1', firmwareUpdate: '1' }, '契約　花子'],
  ])
  const [command] = await take()
  await answer(command!.id)
  for (const hours of [0.01, 1, 30]) {
    await hear()
    await pass(hours)
  }
  expect(await states()).toEqual(['acknowledged', 'expired'])
})

test('a base station as well, and one that was never heard before', async () => {
  await makeDevice(product.context.db, 'barometer', office.office_id, { serial: 'RB-1' })
  const { status } = await product.askAs(admin, 'PUT', '/api/ReferenceBarometerSetting', {
    referenceBarometerId: 'RB-1',
    officeId: office.office_id,
    intervalTimeSetting: 3,
    barometricPressure: '1',
  })
  expect(status).toBe(200)
  await pass(25)
  expect(await states()).toEqual(['expired, owed'])
  await hear('RB-1', 'barometer')
  await pass(0.01)
  expect((await take()).map(({ kind, payload }) => [kind, payload])).toEqual([['barometer', { intervalTimeSetting: 3 }]])
})

test('what was taken back, saved again or answered late meanwhile is not sent again', async () => {
  await save({ buzzer: '0' })
  await pass(25)
  await save({ buzzer: '1' })
  expect(await states()).toEqual(['expired'])
  await save({ buzzer: '0' })
  const [late] = await take()
  await pass(25)
  expect((await states())[0]).toBe('expired, owed')
  await answer(late!.id)
  await hear()
  await pass(0.01)
  expect(await states()).toEqual(['acknowledged', 'expired'])
})

test('one that is heard and yet does not answer is left to people: nothing goes out again by itself', async () => {
  await save({ buzzer: '0' })
  await take()
  product.time.now = new Date('2026-07-21T12:59:00+09:00')
  await hear()
  await pass(0.1)
  await hear()
  await pass(1)
  expect(await states()).toEqual(['expired'])
})

test('a device that leaves is sent nothing', async () => {
  await save({ buzzer: '0' })
  await pass(25)
  const other = await makeOffice(product.context.db, { company_id: office.company_id })
  expect(
    (
      await product.askAs(admin, 'PUT', '/api/Device', {
        officeId: other.office_id,
        fromOfficeId: office.office_id,
        serialNumber: 'B-1',
        deviceType: 2,
      })
    ).status,
  ).toBe(200)
  expect(await states()).toEqual(['expired'])
})
