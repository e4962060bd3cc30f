import pg from 'pg'
import type { Logger } from 'pino'
import { readOnly, type Verdict, watchHosts } from './database-host-watch.ts'
import { type DatabaseHost, readDatabaseHosts } from './database-hosts.ts'

/** The database was found on another host than before. */
export type Move = {
  readonly from: string
  readonly to: string
  /** Of the database as it is written from now on: no other move has the same. */
  readonly timeline: number
  /** When the host before was last seen to take writes. */
  readonly awaySince: Date
  readonly at: Date
}

/** Which of several hosts the database is on; found by itself whenever another one is promoted. */
export type Primary = {
  /** A client that connects to the host that takes writes, and loses its connection once another one does. */
  readonly Client: typeof pg.Client
  /**
   * The host to connect to: the one that took writes last. Waits until the hosts have answered for the first time.
   * @throws NoPrimary where none ever took writes
   */
  readonly find: () => Promise<DatabaseHost>
  /** Whether a host is ready to take over: one that answers and takes no writes. */
  readonly hasStandby: () => boolean
  readonly onMoved: (tell: (move: Move) => void) => void
  readonly stop: () => Promise<void>
}

/** None of the hosts takes writes. */
class NoPrimary extends Error {
  override readonly name = 'NoPrimary'
  /** PostgreSQL's, for a connection that could not be made. */
  readonly code = '08001'
}

/** How long one host that takes writes waits for the others to speak: of two, the later one counts. */
const settleMs = 1_000

type Verdicts = ReadonlyMap<DatabaseHost, Verdict>

const timelineOf = (verdict: Verdict | undefined): number => (verdict !== undefined && 'timeline' in verdict ? verdict.timeline : 0)

/**
 * The host to use. Of those that take writes it is the one on the highest timeline, since it was promoted last: another is
 * a primary that does not know of the promotion. The present one stays until one is promoted after it, even while it takes no
 * writes.
 */
export const choosePrimary = (
  hosts: readonly DatabaseHost[],
  verdicts: Verdicts,
  present: DatabaseHost | undefined,
): DatabaseHost | undefined => {
  const latest = Math.max(0, ...hosts.map((host) => timelineOf(verdicts.get(host))))
  if (latest === 0 || (present !== undefined && timelineOf(verdicts.get(present)) === latest)) return present
  return hosts.find((host) => timelineOf(verdicts.get(host)) === latest)
}

/** Follows the database from host to host until stopped. */
export const followPrimary = (hosts: readonly DatabaseHost[], log: Logger): Primary => {
  const verdicts = new Map<DatabaseHost, Verdict>()
  const clients = new Map<pg.Client, DatabaseHost>()
  const listeners: ((move: Move) => void)[] = []
  const settled = Promise.withResolvers<void>()
  let isSettled = false
  let settling: NodeJS.Timeout | undefined
  let present: DatabaseHost | undefined
  let writtenAt = new Date()
  let hadTwo = false

  const move = (from: DatabaseHost, to: DatabaseHost): void => {
    const at = new Date()
    const awaySince = timelineOf(verdicts.get(from)) > 0 ? at : writtenAt
    log.warn({ from: from.name, to: to.name, awaySince }, 'the database has moved')
    // Connections to the previous host would read old data, or wait for ever.
    for (const [client, host] of clients)
      if (host !== to) client.connection.stream.destroy(new Error('Connection terminated: the database has moved'))
    for (const tell of listeners) tell({ from: from.name, to: to.name, timeline: timelineOf(verdicts.get(to)), awaySince, at })
  }

  const choose = (): void => {
    const hasTwo = hosts.filter((host) => timelineOf(verdicts.get(host)) > 0).length > 1
    if (hasTwo && !hadTwo)
      log.error(
        { hosts: Object.fromEntries([...verdicts].map(([{ name }, verdict]) => [name, verdict])) },
        'two hosts take writes; the one promoted last is used',
      )
    hadTwo = hasTwo
    const before = present
    present = choosePrimary(hosts, verdicts, present)
    if (present !== undefined && before !== undefined && present !== before) move(before, present)
    if (present !== undefined && timelineOf(verdicts.get(present)) > 0) writtenAt = new Date()
  }

  const settle = (): void => {
    isSettled = true
    clearTimeout(settling)
    choose()
    settled.resolve()
  }

  const hear = (host: DatabaseHost, verdict: Verdict): void => {
    const before = verdicts.get(host)
    verdicts.set(host, verdict)
    if (JSON.stringify(before) !== JSON.stringify(verdict)) {
      const isAway = 'reason' in verdict && verdict.reason !== readOnly
      log[isAway ? 'warn' : 'info'](
        { host: host.name, ...verdict },
        isAway ? 'a host of the database is away' : 'a host of the database answers',
      )
    }
    if (isSettled) choose()
    else if (verdicts.size === hosts.length) settle()
    else if ('timeline' in verdict) settling ??= setTimeout(settle, settleMs)
  }

  const watch = watchHosts(hosts, hear)

  const find = async (): Promise<DatabaseHost> => {
    await settled.promise
    if (present !== undefined) return present
    const namedVerdicts = hosts.map((host) => [host.name, verdicts.get(host)] as const)
    throw new NoPrimary(
      `no host takes writes: ${namedVerdicts.map(([name, verdict]) => `${name} ${verdict !== undefined && 'reason' in verdict ? verdict.reason : 'does not answer'}`).join(', ')}`,
    )
  }

  class PrimaryClient extends pg.Client {
    async #reach(): Promise<this> {
      const host = await find()
      Object.assign(this, { host: host.host, port: host.port })
      clients.set(this, host)
      this.once('end', () => clients.delete(this))
      await super.connect()
      return this
    }

    override connect(): Promise<this>
    override connect(callback: (error: Error | null) => void): void
    override connect(callback?: (error: Error | null) => void): Promise<this> | void {
      const reached = this.#reach()
      if (callback === undefined) return reached
      reached.then(() => callback(null), callback)
    }
  }

  return {
    Client: PrimaryClient,
    find,
    hasStandby: () =>
      hosts.some((host) => {
        const verdict = verdicts.get(host)
        return host !== present && verdict !== undefined && 'reason' in verdict && verdict.reason === readOnly
      }),
    onMoved: (tell) => void listeners.push(tell),
    stop: async () => {
      clearTimeout(settling)
      await watch.stop()
      settled.resolve()
    },
  }
}

/**
 * The address of the one host that takes writes just now, for work that starts again where it is lost meanwhile.
 * @throws NoPrimary where none does
 */
export const primaryUrl = async (url: string, log: Logger): Promise<string> => {
  const [first, ...others] = readDatabaseHosts(url)
  if (others.length === 0) return url
  const primary = followPrimary([first, ...others], log)
  try {
    return (await primary.find()).url
  } finally {
    await primary.stop()
  }
}
