import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeDevice, makeOffice } from '../../shared/organisation/test-factories.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { chirpstackUplink, makeConnection, newDevEui, ttsUplink } from '../../shared/uplinks/test-connection.ts'
import { startTestApp } from '../../test-app.ts'
import { forgetMessagesJob } from './forget-messages-job.ts'

const product = await startTestApp()
const { db } = product.context
const office = await makeOffice(db)
const newConnection = async (type: 'chirpstack' | 'tts', serial: string) => {
  const { device_id } = await makeDevice(db, 'heat', office.office_id, { serial })
  return { device_id, ...(await makeConnection(db, office, { type, serial })) }
}
const connections = { chirpstack: await newConnection('chirpstack', '000108'), tts: await newConnection('tts', '000109') }

const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom('\0', '\ud800', '\udc00x', '__proto__', '1e400', 'NaN', '', -0, 1e308, '2026-02-30T25:61:00Z', '０', { constructor: 1 }, [
    [[[]]],
  ]),
)
const keys = ['deviceInfo', 'object', 'time', 'rxInfo', 'txInfo', 'data', 'end_device_ids', 'uplink_message', 'received_at', '__proto__']
const spoilt = fc.dictionary(fc.constantFrom(...keys), hostile)

const post = (type: 'chirpstack' | 'tts', payload: unknown) =>
  product.ask('POST', `/api/ingest/${type}`, {
    headers: { authorization: connections[type].bearer, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })

test('any JSON is answered without an error of ours, and what is refused stores nothing', { timeout: 300_000 }, async () => {
  const property = fc.asyncProperty(
    fc.constantFrom('chirpstack' as const, 'tts' as const),
    spoilt,
    fc.dictionary(fc.constantFrom('wbgt', 'temperature', 'humidity', 'battery', '__proto__'), hostile),
    async (type, message, values) => {
      const { devEui, device_id } = connections[type]
      const good = type === 'chirpstack' ? chirpstackUplink(devEui, values) : ttsUplink(devEui, values)
      for (const payload of [message, { ...good, ...message }, good]) {
        const before = await db.selectFrom('reading').select('at').where('device_id', '=', device_id).execute()
        const { status, body } = await post(type, payload)
        expect(status).toBeLessThan(500)
        const { accepted = 0 } = body as { accepted?: number }
        const after = await db.selectFrom('reading').select('at').where('device_id', '=', device_id).execute()
        expect(after).toHaveLength(before.length + accepted)
      }
    },
  )
  await fc.assert(property, { numRuns: 150 })
})

test('of DevEUIs without a device a bounded number is kept, a large message only by its time, and nothing beyond a week', async () => {
  const { connectionId } = connections.chirpstack
  const count = async () =>
    (await db.selectFrom('connection_message').select('dev_eui').where('connection_id', '=', connectionId).execute()).length
  await Promise.all(Array.from({ length: 260 }, () => post('chirpstack', chirpstackUplink(newDevEui(), { wbgt: 30 }))))
  product.time.now = new Date(product.time.now.getTime() + 60_000)
  const newest = newDevEui()
  await post('chirpstack', chirpstackUplink(newest, { wbgt: 30 }))
  // Those with a device do not count.
  expect(await count()).toBeLessThanOrEqual(201)
  expect(await db.selectFrom('connection_message').select('dev_eui').where('dev_eui', '=', newest).executeTakeFirst()).toMatchObject({
    dev_eui: newest,
  })
  const large = chirpstackUplink(connections.chirpstack.devEui, { wbgt: 30, text: 'x'.repeat(20_000) })
  await db.deleteFrom('connection_message').where('connection_id', '=', connectionId).execute()
  const fresh = await newConnection('chirpstack', '000110')
  await product.ask('POST', '/api/ingest/chirpstack', {
    headers: { authorization: fresh.bearer },
    payload: { ...large, deviceInfo: { devEui: fresh.devEui, deviceName: 'wbgt' } },
  })
  expect(
    await db.selectFrom('connection_message').select(['name', 'message']).where('connection_id', '=', fresh.connectionId).execute(),
  ).toEqual([{ name: 'wbgt', message: null }])
  await db
    .updateTable('connection_message')
    .set({ heard_at: new Date(product.time.now.getTime() - 8 * 86_400_000) })
    .execute()
  await takeTurn(product.context, forgetMessagesJob)
  expect(await db.selectFrom('connection_message').select('dev_eui').execute()).toEqual([])
})
