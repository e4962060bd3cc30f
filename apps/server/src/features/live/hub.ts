import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { Context } from '../../platform/context.ts'
import { eventText } from '../../platform/http/event-stream.ts'
import { StreamPiece } from '../../platform/http/stream-piece.ts'
import { toJapanIso } from '../../platform/japan-time.ts'
import { markWay } from '../../platform/way-marks.ts'
import { gatherWork, restInProportion } from '../../platform/gathered-work.ts'
import { inPortions } from '../../platform/in-portions.ts'
import { audienceOf } from './audience.ts'
import { catchUp } from './catch-up.ts'
import { type Changes, mergeChanges, shareOut, sizeOf } from './changes.ts'
import type { ConsoleSubscriber } from './console-subscriber.ts'
import { framesOnce } from './frames.ts'
import { findLastReceived, lastReceivedFor } from './last-received.ts'
import { nothing, Pending, readChanges } from './pending.ts'
import { among, type LiveRow, readLiveRows } from './rows.ts'
import { reasonOf } from '../../platform/errors.ts'

/** News is read at once; what comes in the rest after a reading is read and sent together. */
const restAfterNews = restInProportion({ leastMs: 50, cycleMs: 200 })
const restAfterAlerts = restInProportion({ leastMs: 10, cycleMs: 200 })
const retryMs = 1_000
/** Failures in a row after which people see a message: one may be a connection that was lost and is opened again. */
const failuresToTell = 2

const beat = new StreamPiece(':\n\n')
const away = new StreamPiece(eventText('away', '{}'))
const reset = new StreamPiece(eventText('reset', '{}'))

type Options = Pick<Context, 'db' | 'pool' | 'clock' | 'log'> & { readonly reach: () => Promise<number> }

/** The position of the stream for a listener; undefined where none can be said. */
type PositionOf = (subscriber: ConsoleSubscriber) => number | undefined

/**
 * Sends changes to the consoles that may see them, alerts by readings of their own, which wait for no other news. A ping carries a
 * position: a reading reaches it, reads and writes what was announced until then, and only then sends it. So a console with the
 * position has every change that was committed before it (decisions/0028). Readings that only carry news reach none.
 */
export class Hub {
  readonly #options: Options
  readonly #alerts = new Pending()
  readonly #others = new Pending()
  /** Up to date as of `#position`. */
  readonly #members = new Set<ConsoleSubscriber>()
  /** Waiting for a reading to bring them up to date. */
  readonly #newcomers = new Set<ConsoleSubscriber>()
  readonly #alertWork = gatherWork({ work: () => this.#inTurn(() => this.#tellAlerts()), restMs: restAfterAlerts })
  readonly #work = gatherWork({ work: () => this.#read(), restMs: (tookMs) => (this.#failures > 0 ? retryMs : restAfterNews(tookMs)) })
  /** The end of the last reading of alerts. */
  #alertsRead = Promise.resolve()
  #position: number | undefined
  /** The position up to which the news of companies was sent that have more than is read at once. */
  #behind: ReadonlyMap<number, number | undefined> = new Map()
  #mayHaveMissed = false
  #wantsPing = false
  #failures = 0
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  add(subscriber: ConsoleSubscriber): void {
    this.#newcomers.add(subscriber)
    this.#work.ask()
  }

  remove(subscriber: ConsoleSubscriber): void {
    this.#members.delete(subscriber)
    this.#newcomers.delete(subscriber)
  }

  announced(payload: string): void {
    const changes = readChanges(payload)
    if (changes === undefined || !this.#isListenedTo(changes.office)) return
    this.#restore(changes)
    if (changes.alerts.length > 0) this.#alertWork.ask()
    if (changes.alerts.length < sizeOf(changes)) this.#work.ask()
  }

  /** The listening connection is open again: anything may have been announced meanwhile. */
  reconnected(): void {
    this.#mayHaveMissed = true
    this.#work.ask()
    // The pause before another try is no longer needed.
    this.#work.wake()
  }

  /** Announces to every console that the stream works, and the position it has reached. */
  ping(): void {
    this.#wantsPing = true
    this.#work.ask()
  }

  /** A sign of life for those who got nothing lately. */
  beat(): void {
    void inPortions(this.everybody, (subscriber) => subscriber.beat(beat))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const subscriber of this.everybody) subscriber.end()
    await Promise.all([this.#alertWork.stop(), this.#work.stop()])
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

  /** Takes up what was announced, or could not be read. */
  #restore({ alerts, ...others }: Changes): void {
    this.#alerts.add({ ...nothing, alerts })
    this.#others.add({ ...others, alerts: [] })
  }

  /** Readings of alerts follow one another: an older state of one must not follow a newer. */
  #inTurn(read: () => Promise<void>): Promise<void> {
    const reading = this.#alertsRead.then(read)
    this.#alertsRead = reading.catch(() => undefined)
    return reading
  }

  async #tellAlerts(): Promise<void> {
    const { now, later } = shareOut(this.#alerts.take())
    this.#restore(later)
    try {
      await this.#tellMembers(now)
      if (!this.#alerts.isEmpty) this.#alertWork.ask()
    } catch (error) {
      this.#restore(now)
      this.#logFailure('warn', error)
      // It tries again, and says so where that fails as well.
      this.ping()
    }
  }

  async #read(): Promise<void> {
    if (this.everybody.length === 0) {
      this.#others.take()
      this.#position = undefined
      this.#behind = new Map()
      this.#mayHaveMissed = this.#wantsPing = false
      return
    }
    if (this.#movesPosition || this.#failures > 0) await this.#tellAll()
    else await this.#tellOthers()
    const isOwed = !this.#others.isEmpty || (this.#failures > 0 && !this.#alerts.isEmpty)
    if (isOwed || this.#movesPosition) this.#work.ask()
  }

  get #movesPosition(): boolean {
    return this.#newcomers.size > 0 || this.#mayHaveMissed || this.#wantsPing
  }

  async #tellOthers(): Promise<void> {
    const { now, later } = shareOut(this.#others.take())
    this.#restore(later)
    try {
      await this.#tellMembers(now)
    } catch (error) {
      this.#restore(now)
      this.#failed('warn', error)
    }
  }

  async #tellAll(): Promise<void> {
    let announced: Changes | undefined
    try {
      const position = await this.#options.reach()
      await this.#inTurn(async () => {
        const { now, later, behind } = shareOut(mergeChanges([this.#alerts.take(), this.#others.take()]))
        announced = now
        this.#restore(later)
        if (this.#mayHaveMissed) this.#bringUpAgain()
        // Consoles that got the event that nothing can be read get a ping at once when it can.
        this.#wantsPing ||= this.#failures >= failuresToTell
        const stillBehind = new Map([...behind].map((companyId) => [companyId, this.#sentUpTo(companyId)]))
        await this.#tell(position, now, ({ actor }) => (stillBehind.has(actor.companyId) ? stillBehind.get(actor.companyId) : position))
        this.#behind = stillBehind
        this.#failures = 0
      })
      if (!this.#alerts.isEmpty) this.#alertWork.ask()
    } catch (error) {
      if (announced !== undefined) this.#restore(announced)
      // A lost listening connection is logged by the listener.
      this.#failed(announced === undefined ? 'debug' : 'warn', error)
    }
  }

  #logFailure(level: 'debug' | 'warn', error: unknown): void {
    if (!this.#isClosed) this.#options.log[level]({ reason: reasonOf(error) }, 'changes could not be read for the consoles')
  }

  #failed(level: 'debug' | 'warn', error: unknown): void {
    this.#logFailure(level, error)
    this.#failures += 1
    if (this.#failures >= failuresToTell) for (const subscriber of this.everybody) subscriber.write(away)
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

  async #readRows(changes: Changes): Promise<LiveRow[]> {
    markWay('taken', () => changes)
    const { everybody } = this
    const listening = { audience: audienceOf(everybody), places: everybody.some(({ narrowing }) => narrowing.places) }
    const rows = await readLiveRows(this.#options, changes, listening, this.#options.clock())
    markWay('read', () => changes)
    return rows
  }

  /** News for those who are up to date, or have nothing yet; the others get it with what they missed. */
  async #tellMembers(announced: Changes): Promise<void> {
    if (sizeOf(announced) === 0) return
    const rows = await this.#readRows(announced)
    const pieceFor = framesOnce(rows.filter(among(announced)))
    const fresh = [...this.#newcomers].filter(({ resumesFrom }) => resumesFrom === undefined)
    for (const subscriber of [...this.#members, ...fresh]) {
      const piece = pieceFor(subscriber)
      if (piece !== undefined) subscriber.write(piece)
    }
  }

  async #tell(position: number, announced: Changes, positionOf: PositionOf): Promise<void> {
    const { db, clock } = this.#options
    const ways = await catchUp(db, [...this.#newcomers], position)
    const missed = [...new Set(ways.values())].filter((way) => typeof way === 'object')
    const rows = await this.#readRows(mergeChanges([announced, ...missed]))
    const isPinged = this.#wantsPing
    const received = await findLastReceived(db, isPinged ? this.everybody : [...ways.keys()])
    this.#wantsPing = false
    const at = toJapanIso(clock())
    const ping = (subscriber: ConsoleSubscriber) => {
      const data = { at, lastReceivedAt: lastReceivedFor(subscriber, received) }
      subscriber.write(new StreamPiece(eventText('ping', JSON.stringify(data), positionOf(subscriber))))
    }

    const forMembers = framesOnce(rows.filter(among(announced)))
    const pinged = isPinged ? [...this.#members] : []
    for (const subscriber of this.#members) {
      const piece = forMembers(subscriber)
      if (piece !== undefined) subscriber.write(piece)
    }
    const forThose = new Map(missed.map((way) => [way, framesOnce(rows.filter(among(mergeChanges([announced, way]))))]))
    for (const [subscriber, way] of ways) {
      // Disconnected meanwhile.
      if (!this.#newcomers.delete(subscriber)) continue
      this.#members.add(subscriber)
      if (way === 'reset') subscriber.write(reset)
      const piece = (typeof way === 'object' ? forThose.get(way) : way === 'nothing' ? forMembers : undefined)?.(subscriber)
      if (piece !== undefined) subscriber.write(piece, true)
      ping(subscriber)
    }
    // All that was committed before the position is written: news that is read meanwhile may come before the ping.
    void inPortions(pinged, ping)
    this.#position = position
  }
}
