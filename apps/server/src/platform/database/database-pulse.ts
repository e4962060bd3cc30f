import { setTimeout as after } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { clientBeside } from './client-beside.ts'

const beatMs = 1_000
const patienceMs = 3_000
const stepMs = 100

/**
 * Passes after the patience, in steps that each take a turn of the event loop: where this process is too busy to look at an
 * answer, the answer has all the longer.
 */
const patience = async (): Promise<false> => {
  for (let waited = 0; waited < patienceMs; waited += stepMs) await after(stepMs)
  return false
}

/** False only where the server does not respond at all; a refused connection is a response. */
const responds = async (pool: pg.Pool): Promise<boolean> => {
  const client = clientBeside(pool, { connectionTimeoutMillis: 0 })
  client.on('error', () => undefined)
  const pulse = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      () => true,
    )
  const answered = await Promise.race([pulse, patience()])
  void client.end().catch(() => undefined)
  return answered
}

/**
 * Watches for a database that stopped responding: halted, swapped out, or behind a network that drops packets. Its
 * connections look open, and a query on them would wait for ever. Where a connection has been in use for a while and
 * the server does not respond on a new one either, the connections in use are closed, so that their queries fail.
 * @returns stops watching
 */
export const watchPulse = (pool: pg.Pool, log: Logger): (() => void) => {
  const lentAt = new Map<pg.PoolClient, number>()
  pool.on('acquire', (client) => lentAt.set(client, Date.now()))
  pool.on('release', (_, client) => lentAt.delete(client))
  pool.on('remove', (client) => lentAt.delete(client))
  let isAsking = false

  const beat = async (): Promise<void> => {
    const before = Date.now() - patienceMs
    const isLong = () => [...lentAt].filter(([, since]) => since < before)
    if (isLong().length === 0 || (await responds(pool))) return
    const waiting = isLong()
    log.warn({ connections: waiting.length }, 'the database does not respond; the connections that wait for it are closed')
    // Ending a client with a query under way cuts its connection at once.
    for (const [client] of waiting) void (client as pg.Client).end().catch(() => undefined)
  }

  const timer = setInterval(() => {
    if (isAsking) return
    isAsking = true
    void beat().finally(() => (isAsking = false))
  }, beatMs)
  timer.unref()
  return () => clearInterval(timer)
}
