import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { createTestApp } from '../../test-app.ts'

let product: Awaited<ReturnType<typeof createTestApp>>
let app: FastifyInstance
let key: Awaited<ReturnType<typeof makeIngestKey>>
let office: Awaited<ReturnType<typeof makeOffice>>

beforeAll(async () => {
  product = await createTestApp()
  ;({ app } = product)
  office = await makeOffice(product.context.db)
  key = await makeIngestKey(product.context.db, office.office_id)
})
afterAll(() => product.close())

const minutesAgo = (minutes: number) => new Date(product.time.now.getTime() - minutes * 60_000)

const wearing = async (kind: 'vital' | 'belt') => {
  const { db } = product.context
  const user = await makeUser(db, 'User', office)
  const device = await makeDevice(db, kind, office.office_id)
  await makeWear(db, user.user_id, device.device_id, { slot: kind })
  return { user, device }
}

/** Sends readings of a device: minutes ago, and what they say of the place. */
const send = async ({ kind, serial }: { kind: string; serial: string }, ...readings: [ago: number, place: object][]) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/ingest',
    headers: { authorization: key.bearer },
    payload: {
      readings: readings.map(([ago, place]) => ({
        kind,
        device: serial,
        at: minutesAgo(ago).toISOString(),
        ...(kind === 'vital' ? { heartRate: 80 } : {}),
        ...place,
      })),
    },
  })
  expect(answer.json()).toEqual({ accepted: readings.length, duplicates: 0, rejected: [], warnings: [] })
}

const placeOfWorker = (userId: number) =>
  product.context.db
    .selectFrom('worker_state as s')
    .select(['s.latitude', 's.longitude', 's.accuracy', 's.position_at'])
    .where('s.user_id', '=', userId)
    .executeTakeFirstOrThrow()
const placeOfDevice = (deviceId: number) =>
  product.context.db
    .selectFrom('device_state as s')
    .select(['s.latitude', 's.longitude', 's.accuracy', 's.position_at'])
    .where('s.device_id', '=', deviceId)
    .executeTakeFirstOrThrow()

test.each(['vital', 'belt'] as const)('a position stays with its time and accuracy until the next one comes, of a %s', async (kind) => {
  const { user, device } = await wearing(kind)
  const place = () => (kind === 'vital' ? placeOfWorker(user.user_id) : placeOfDevice(device.device_id))
  // The last reading of a batch need not be the one that knows where it is; half a position is none.
  await send(device, [9, { latitude: 35.1, longitude: 139.1, accuracy: 12.5 }], [8, {}], [7, { latitude: 35.9 }])
  expect(await place()).toEqual({ latitude: 35.1, longitude: 139.1, accuracy: 12.5, position_at: minutesAgo(9) })
  await send(device, [6, {}])
  expect(await place()).toMatchObject({ latitude: 35.1, position_at: minutesAgo(9) })
  await send(device, [5, { latitude: 35.2, longitude: 139.2 }])
  expect(await place()).toEqual({ latitude: 35.2, longitude: 139.2, accuracy: null, position_at: minutesAgo(5) })
})

test('a position that comes late leaves a newer one alone', async () => {
  const { user, device } = await wearing('vital')
  await send(device, [5, { latitude: 35.2, longitude: 139.2, accuracy: 5 }])
  await send(device, [7, { latitude: 35.1, longitude: 139.1, accuracy: 9 }])
  expect(await placeOfWorker(user.user_id)).toMatchObject({ latitude: 35.2, accuracy: 5, position_at: minutesAgo(5) })
})

test('a device that lost its fix keeps the position it had', async () => {
  const { user, device } = await wearing('vital')
  await send(device, [5, { latitude: 35.2, longitude: 139.2, accuracy: 5 }], [4, { latitude: 0, longitude: 0, accuracy: -1 }])
  expect(await placeOfWorker(user.user_id)).toEqual({ latitude: 35.2, longitude: 139.2, accuracy: 5, position_at: minutesAgo(5) })
})
