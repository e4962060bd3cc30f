import type { Context } from '../../platform/context.ts'
import { isNodeAway } from '../../platform/database/database-away.ts'
import { markWay } from '../../platform/way-marks.ts'
import type { ConsoleSubscriber } from './console-subscriber.ts'
import { Hub } from './hub.ts'
import { companyOf } from './pending.ts'
import { findAccountStates } from './store.ts'

type Options = Pick<Context, 'db' | 'pool' | 'clock' | 'log' | 'isDivided'> & { readonly reach: () => Promise<number> }

const everybody = 'everybody'
type Audience = number | typeof everybody

/**
 * The hubs of one process. What changed at several companies is read together; on a cluster of databases, where they lie on
 * different nodes, each company's apart, so that a lost node holds up nobody else's news (decisions/0061).
 */
export class Hubs {
  readonly #options: Options
  readonly #hubs = new Map<Audience, Hub>()

  constructor(options: Options) {
    this.#options = options
  }

  add(subscriber: ConsoleSubscriber): void {
    const audience = this.#audienceOf(subscriber)
    const hub = this.#hubs.get(audience) ?? new Hub(this.#options)
    this.#hubs.set(audience, hub)
    hub.add(subscriber)
  }

  remove(subscriber: ConsoleSubscriber): void {
    for (const [audience, hub] of this.#hubs) {
      hub.remove(subscriber)
      if (audience === everybody || hub.everybody.length > 0) continue
      this.#hubs.delete(audience)
      void hub.close()
    }
  }

  announced(payload: string): void {
    markWay('heard', () => payload)
    this.#hubs.get(everybody)?.announced(payload)
    if (!this.#options.isDivided) return
    const companyId = companyOf(payload)
    if (companyId !== undefined) this.#hubs.get(companyId)?.announced(payload)
  }

  /** The listening connection is open again: anything may have been announced meanwhile. */
  reconnected(): void {
    for (const hub of this.#hubs.values()) hub.reconnected()
  }

  /** Announces to every console that the stream works, and the position it has reached. */
  ping(): void {
    for (const hub of this.#hubs.values()) hub.ping()
  }

  /** A sign of life that costs nothing. */
  beat(): void {
    for (const hub of this.#hubs.values()) hub.beat()
  }

  /** All consoles of the process. */
  get everybody(): ConsoleSubscriber[] {
    return [...this.#hubs.values()].flatMap((hub) => hub.everybody)
  }

  /** Ends the streams of sessions that are over, and applies changed roles and groups to the others. Those of a lost node stay. */
  async checkSessions(): Promise<void> {
    const subscribers = this.everybody
    if (subscribers.length === 0) return
    try {
      await this.#check(subscribers)
    } catch (error) {
      if (!isNodeAway(error)) throw error
      for (const own of Map.groupBy(subscribers, ({ actor }) => actor.companyId).values())
        await this.#check(own).catch((cause: unknown) => {
          if (!isNodeAway(cause)) throw cause
        })
    }
  }

  async #check(subscribers: readonly ConsoleSubscriber[]): Promise<void> {
    const { db, clock } = this.#options
    const standings = await findAccountStates(
      db,
      subscribers.map(({ actor }) => actor),
      clock(),
    )
    for (const subscriber of subscribers) {
      const status = standings.get(subscriber.actor.sessionId)
      if (status === undefined) subscriber.end()
      else subscriber.actor = { ...subscriber.actor, ...status }
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#hubs.values()].map((hub) => hub.close()))
  }

  #audienceOf({ actor }: ConsoleSubscriber): Audience {
    return this.#options.isDivided && actor.role !== 'AdminUnitService' ? actor.companyId : everybody
  }
}
