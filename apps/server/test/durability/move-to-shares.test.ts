import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveToShares } from '../../src/features/ingest/mqtt/move-to-shares.ts'
import { readMessages, type Take } from '../../src/features/ingest/mqtt/mqtt-reader.ts'
import { openSessionLine, type SessionLine } from '../../src/features/ingest/mqtt/mqtt-session.ts'
import { prepareSession } from '../../src/features/ingest/mqtt/session-client.ts'
import { readLayout } from '../../src/features/ingest/mqtt/share-rights.ts'
import { sessionNameOf, shareOf, topicsOfAll } from '../../src/features/ingest/mqtt/shares.ts'
import { makeIngestKey, makeOffice } from '../../src/shared/organisation/test-factories.ts'
import { createTestContext } from '../../src/platform/test-context.ts'
import { Mosquitto } from './mosquitto.ts'
import { freePort } from './product.ts'

const shares = 3
let made: Awaited<ReturnType<typeof createTestContext>>
let folder: string
let mosquitto: Mosquitto
let sender: MqttClient
let line: SessionLine
let keyId: string

beforeAll(async () => {
  made = await createTestContext()
  folder = await mkdtemp(join(tmpdir(), 'mimamori-move-'))
  mosquitto = new Mosquitto(await freePort(), folder)
  await mosquitto.start()
  sender = await connectAsync(mosquitto.url)
  line = await openSessionLine(made.context, () => undefined)
  ;({ keyId } = await makeIngestKey(made.context.db, (await makeOffice(made.context.db)).office_id))
})
afterAll(async () => {
  await sender.endAsync()
  await line.close()
  await mosquitto.stop()
  await made.drop()
  await rm(folder, { recursive: true, force: true })
})

const send = async (...words: string[]) => {
  for (const word of words) await sender.publishAsync(`mimamori/v1/${keyId}/readings`, word, { qos: 1 })
}
const move = (take: Take) =>
  moveToShares({ context: made.context, url: mosquitto.url, takeOfConnection: () => take, line, isIdle: () => true, over: line.lost })

test('what waits in the one session is taken in order before the shares are read, though the move fails once in the middle', async () => {
  const { readings, answers } = topicsOfAll
  await prepareSession({ url: mosquitto.url, name: 'mimamori' }, [...readings, ...answers])
  await send('1', '2', '3', '4')
  await line.query('update broker_layout set wanted_shares = $1', [shares])
  const taken: string[] = []
  // What was not acknowledged comes again, and counts as sent twice.
  const stored = () => [...new Set(taken)]
  let isAway = true
  const take: Take = async (_, payload) => {
    // The database goes away at the third, and what follows it is not stored either.
    if (isAway && taken.length === 2) throw new Error('away')
    taken.push(payload.toString())
  }
  await expect(move(take)).rejects.toThrow()
  expect(await readLayout(line)).toEqual({ shares: 1, wanted: shares, next: shares, isLeaving: true })
  expect(stored()).toEqual(['1', '2'])
  // Meanwhile devices continue sending, and the sessions of the shares collect.
  await send('5')
  isAway = false
  await move(take)
  expect(stored().slice(0, 4)).toEqual(['1', '2', '3', '4'])
  expect(await readLayout(line)).toEqual({ shares, wanted: shares, next: null, isLeaving: false })
  await send('6')
  const name = sessionNameOf(shares, shareOf(keyId, shares))
  const reader = readMessages({ url: mosquitto.url, name }, take, { messages: 10, bytes: 1_000 }, made.context.log)
  await expect.poll(stored).toEqual(['1', '2', '3', '4', '5', '6'])
  await reader.finish()
})
