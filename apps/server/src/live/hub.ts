import type { Context } from '../platform/context.ts'
import { toJapanIso } from '../platform/japan-time.ts'
import type { Console } from './console.ts'
import { eventText, framesFor, viewKey } from './frames.ts'
import { lastReceivedFor } from './last-received.ts'
import { Pending } from './pending.ts'
import { type LiveRow, readLiveRows } from './rows.ts'
import { findChangedSince, findLastReceived, findStandings, type Ids } from './store.ts'

/** Changes within this time are read and sent together. */
const coalesceMs = 200
const retryMs = 1_000

const union = (one: Ids, other: Ids): Ids => ({
  userIds: [...new Set([...one.userIds, ...other.userIds])],
  alertIds: [...new Set([...one.alertIds, ...other.alertIds])],
  deviceIds: [...new Set([...one.deviceIds, ...other.deviceIds])],
})

const earliest = (positions: readonly (bigint | undefined)[]): bigint | undefined => {
  const known = positions.filter((position) => position !== undefined)
  return known.length === 0 ? undefined : known.reduce((one, other) => (other < one ? other : one))
}

/** Tells which rows of a reading were announced, for listeners that missed nothing before. */
const among = (ids: Ids) => {
  const sets = { condition: new Set(ids.userIds), alert: new Set(ids.alertIds), device: new Set(ids.deviceIds) }
  return (row: LiveRow) => sets[row.event].has(row.id)
}

type Options = Pick<Context, 'db' | 'pool' | 'clock' | 'log'> & { readonly reach: () => Promise<bigint> }

/**
 * Sends changes to the consoles that may see them. A reading reaches a position, reads what was announced until then,
 * and is written to every console. So a console with the position has every change of the transactions below it.
 */
export class Hub {
  readonly #options: Options
  readonly #pending = new Pending()
  /** Up to date as of `#position`. */
  readonly #members = new Set<Console>()
  /** Waiting for the next reading to bring them up to date. */
  readonly #newcomers = new Set<Console>()
  #position: bigint | undefined
  #mayHaveMissed = false
  #wantsPing = false
  #timer: NodeJS.Timeout | undefined
  #reading: Promise<void> | undefined
  #readAt = 0
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  add(console: Console): void {
    this.#newcomers.add(console)
    this.#schedule()
  }

  remove(console: Console): void {
    this.#members.delete(console)
    this.#newcomers.delete(console)
  }

  announced(payload: string): void {
    if (this.#pending.add(payload, (officeId) => this.#isListenedTo(officeId))) this.#schedule()
  }

  /** The listening connection is open again: anything may have been announced meanwhile. */
  reconnected(): void {
    this.#mayHaveMissed = true
    // The pause before another try is no longer needed.
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#readAt = 0
    this.#schedule()
  }

  /** Tells every console that the stream works, and the position it has reached. */
  ping(): void {
    this.#wantsPing = true
    this.#schedule()
  }

  /** A sign of life that costs nothing. */
  beat(): void {
    for (const console of this.#everybody()) console.write(':\n\n')
  }

  /** Ends the streams of sessions that are over, and applies changed roles and groups to the others. */
  async checkSessions(): Promise<void> {
    const { db, clock } = this.#options
    const everybody = this.#everybody()
    if (everybody.length === 0) return
    const standings = await findStandings(db, [...new Set(everybody.map(({ actor }) => actor.sessionId))], clock())
    for (const console of everybody) {
      const standing = standings.get(console.actor.sessionId)
      if (standing === undefined) console.end()
      else console.actor = { ...console.actor, ...standing }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const console of this.#everybody()) console.end()
    await this.#reading
  }

  #everybody(): Console[] {
    return [...this.#members, ...this.#newcomers]
  }

  // A listener of a whole company is considered once the rows are read.
  #isListenedTo(officeId: number): boolean {
    return this.#everybody().some(({ actor, narrowing }) =>
      narrowing.officeId !== undefined ? narrowing.officeId === officeId : actor.officeId === null || actor.officeId === officeId,
    )
  }

  #schedule(atLeastMs = 0): void {
    if (this.#isClosed || this.#timer !== undefined || this.#reading !== undefined) return
    const wait = Math.max(atLeastMs, this.#readAt + coalesceMs - Date.now(), 0)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#reading = this.#read().finally(() => {
        this.#reading = undefined
      })
      void this.#reading.then(() => this.#hasWork() && this.#schedule())
    }, wait).unref()
  }

  #hasWork(): boolean {
    return !this.#pending.isEmpty || this.#newcomers.size > 0 || this.#mayHaveMissed || this.#wantsPing
  }

  async #read(): Promise<void> {
    this.#readAt = Date.now()
    if (this.#everybody().length === 0) {
      this.#pending.take()
      this.#position = undefined
      this.#mayHaveMissed = this.#wantsPing = false
      return
    }
    const { reach, log } = this.#options
    let ids: Ids | undefined
    const missed = this.#mayHaveMissed
    try {
      const position = await reach()
      ids = this.#pending.take()
      this.#mayHaveMissed = false
      await this.#tell(position, ids, missed)
    } catch (error) {
      if (ids !== undefined) this.#pending.restore(ids)
      this.#mayHaveMissed ||= missed
      if (this.#isClosed) return
      // A lost listening connection is logged by the listener.
      const level = ids === undefined ? 'debug' : 'warn'
      log[level]({ reason: (error as Error).message }, 'changes could not be read for the consoles')
      this.#readAt = Date.now() + retryMs
    }
  }

  async #tell(position: bigint, announced: Ids, missed: boolean): Promise<void> {
    const { db, clock } = this.#options
    const newcomers = [...this.#newcomers]
    // A position of the future comes from another database: it does not tell what the client has.
    const resumesFrom = ({ resumesFrom: from }: Console) => (from !== undefined && from > position ? 0n : from)
    const memberFrom = missed ? this.#position : undefined
    const from = earliest([memberFrom, ...newcomers.map(resumesFrom)])
    const ids = from === undefined ? announced : union(announced, await findChangedSince(db, from))
    const rows = await readLiveRows(this.#options, ids, clock())
    const isPinged = this.#wantsPing
    const received = isPinged || newcomers.length > 0 ? await findLastReceived(db) : []
    this.#wantsPing = false
    const ping = (console: Console) => {
      const data = { at: toJapanIso(clock()), lastReceivedAt: lastReceivedFor(console, received) }
      console.write(eventText('ping', JSON.stringify(data), position))
    }

    const isAnnounced = among(announced)
    const forMembers = rows.filter((row) => isAnnounced(row) || (memberFrom !== undefined && row.changedIn >= memberFrom))
    const frames = new Map<string, string>()
    for (const console of this.#members) {
      const key = viewKey(console)
      const text = frames.get(key) ?? framesFor(console, forMembers, position)
      frames.set(key, text)
      if (text !== '') console.write(text, missed ? Buffer.byteLength(text) : 0)
      if (isPinged) ping(console)
    }
    for (const console of newcomers) {
      // Disconnected meanwhile.
      if (!this.#newcomers.delete(console)) continue
      this.#members.add(console)
      const since = resumesFrom(console)
      const text =
        since === undefined
          ? ''
          : framesFor(
              console,
              rows.filter((row) => row.changedIn >= since),
              position,
            )
      if (text !== '') console.write(text, Buffer.byteLength(text))
      ping(console)
    }
    this.#position = position
  }
}
