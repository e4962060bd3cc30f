import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { connectDatabase } from '../database/database.ts'
import { startHeartbeat } from './heartbeat.ts'
import { createTestContext, testConfig } from '../test-context.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
let answer: (response: ServerResponse) => void
// A call that was aborted may still arrive, within the next test: so each test has an address of its own.
let address = ''
const called: (string | undefined)[] = []
const lines: { level: number; msg: string; status?: number; reason?: string }[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) })
const server = createServer((request, response) => {
  if (request.url !== address) return
  called.push(`${request.method} ${request.url}`)
  answer(response)
})
const started: { stop: () => Promise<void> }[] = []

beforeAll(async () => {
  made = await createTestContext()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(({ task }) => {
  address = `/ping/a-secret/${task.id}`
})
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ stop }) => stop()))
  called.length = 0
  lines.length = 0
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await made.drop()
})

const calm = () => false
const beat = (overrides: Partial<Context> = {}, patienceMs = 10_000, isHeldUp = calm) => {
  const config = testConfig({ heartbeatUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${address}` })
  const heartbeat = startHeartbeat({ ...made.context, log, config, ...overrides }, isHeldUp, { everyMs: 20, patienceMs })
  started.push(heartbeat)
  return heartbeat
}
const until = async (holds: () => boolean) => {
  for (const end = Date.now() + 60_000; !holds(); await after(5)) if (Date.now() > end) throw new Error('it did not come to pass')
}

test('the address is called again and again, until stopped', async () => {
  answer = (response) => void response.writeHead(200).end('OK')
  const { stop } = beat()
  await until(() => called.length >= 3)
  expect(called[0]).toBe(`GET ${address}`)
  await stop()
  const calls = called.length
  await after(60)
  expect(called).toHaveLength(calls)
  expect(lines).toEqual([])
})

test('nothing is called while the database does not answer', async () => {
  answer = (response) => void response.writeHead(200).end()
  const { db, close } = connectDatabase({ url: 'postgres://u:p@127.0.0.1:1/x', log: pino({ level: 'silent' }) })
  beat({ db })
  await until(() => lines.length >= 2)
  expect(called).toEqual([])
  expect(lines[0]).toMatchObject({ level: 40, msg: 'no heartbeat: the database does not answer' })
  await close()
})

test('nothing is called while alarms reach nobody, and again once they can', async () => {
  answer = (response) => void response.writeHead(200).end()
  let isHeldUp = true
  beat({}, 10_000, () => isHeldUp)
  await until(() => lines.length >= 2)
  expect(called).toEqual([])
  expect(lines[0]).toMatchObject({ level: 40, msg: 'no heartbeat: alarms reach nobody' })
  isHeldUp = false
  await until(() => called.length >= 2)
})

test.each<[string, typeof answer, object, number?]>([
  ['refuses', (response) => void response.writeHead(404).end(), { msg: 'the heartbeat was refused', status: 404 }],
  ['hangs up', (response) => void response.destroy(), { msg: 'the heartbeat did not get through' }],
  ['never answers', () => undefined, { msg: 'the heartbeat did not get through', reason: 'The operation was aborted due to timeout' }, 100],
])('one that %s is warned of, and called again; the address stays out of the log', async (_, given, line, patienceMs) => {
  answer = given
  beat({}, patienceMs)
  // One that is given up may not have arrived.
  await until(() => lines.length >= 2 && called.length >= 2)
  expect(lines[0]).toMatchObject({ level: 40, ...line })
  expect(JSON.stringify(lines)).not.toContain('a-secret')
})

test('a call under way does not hold up the stop', async () => {
  answer = () => undefined
  const { stop } = beat()
  await until(() => called.length >= 1)
  await stop()
  expect(lines).toEqual([])
})

test('without an address nothing happens', async () => {
  const { stop } = startHeartbeat(made.context, calm, { everyMs: 1, patienceMs: 1 })
  await after(20)
  await stop()
  expect(called).toEqual([])
})
