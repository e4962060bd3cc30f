import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'
import { afterAll, expect, test, vi } from 'vitest'
import { makeDevice, makeIngestKey, makeOffice } from '../../../shared/organisation/test-factories.ts'
import { chirpstackUplink, makeConnection } from '../../../shared/uplinks/test-connection.ts'
import { startTestApp } from '../../../test-app.ts'
import { openKeyBook } from './broker-keys.ts'
import { prepareSession } from './session-client.ts'
import { keepSubscriptions } from './share-subscriptions.ts'
import { messagesTaker } from './take-messages.ts'

const { context } = await startTestApp()
const { db } = context
const office = await makeOffice(db)
const { serial } = await makeDevice(db, 'heat', office.office_id)
const { connectionId, devEui } = await makeConnection(db, office, { serial })
const applicationId = crypto.randomUUID()
await db.updateTable('connection').set({ application_id: applicationId }).where('connection_id', '=', connectionId).execute()
await db
  .insertInto('connection_application')
  .values({ application_id: applicationId, company_id: office.company_id, connection_id: connectionId })
  .execute()

// A broker whose access list knows no applications, until it does.
let allowsApplications = false
const topics: string[] = []
const broker = await Aedes.createBroker({
  authorizeSubscribe: (_client, subscription, done) => {
    const isAllowed = allowsApplications || !subscription.topic.startsWith('application/')
    if (isAllowed) topics.push(subscription.topic)
    done(null, isAllowed ? subscription : null)
  },
})
const server = createServer(broker.handle)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`
const client = await connectAsync(url)
afterAll(async () => {
  await client.endAsync(true)
  broker.close()
  server.close()
})

const topic = `application/${applicationId}/device/+/event/up`
const refusedAt = async () => {
  const row = await db
    .selectFrom('connection')
    .select('topic_refused_at')
    .where('connection_id', '=', connectionId)
    .executeTakeFirstOrThrow()
  return row.topic_refused_at
}

test('an application that the broker refuses stops no other reading, is shown, and is tried again', async () => {
  const { keyId } = await makeIngestKey(db, office.office_id)
  await prepareSession({ url, name: 'mimamori-2-0' }, [`mimamori/v1/${keyId}/readings`, topic])
  for (const share of [0, 1]) {
    const options = { context, shares: 2, share, book: openKeyBook(context, 2) }
    const follow = keepSubscriptions(options, client, 50)
    expect(await follow()).toBe(true)
  }
  expect(topics).toContain(`mimamori/v1/${keyId}/readings`)
  expect(await refusedAt()).toEqual(context.clock())
  allowsApplications = true
  await vi.waitFor(async () => expect(await refusedAt()).toBeNull(), 60_000)
  expect(topics).toContain(topic)
})

test("an application's messages start in the order they came, however long finding their devices takes", async () => {
  const received: unknown[] = []
  const take = messagesTaker(
    context,
    (_key, [reading]) => {
      received.push((reading as { wbgt: number }).wbgt)
      return Promise.resolve({ accepted: 1, duplicates: 0, rejected: [], warnings: [] })
    },
    client,
  )()
  const values = Array.from({ length: 300 }, (_, index) => index / 10)
  const path = `application/${applicationId}/device/${devEui}/event/up`
  await Promise.all(values.map((wbgt) => take(path, Buffer.from(JSON.stringify(chirpstackUplink(devEui, { wbgt }))))))
  expect(received).toEqual(values)
})
