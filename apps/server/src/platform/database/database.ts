import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { watchPulse } from './database-pulse.ts'
import { readDatabaseHosts } from './database-hosts.ts'
import { followPrimary, type Primary } from './database-primary.ts'
import type { Database } from './database-types.ts'
import { sendByTurn } from './send-by-turn.ts'

/**
 * Makes every session read and write times in the same way, whatever the server is set to. The server ends the session of a host that
 * lost its power within half a minute, and not after two hours: until then it holds the locks by which jobs take turns.
 */
export const sessionOptions = [
  'TimeZone=UTC',
  'DateStyle=ISO,YMD',
  'IntervalStyle=postgres',
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=20000',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')

export interface DatabaseConnection {
  pool: pg.Pool
  /** Sends a statement without waiting for the answers before it; neither cursors nor COPY work on it. */
  pipelined: pg.Pool
  db: Kysely<Database>
  /** Finds the database among several hosts; undefined where the address names one. */
  primary: Primary | undefined
  /** Waits for running queries and closes every connection. May be called any number of times. */
  close(): Promise<void>
}

/**
 * A pool of connections to the database and Kysely on top of it. Connects only when first used.
 * Values arrive as: bigint and numeric → number, date → 'YYYY-MM-DD', timestamptz → Date. Sessions
 * run in UTC, whatever the server's own time zone.
 *
 * A query fails within 5 s when the database is away or every connection is busy, and within some 8 s when the database
 * stops responding. Where the address names several hosts, new connections go to the one that takes writes.
 * @param max connections at most
 * @param patienceMs how long a new connection may take
 * @param isDivided whether it is a cluster's coordinator
 */
export function connectDatabase(options: {
  url: string
  log: Logger
  max?: number
  patienceMs?: number
  isDivided?: boolean
}): DatabaseConnection {
  const { url, log, max = 20, patienceMs = 5_000, isDivided = false } = options
  const hosts = readDatabaseHosts(url)
  const primary = hosts.length > 1 ? followPrimary(hosts, log) : undefined
  const where = {
    connectionString: hosts[0].url,
    connectionTimeoutMillis: patienceMs,
    ...(primary !== undefined && { Client: primary.Client }),
  }
  const pool = openPool(log, { ...where, max })
  const pipelined = openPool(log, { ...where, max: pipelinesAtMost, pipeline: true, ...(isDivided && { options: optionsOnCluster }) })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const pulses = [watchPulse(pool, log), watchPulse(pipelined, log)]
  let closed: Promise<void> | undefined
  const end = async () => {
    for (const stop of pulses) stop()
    await Promise.all([db.destroy(), pipelined.end()])
    if (!pool.ended) await pool.end()
    await primary?.stop()
  }
  return { pool, pipelined, db, primary, close: () => (closed ??= end()) }
}

// Before it hands a statement on, a coordinator plans it as if it held the rows, and the node plans it again: in which order it
// would join them is of no use to anybody.
const optionsOnCluster = `${sessionOptions} -c join_collapse_limit=1`

/** Each lane of the ingestion holds one; other work of the process holds a few more. */
const pipelinesAtMost = 8

function openPool(log: Logger, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    application_name: 'mimamori',
    // Without this a peer that disappeared without closing would hold its connection for hours.
    keepAlive: true,
    options: sessionOptions,
    types: columnTypes(),
    ...options,
  })
  // Node ends the process on an 'error' event without a listener. The pool listens to idle connections only; one in
  // use, between two queries, has only this listener.
  pool.on('connect', (client) => {
    // Only the message is logged: the pool attaches the client, with its connection string, to the error.
    client.on('error', (cause) => log.warn({ reason: cause.message }, 'a database connection was lost'))
    if (options.pipeline === true) sendByTurn(client)
  })
  pool.on('error', () => undefined)
  return pool
}

function columnTypes(): pg.TypeOverrides {
  const { INT8, NUMERIC, DATE } = pg.types.builtins
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, toSafeInteger)
  types.setTypeParser(NUMERIC, Number)
  // A Date would be midnight in the server's time zone, which is the day before in Japan's.
  types.setTypeParser(DATE, (text: string) => text)
  types.setTypeParser(int8Array, (text: string) => parseArray(text, toSafeInteger))
  types.setTypeParser(numericArray, (text: string) => parseArray(text, Number))
  types.setTypeParser(dateArray, (text: string) => parseArray(text, String))
  return types
}

// Array types have no names in pg; the numbers are those of PostgreSQL's pg_type.dat.
const int8Array = 1016
const numericArray = 1231
const dateArray = 1182
const textArray: number = 1009

function parseArray<Item>(text: string, parse: (item: string) => Item): (Item | null)[] {
  const parseTexts = pg.types.getTypeParser(textArray) as (text: string) => (string | null)[]
  return parseTexts(text).map((item) => (item === null ? null : parse(item)))
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number exactly`)
  return value
}
