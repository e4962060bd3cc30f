import { randomBytes } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { reasonOf } from '../errors.ts'

export type Listener = {
  /**
   * A moment of the database's clock, epoch milliseconds: every announcement that was committed before it has been
   * handed over when this resolves. It rejects while the connection is away.
   */
  readonly reach: () => Promise<number>
  readonly stop: () => Promise<void>
}

type Options = {
  readonly connect: () => pg.Client
  readonly channel: string
  readonly log: Logger
  readonly onAnnouncement: (payload: string) => void
  /** The connection is open: for the first time, or again after announcements may have been missed. */
  readonly onConnected: () => void
}

const patienceMs = 10_000
const firstPauseMs = 100
const longestPauseMs = 2_000

type Line = {
  readonly client: pg.Client
  readonly ownChannel: string
  readonly waiting: Map<string, () => void>
  readonly lost: Promise<void>
}

const openLine = async ({ connect, channel, log, onAnnouncement }: Options): Promise<Line> => {
  const client = connect()
  const ownChannel = `${channel}_${randomBytes(6).toString('hex')}`
  const waiting = new Map<string, () => void>()
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
  client.on('error', (error) => log.warn({ reason: error.message }, 'the connection that listens was lost'))
  client.on('end', lose)
  client.on('notification', ({ channel: from, payload = '' }) => {
    if (from === channel) onAnnouncement(payload)
    else waiting.get(payload)?.()
  })
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
    await client.query(`listen ${ownChannel}`)
  } catch (error) {
    lose()
    await client.end().catch(() => undefined)
    throw error
  }
  return { client, ownChannel, waiting, lost }
}

/**
 * Announces a token to ourselves and waits for it. Announcements arrive in the order of their commits, so those of
 * every transaction that had ended when the clock was read arrive before the token. Otherwise the position could
 * skip an announcement that is committed but still on its way, and a client that resumes from it would lose it.
 */
const reachOn = async ({ client, ownChannel, waiting, lost }: Line, token: string): Promise<number> => {
  const heard = Promise.withResolvers<void>()
  waiting.set(token, heard.resolve)
  const timer = setTimeout(() => {
    // A peer that disappeared without closing: no error comes by itself for minutes.
    heard.reject(new Error('the connection that listens does not answer'))
    void client.end().catch(() => undefined)
  }, patienceMs)
  const attempts = client.query<{ position: number }>(
    'select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as position from pg_notify($1, $2)',
    [ownChannel, token],
  )
  const gone = lost.then(() => Promise.reject(new Error('the connection that listens was lost')))
  try {
    const [{ rows }] = await Promise.race([Promise.all([attempts, heard.promise]), gone])
    if (rows[0] === undefined) throw new Error('the clock of the database was not told')
    return rows[0].position
  } finally {
    clearTimeout(timer)
    waiting.delete(token)
  }
}

/** Holds a connection that listens for the announcements of a channel, and opens it again whenever it is lost. */
export const startListener = (options: Options): Listener => {
  const { log, onConnected } = options
  const ending = new AbortController()
  let line: Line | undefined
  let attempts = 0

  const keep = async () => {
    for (let pauseMs = firstPauseMs; !ending.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        line = await openLine(options)
        pauseMs = firstPauseMs
        if (!ending.signal.aborted) onConnected()
        else await line.client.end().catch(() => undefined)
        await line.lost
      } catch (error) {
        log.warn({ reason: reasonOf(error) }, 'cannot listen for changes')
      }
      line = undefined
      await after(pauseMs * (0.5 + Math.random() / 2), undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
    }
  }
  const connection = keep()

  return {
    reach: async () => {
      if (line === undefined) throw new Error('not listening yet')
      return reachOn(line, String((attempts += 1)))
    },
    stop: async () => {
      ending.abort()
      await line?.client.end().catch(() => undefined)
      await connection
    },
  }
}
