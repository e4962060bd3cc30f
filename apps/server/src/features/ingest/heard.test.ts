import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { createTestApp } from '../../test-app.ts'

const noon = new Date('2026-07-20T12:00:00+09:00')
const { context, app, time, askAs, close } = await createTestApp()
const { db } = context
let office: Awaited<ReturnType<typeof makeOffice>>
let bearer: string
let base: { user_id: number }

beforeAll(async () => {
  office = await makeOffice(db)
  bearer = (await makeIngestKey(db, office.office_id)).bearer
  base = await makeUser(db, 'HeadquartersAdmin', office)
})
afterAll(close)

const at = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
const send = async (minute: number, ...readings: object[]) => {
  time.now = at(minute)
  const answer = await app.inject({ method: 'POST', url: '/api/ingest', headers: { authorization: bearer }, payload: { readings } })
  expect(answer.json()).toMatchObject({ accepted: readings.length })
}
const lastReceived = async () =>
  ((await askAs(base, 'GET', '/api/HealthCondition/Summary')).body as { lastReceivedAt: string | null }).lastReceivedAt

/** A tag as the list of devices shows it. */
const listed = async (serial: string) => {
  const { body } = await askAs(base, 'GET', '/api/Device?limit=100')
  return (body as { data: { serialNumber: string }[] }).data.find((row) => row.serialNumber === serial)
}

it('last received is when something came in by our clock, whatever the device’s clock says', async () => {
  const user = await makeUser(db, 'User', office, {})
  const tag = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, user.user_id, tag.device_id)
  const pulse = (minute: number) => ({ kind: 'vital', device: tag.serial, at: at(minute).toISOString(), heartRate: 90 })
  await send(0, pulse(90))
  expect(await lastReceived()).toBe('2026-07-20T12:00:00+09:00')
  expect(await listed(tag.serial)).toMatchObject({ lastAt: '2026-07-20T12:00:00+09:00', isAlive: true })
  // A slow one of which nobody knows the interval: it is heard all the same.
  await send(60, pulse(-60))
  expect(await lastReceived()).toBe('2026-07-20T13:00:00+09:00')
  expect(await listed(tag.serial)).toMatchObject({ lastAt: '2026-07-20T13:00:00+09:00' })
})

it('a device that sends and belongs to nobody shows as heard on the site’s list', async () => {
  const tag = await makeDevice(db, 'vital', office.office_id)
  expect(await listed(tag.serial)).toMatchObject({ lastAt: null, isAlive: false })
  await send(120, { kind: 'vital', device: tag.serial, at: at(120).toISOString(), battery: 3 })
  expect(await listed(tag.serial)).toMatchObject({ userId: null, lastAt: '2026-07-20T14:00:00+09:00', isAlive: true, bateryLevel: 3 })
})
