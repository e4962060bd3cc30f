import type { live } from '@mimamori/contract'
import { liveChannel } from '../../shared/announcements/announce.ts'
import { clientBeside } from '../../platform/database/client-beside.ts'
import type { Context } from '../../platform/context.ts'
import { beginPieceStream } from '../../platform/http/event-stream.ts'
import { type Listener, startListener } from '../../platform/database/listener.ts'
import type { Call } from '../../platform/http/route.ts'
import { createStreamRoom } from '../../platform/traffic/stream-room.ts'
import { openConsole } from './console-subscriber.ts'
import { Hubs } from './hubs.ts'
import { createStreamReads } from './stream-reads.ts'

export type Live = {
  /**
   * Turns a call into a stream. The reply is taken over: nothing more may be sent by it.
   * @throws Refusal 429 where the person, or their address, has too many open
   */
  readonly attach: (call: Call<typeof live.stream>) => Promise<void>
  /** Ends the streams and the listening connection. May be called any number of times. */
  readonly stop: () => Promise<void>
}

/** How often each thing is done. Anyone who signs out gets nothing more after a second. */
export const livePace = { pingEveryMs: 15_000, beatEveryMs: 5_000, checkEveryMs: 500, recordEveryMs: 60_000 }

/**
 * The position a client resumes from: of the header browsers send, else of the query; undefined where it names none.
 * What makes no sense is a position of long ago: the client has something, and nobody knows what.
 */
const resumedFrom = ({ request, query }: Call<typeof live.stream>): number | undefined => {
  const text = request.headers['last-event-id'] ?? query.lastEventId
  if (text === undefined || text === '') return undefined
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : 0
}

/**
 * The live streams of one process. The listening connection is opened with the first stream, and then kept; it needs a
 * session of its own, so behind a pooler the database's address must give one.
 * @param room what the streams of the process share with other kinds of streams
 * @param pace faster in tests
 */
export const startLive = (
  { db, pool, clock, log, isDivided }: Pick<Context, 'db' | 'pool' | 'clock' | 'log' | 'isDivided'>,
  room = createStreamRoom(),
  pace = livePace,
): Live => {
  let listener: Listener | undefined
  let stopped: Promise<void> | undefined
  const hubs = new Hubs({
    db,
    pool,
    clock,
    log,
    isDivided,
    reach: () => (listener === undefined ? Promise.reject(new Error('not listening yet')) : listener.reach()),
  })
  const listen = () => {
    listener ??= startListener({
      connect: () => clientBeside(pool),
      channel: liveChannel,
      log,
      onAnnouncement: (payload) => hubs.announced(payload),
      onConnected: () => hubs.reconnected(),
    })
  }
  let checking: Promise<void> | undefined
  const check = () => {
    // One at a time: a database that is slow is not asked ever more.
    checking ??= hubs
      .checkSessions()
      .catch((error: Error) => {
        log.warn({ reason: error.message }, 'sessions of streams could not be checked')
        // Most likely nothing can be read at all: trying shows it, and people see a message.
        hubs.ping()
      })
      .finally(() => (checking = undefined))
  }
  const reads = createStreamReads({ db, clock, log })
  const timers = [
    setInterval(() => reads.recordAll(hubs.everybody), pace.recordEveryMs),
    setInterval(() => hubs.ping(), pace.pingEveryMs),
    setInterval(() => hubs.beat(), pace.beatEveryMs),
    setInterval(check, pace.checkEveryMs),
  ]
  for (const timer of timers) timer.unref()

  return {
    attach: async (call) => {
      const { request, reply, actor, query, address } = call
      room.enter({ kind: 'person', name: `${actor.companyId}/${actor.userId}` }, address, reply.raw)
      const narrowing = { officeId: query.officeId, groupId: query.groupId, places: query.places === true }
      await reads.record({ actor, address, narrowing })
      const stream = beginPieceStream(request, reply)
      const { response } = stream
      const console = openConsole(stream, { actor, address, narrowing, resumesFrom: resumedFrom(call) })
      // Gone while its read was put on the log: its end was reported already.
      if (stopped !== undefined || response.destroyed) return console.end()
      response.on('close', () => hubs.remove(console))
      listen()
      hubs.add(console)
    },
    stop: () =>
      (stopped ??= (async () => {
        for (const timer of timers) clearInterval(timer)
        await hubs.close()
        await checking
        await reads.settled()
        await listener?.stop()
      })()),
  }
}
