import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { Context } from '../../platform/context.ts'
import { eventText } from '../../platform/http/event-stream.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { catchUp } from './catch-up.ts'
import { type Changes, shareOut, mergeChanges } from './changes.ts'
import type { ConsoleSubscriber } from './console-subscriber.ts'
import { framesOnce, type PositionOf } from './frames.ts'
import { findLastReceived, lastReceivedFor } from './last-received.ts'
import { Pending } from './pending.ts'
import { among, readLiveRows } from './rows.ts'
import { reasonOf } from '../../platform/errors.ts'

/** Changes within this time are read and sent together. */
const coalesceMs = 200
const retryMs = 1_000
/** Failures in a row after which people see a message: one may be a connection that was lost and is opened again. */
const failuresToTell = 2

type Options = Pick<Context, 'db' | 'pool' | 'clock' | 'log'> & { readonly reach: () => Promise<number> }

/**
 * Sends changes to the consoles that may see them. A reading reaches a position, reads what was announced until then,
 * and is written to every console. So a console with the position has every change that was committed before it
 * (decisions/0028).
 */
export class Hub {
  readonly #options: Options
  readonly #pending = new Pending()
  /** Up to date as of `#position`. */
  readonly #members = new Set<ConsoleSubscriber>()
  /** Waiting for a reading to bring them up to date. */
  readonly #newcomers = new Set<ConsoleSubscriber>()
  #position: number | undefined
  /** The position up to which the news of companies was sent that have more than is read at once. */
  #behind: ReadonlyMap<number, number | undefined> = new Map()
  #mayHaveMissed = false
  #wantsPing = false
  #failures = 0
  #timer: NodeJS.Timeout | undefined
  #reading: Promise<void> | undefined
  #readAt = 0
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  add(subscriber: ConsoleSubscriber): void {
    this.#newcomers.add(subscriber)
    this.#schedule()
  }

  remove(subscriber: ConsoleSubscriber): void {
    this.#members.delete(subscriber)
    this.#newcomers.delete(subscriber)
  }

  announced(payload: string): void {
    if (this.#pending.add(payload, (office) => this.#isListenedTo(office))) this.#schedule()
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

  /** Announces to every console that the stream works, and the position it has reached. */
  ping(): void {
    this.#wantsPing = true
    this.#schedule()
  }

  /** A sign of life that costs nothing. */
  beat(): void {
    for (const subscriber of this.everybody) subscriber.write(':\n\n')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const subscriber of this.everybody) subscriber.end()
    await this.#reading
  }

  /** All consoles that it sends to. */
  get everybody(): ConsoleSubscriber[] {
    return [...this.#members, ...this.#newcomers]
  }

  // Who sees a group only is considered once the rows are read.
  #isListenedTo({ companyId, officeId }: OfficeKey): boolean {
    return this.everybody.some(
      ({ actor, narrowing }) =>
        (actor.role === 'AdminUnitService' || actor.companyId === companyId) &&
        (actor.officeId === null || actor.officeId === officeId) &&
        (narrowing.officeId === undefined || narrowing.officeId === officeId),
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
    if (this.everybody.length === 0) {
      this.#pending.take()
      this.#position = undefined
      this.#behind = new Map()
      this.#mayHaveMissed = this.#wantsPing = false
      return
    }
    const { reach, log } = this.#options
    let announced: Changes | undefined
    try {
      const position = await reach()
      const { now, later, behind } = shareOut(this.#pending.take())
      announced = now
      this.#pending.restore(later)
      if (this.#mayHaveMissed) this.#bringUpAgain()
      // Consoles that got the event that nothing can be read get a ping at once when it can.
      this.#wantsPing ||= this.#failures >= failuresToTell
      const stillBehind = new Map([...behind].map((companyId) => [companyId, this.#sentUpTo(companyId)]))
      await this.#tell(position, announced, ({ actor }) => (stillBehind.has(actor.companyId) ? stillBehind.get(actor.companyId) : position))
      this.#behind = stillBehind
      this.#failures = 0
    } catch (error) {
      if (announced !== undefined) this.#pending.restore(announced)
      if (this.#isClosed) return
      this.#failures += 1
      if (this.#failures >= failuresToTell) for (const subscriber of this.everybody) subscriber.write(eventText('away', '{}'))
      // A lost listening connection is logged by the listener.
      const level = announced === undefined ? 'debug' : 'warn'
      log[level]({ reason: reasonOf(error) }, 'changes could not be read for the consoles')
      this.#readAt = Date.now() + retryMs
    }
  }

  /** What was announced since the position may not have been heard: everybody resumes from there. */
  #bringUpAgain(): void {
    this.#mayHaveMissed = false
    for (const subscriber of this.#members) {
      subscriber.resumesFrom = this.#position
      this.#newcomers.add(subscriber)
    }
    this.#members.clear()
  }

  // A company that is behind stays at the position up to which all its news was sent. A viewer of all companies never resumes
  // by theirs.
  #sentUpTo(companyId: number): number | undefined {
    return this.#behind.has(companyId) ? this.#behind.get(companyId) : this.#position
  }

  async #tell(position: number, announced: Changes, positionOf: PositionOf): Promise<void> {
    const { db, clock } = this.#options
    const ways = await catchUp(db, [...this.#newcomers], position)
    const missed = [...new Set(ways.values())].filter((way) => typeof way === 'object')
    const places = this.everybody.some(({ narrowing }) => narrowing.places)
    const rows = await readLiveRows(this.#options, mergeChanges([announced, ...missed]), { places }, clock())
    const isPinged = this.#wantsPing
    const received = await findLastReceived(db, isPinged ? this.everybody : [...ways.keys()])
    this.#wantsPing = false
    const ping = (subscriber: ConsoleSubscriber) => {
      const data = { at: toJapanIso(clock()), lastReceivedAt: lastReceivedFor(subscriber, received) }
      subscriber.write(eventText('ping', JSON.stringify(data), positionOf(subscriber)))
    }

    const forMembers = framesOnce(rows.filter(among(announced)), positionOf)
    for (const subscriber of this.#members) {
      const text = forMembers(subscriber)
      if (text !== '') subscriber.write(text)
      if (isPinged) ping(subscriber)
    }
    const forThose = new Map(missed.map((way) => [way, framesOnce(rows.filter(among(mergeChanges([announced, way]))), positionOf)]))
    for (const [subscriber, way] of ways) {
      // Disconnected meanwhile.
      if (!this.#newcomers.delete(subscriber)) continue
      this.#members.add(subscriber)
      if (way === 'reset') subscriber.write(eventText('reset', '{}'))
      const text = typeof way === 'object' ? (forThose.get(way)?.(subscriber) ?? '') : ''
      if (text !== '') subscriber.write(text, Buffer.byteLength(text))
      ping(subscriber)
    }
    this.#position = position
  }
}
