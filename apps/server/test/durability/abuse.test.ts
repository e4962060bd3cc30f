import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { type Crew, makeCrew } from './crew.ts'
import { sendUntilAcknowledged } from './http-senders.ts'
import { freePort, Product } from './product.ts'

const database = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'mimamori-abuse-'))
let product: Product
let port: number
let [crew, other] = [] as unknown as [Crew, Crew]

beforeAll(async () => {
  port = await freePort()
  product = new Product({ dataDir, port, env: { DATABASE_URL: database.url } })
  crew = await makeCrew(database.db, { hands: 50, pulses: 20, seed: 1 })
  other = await makeCrew(database.db, { hands: 1, pulses: 1, seed: 2 })
  await product.ready()
})
afterAll(async () => {
  await product.stop()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const post = async (body: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${product.url}/api/ingest`, {
    method: 'POST',
    body,
    headers: { authorization: crew.key.bearer, 'content-type': 'application/json', ...headers },
  })
  return { status: response.status, body: await response.json() }
}
const send = (readings: unknown) => post(JSON.stringify({ readings }))
const reading = (values: object = {}) => ({
  kind: 'vital',
  device: crew.hands[0]!.serial,
  at: new Date().toISOString(),
  heartRate: 90,
  ...values,
})

const storedCount = async () => (await database.pool.query<{ n: number }>('select count(*)::int as n from reading')).rows[0]?.n

test('what is no message is refused in Japanese', async () => {
  const badJson = { status: 400, body: ['送られた内容を読み取れません。JSONの書き方を確認してください。'] }
  expect(await post('{"readings":[')).toEqual(badJson)
  expect(await post('\u0000\u0001')).toEqual(badJson)
  expect(await post('{"readings":[],"__proto__":{"a":1}}')).toMatchObject({ status: 400 })
  expect(await post('plain', { 'content-type': 'text/plain' })).toMatchObject({ status: 400, body: ['値の種類が正しくありません。'] })
  for (const readings of [undefined, null, 'x', 5, {}, []])
    expect(await send(readings)).toMatchObject({ status: 400, body: [expect.stringMatching(/測定値/)] })
  expect(await send(Array.from({ length: 5_001 }, () => reading()))).toEqual({ status: 400, body: ['測定値：5000件以内にしてください。'] })
  expect(await post('{}', { authorization: 'Bearer a.b' })).toMatchObject({ status: 401 })
  expect(await storedCount()).toBe(0)
})

test('what is no reading is refused by its place, and costs its neighbours nothing', async () => {
  const wrong = [
    null,
    1,
    'x',
    [],
    {},
    reading({ kind: 'shoe' }),
    reading({ kind: ['vital'] }),
    reading({ device: 5 }),
    reading({ device: '' }),
    reading({ device: 'x'.repeat(26) }),
    reading({ device: 'nobody' }),
    reading({ device: other.hands[0]!.serial }),
    reading({ at: 'yesterday' }),
    reading({ at: '2026-07-20T13:00:00' }),
    reading({ at: 5 }),
    reading({ at: '2026-02-31T99:00:00Z' }),
    reading({ at: '0001-01-01T00:00:00Z' }),
    reading({ at: '+275760-09-13T00:00:00Z' }),
    reading({ battery: 2.5 }),
    reading({ latitude: 91 }),
    reading({ call: 'yes' }),
    reading({ gateway: 5 }),
    reading({ interval: 0 }),
    reading({ interval: -1 }),
  ]
  const { status, body } = await send([reading(), ...wrong])
  expect(status, product.words).toBe(200)
  const { accepted, rejected } = body as { accepted: number; rejected: { index: number; reason: string }[] }
  expect(accepted).toBe(1)
  expect(rejected.map(({ index }) => index)).toEqual(wrong.map((_, index) => index + 1))
  for (const { reason } of rejected) expect(reason).toMatch(/[ぁ-ん]。?$/)
  // Another site's device answers as one that does not exist.
  expect(rejected[10]?.reason).toBe(rejected[11]?.reason)
  expect(await storedCount()).toBe(1)
})

test('values at the edge of what a column holds are stored, and never break the batch', async () => {
  const edges = [
    { heartRate: 32_767 },
    { heartRate: -32_768 },
    { heartRate: 0 },
    { heartRate: 89.5 },
    // Unreadable: the heart rate is missing, and the reading is stored.
    { heartRate: 'fast' },
    { heartRate: 1e300 },
    { heartRate: { a: 1 } },
    { latitude: -90, longitude: 180 },
    { interval: 1_440 },
    { gateway: '' },
  ]
  const names = crew.hands.slice(1, edges.length + 1).map(({ serial }) => serial)
  expect(await send(edges.map((values, index) => reading({ device: names[index], ...values })))).toEqual({
    status: 200,
    body: { accepted: edges.length, duplicates: 0, rejected: [], warnings: [] },
  })
  expect(
    await send([
      reading({ device: '\u0000' }),
      reading({ device: '💥' }),
      reading({ device: "'; drop table reading; --" }),
      reading({ gateway: '\u0000' }),
    ]),
  ).toMatchObject({ status: 200 })
})

type Heard = { readonly status: number; readonly text: string; readonly sentMegabytes: number }

/** Posts a body of 50 MB and answers what came back, and how much had been sent by then. */
const postHugeOnce = (headers: Record<string, string | number>) =>
  new Promise<Heard>((resolve, reject) => {
    const huge = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: '/api/ingest',
      headers: { 'content-type': 'application/json', ...headers },
    })
    const chunk = Buffer.alloc(1_000_000, 0x20)
    let sent = 0
    const more = () => {
      while (sent < 50 && huge.writable) {
        sent += 1
        if (!huge.write(chunk)) {
          huge.once('drain', more)
          return
        }
      }
      if (sent >= 50) huge.end()
    }
    huge.on('response', (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString(), sentMegabytes: sent })
        huge.destroy()
      })
    })
    huge.on('error', reject)
    more()
  })

// Anyone who continues writing to a connection that was refused may lose it before the answer is read: TCP has no other way.
const lostConnections = new Set(['EPIPE', 'ECONNRESET'])

/** The same, again where the connection was lost before the answer was heard. */
const postHuge = async (headers: Record<string, string | number>, tries = 20): Promise<Heard> => {
  try {
    return await postHugeOnce(headers)
  } catch (error) {
    if (tries === 1 || !lostConnections.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    return postHuge(headers, tries - 1)
  }
}

test('a body of 50 MB is refused before it is read, announced or not, and memory stays', async () => {
  const before = product.residentMegabytes
  const tooLarge = JSON.stringify(['送られた内容が大きすぎます。'])
  const authorization = crew.key.bearer
  for (let round = 0; round < 3; round++) {
    const announced = await postHuge({ authorization, 'content-length': 50_000_000 })
    expect(announced).toMatchObject({ status: 413, text: tooLarge })
    const chunked = await postHuge({ authorization, 'transfer-encoding': 'chunked' })
    expect(chunked).toMatchObject({ status: 413, text: tooLarge })
    expect((await postHuge({ 'content-length': 50_000_000 })).status).toBe(401)
    for (const { sentMegabytes } of [announced, chunked]) expect(sentMegabytes).toBeLessThan(30)
  }
  // Once what was read in passing is collected.
  await expect.poll(() => product.residentMegabytes - before).toBeLessThan(100)
})

const openSocket = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

test('1,000 connections at once, a thousand that dribble, and neighbours are served', { timeout: 300_000 }, async () => {
  const dribblers = await Promise.all(Array.from({ length: 1_000 }, openSocket))
  const began = performance.now()
  const heads = [
    `POST /api/ingest HTTP/1.1\r\nhost: a\r\nx: `,
    `POST /api/ingest HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nauthorization: ${crew.key.bearer}\r\ncontent-length: 1000\r\n\r\n{`,
  ]
  dribblers.forEach((socket, index) => socket.write(heads[index % 2] ?? ''))
  const slow = dribblers[0]!
  const cut = new Promise<number>((resolve) => slow.once('close', () => resolve(performance.now() - began)))
  const drip = setInterval(() => slow.write('a'), 200)
  await Promise.all(
    crew.hands.flatMap(({ pulses }) => pulses.map((pulse) => sendUntilAcknowledged(crew.key.bearer, [pulse], { url: product.url }))),
  )
  expect(await send([reading({ device: crew.hands[9]!.serial })])).toMatchObject({ status: 200 })
  // Headers that do not come are waited for ten seconds, and looked after every five; by Node's own choice for a minute.
  expect(await cut).toBeLessThan(50_000)
  clearInterval(drip)
  for (const socket of dribblers) socket.destroy()
  expect(product.starts).toBe(1)
})
