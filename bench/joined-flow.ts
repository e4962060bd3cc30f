import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { generate, parser } from 'mqtt-packet'
import pg from 'pg'
import type { Crowd } from './fill.ts'
import { type Sent, sendOverMqtt } from './ingest-mqtt.ts'
import type { Product } from './product.ts'

/**
 * What somebody draws who wants readings in a table and nothing else: take a message, acknowledge it, join a hundred,
 * insert them. Nothing is looked up or judged, and what was acknowledged and not yet inserted is lost with the process.
 */
const joined = 100
const longestWaitMs = 200
const connections = 8
// Counting the rows takes time from the flow, so it is done seldom.
const lookMs = 250
const patienceMs = 10_000

const columns = [
  ['device', 'text'],
  ['at', 'timestamptz'],
  ['heartRate', 'smallint'],
  ['battery', 'smallint'],
  ['signal', 'smallint'],
  ['gateway', 'text'],
  ['latitude', 'float8'],
  ['longitude', 'float8'],
  ['call', 'boolean'],
  ['interval', 'smallint'],
] as const

const create = `create table joined_reading (${columns.map(([name, type]) => `"${name}" ${type}`).join(', ')})`
const insert = {
  name: 'joined',
  text: `insert into joined_reading select * from unnest(${columns.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')})`,
}

/** The flow in this process; sends its parent the port at which it takes messages. */
const runFlow = async (databaseUrl: string): Promise<void> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  let messages: Record<string, unknown>[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const values = columns.map(([name]) => messages.map((reading) => reading[name]))
    messages = []
    void pool.query({ ...insert, values })
  }
  const server = createServer((socket) => {
    const packets = parser()
    packets.on('packet', (packet) => {
      if (packet.cmd === 'connect') socket.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }))
      if (packet.cmd !== 'publish') return
      const { readings } = JSON.parse(packet.payload.toString()) as { readings: Record<string, unknown>[] }
      messages.push(...readings)
      socket.write(generate({ cmd: 'puback', messageId: packet.messageId ?? 0 }))
      if (messages.length >= joined) flush()
      else timer ??= setTimeout(flush, longestWaitMs)
    })
    socket.on('data', (chunk) => {
      // The acknowledgements of a moment leave in one write.
      socket.cork()
      packets.parse(chunk)
      socket.uncork()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.(server.address())
}

const untilStored = async ({ pool }: Product, readings: number): Promise<void> => {
  const started = performance.now()
  while (performance.now() - started < patienceMs) {
    const { rows } = await pool.query<{ stored: number }>('select count(*)::int as stored from joined_reading')
    if (rows[0]?.stored === readings) return
    await after(lookMs)
  }
  throw new Error('the joined flow did not store everything')
}

/** Readings until the last one is stored, sent as to the product, into a table of the same database. */
export const sendToJoinedFlow = async (product: Product, crowd: Crowd, seconds: number): Promise<Sent> => {
  await product.pool.query(create)
  const flow = fork(fileURLToPath(import.meta.url), [product.databaseUrl])
  const ended = once(flow, 'exit')
  try {
    const [{ port: mqttPort }] = (await Promise.race([once(flow, 'message'), ended.then(() => [{}])])) as [{ port?: number }]
    if (mqttPort === undefined) throw new Error('the joined flow did not start')
    const started = performance.now()
    const { readings } = await sendOverMqtt({ mqttPort }, crowd, seconds, new Date())
    await untilStored(product, readings)
    return { readings, seconds: (performance.now() - started) / 1_000 }
  } finally {
    flow.kill('SIGKILL')
    await ended
    await product.pool.query('drop table joined_reading')
  }
}

if (import.meta.main) await runFlow(process.argv[2] ?? '')
