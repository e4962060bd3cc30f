import { setTimeout as after } from 'node:timers/promises'
import type { Context } from '../../../platform/context.ts'
import { openKeyBook } from './broker-keys.ts'
import { heldShares } from './held-shares.ts'
import { moveToShares } from './move-to-shares.ts'
import type { Take } from './mqtt-reader.ts'
import { openSessionLine, type SessionLine } from './mqtt-session.ts'
import { readShare, type ShareReading } from './read-share.ts'
import { sharesFor } from './shares.ts'
import { endMember, giveShare, join, type Layout, lookAround, resign, tryTakeShare } from './share-rights.ts'
import { createWatch } from './silent-members.ts'
import { reasonOf } from '../../../platform/errors.ts'

const lookEveryMs = 500
// Keys come to their end by themselves, and announcements are lost while the line is down.
const followEveryLooks = 60
// So long without the broker, and the others take over what they may be able to read.
const looksWithoutBroker = 20

export type HoldOptions = {
  readonly context: Context
  readonly url: string
  readonly takeOfConnection: () => Take
  /** The broker answers this process. */
  readonly isBrokerThere: () => boolean
  /** This process holds the first share from now on, or no longer: one process at a time does. */
  readonly onFirstShare: (isHeld: boolean) => Promise<void> | void
  /** Keys were made, changed or revoked. */
  readonly onKeys?: () => void
}

/** What one process holds of the sessions at the broker, on one line to the database, until that is lost. */
class Holding {
  readonly #options: HoldOptions
  readonly #line: SessionLine
  /** By share; those that are being given back among them. */
  readonly #readings = new Map<number, ShareReading>()
  readonly #leaving = new Set<number>()
  readonly #watch = createWatch()
  #shares = 0
  #book: ReturnType<typeof openKeyBook>
  readonly #stopping = new AbortController()
  #isIn = false
  #without = 0
  #move: Promise<void> | undefined

  constructor(options: HoldOptions, line: SessionLine) {
    this.#options = options
    this.#line = line
    this.#book = openKeyBook(options.context, 1)
  }

  get isConnected(): boolean {
    return [...this.#readings.values()].every(({ share, isConnected }) => this.#leaving.has(share) || isConnected())
  }

  follow(): void {
    this.#book.turnPage()
    for (const reading of this.#readings.values()) reading.follow()
  }

  /** Takes what is this process's to hold, and gives back what is not. */
  async look(): Promise<void> {
    await this.#takePart()
    const { layout, members, self, lastStatements } = await lookAround(this.#line)
    for (const id of this.#watch(lastStatements)) {
      if (id === self) continue
      this.#options.context.log.warn({ connection: id }, 'a process that reads from the MQTT broker has fallen silent; others take over')
      await endMember(this.#line, id)
    }
    if (layout.shares !== this.#shares && this.#readings.size === 0) this.#begin(layout.shares)
    const isSteady = layout.shares === this.#shares && !layout.isLeaving
    await this.#hold(isSteady ? sharesFor(layout.shares, members, self) : 0)
    this.#moveOn(layout)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([...this.#readings.keys()].map((share) => this.#giveBack(share)))
    await this.#move
  }

  #begin(shares: number): void {
    this.#shares = shares
    this.#book = openKeyBook(this.#options.context, shares)
  }

  /** A process that cannot reach the broker leaves it to those that can. */
  async #takePart(): Promise<void> {
    this.#without = this.#options.isBrokerThere() ? 0 : this.#without + 1
    const isIn = this.#without < looksWithoutBroker
    if (isIn === this.#isIn) return
    await (isIn ? join(this.#line) : resign(this.#line))
    this.#isIn = isIn
  }

  async #hold(count: number): Promise<void> {
    const held = [...this.#readings.keys()].filter((share) => !this.#leaving.has(share))
    // The first share, with the commands to devices, moves last.
    for (const share of held.toSorted((a, b) => a - b).slice(count)) void this.#giveBack(share)
    for (let share = 0, more = count - held.length; share < this.#shares && more > 0; share++) {
      if (this.#readings.has(share) || !(await tryTakeShare(this.#line, this.#shares, share))) continue
      more -= 1
      await this.#read(share)
    }
  }

  async #read(share: number): Promise<void> {
    const { context, url, takeOfConnection, onFirstShare } = this.#options
    context.log.info({ share, shares: this.#shares }, 'this process reads from the MQTT broker')
    const options = { context, url, takeOfConnection, shares: this.#shares, share, book: this.#book, line: this.#line }
    this.#readings.set(share, readShare(options))
    heldShares.set(this.#readings.size)
    if (share === 0) await onFirstShare(true)
  }

  async #giveBack(share: number): Promise<void> {
    const reading = this.#readings.get(share)
    if (reading === undefined || this.#leaving.has(share)) return
    this.#leaving.add(share)
    await reading.stop()
    if (share === 0) await this.#options.onFirstShare(false)
    // Where the line is lost, so is the right.
    await giveShare(this.#line, this.#shares, share).catch(() => undefined)
    this.#readings.delete(share)
    heldShares.set(this.#readings.size)
    this.#leaving.delete(share)
  }

  #moveOn(layout: Layout): void {
    if (layout.wanted === layout.shares && layout.next === null) return
    const { context, url, takeOfConnection, isBrokerThere } = this.#options
    if (!isBrokerThere()) return
    const over = AbortSignal.any([this.#line.lost, this.#stopping.signal])
    const isIdle = () => this.#readings.size === 0
    this.#move ??= moveToShares({ context, url, takeOfConnection, line: this.#line, isIdle, over })
      .catch((error: Error) => {
        if (!over.aborted) context.log.error({ reason: error.message }, 'the shares at the MQTT broker could not be changed')
      })
      .then(() => after(lookEveryMs, undefined, { ref: false }))
      .then(() => (this.#move = undefined))
  }
}

/** Takes part in reading from the broker until it is stopped, over as many connections to the database as it takes. */
export const holdShares = (options: HoldOptions): { readonly isConnected: () => boolean; readonly stop: () => Promise<void> } => {
  const { context } = options
  const ending = new AbortController()
  const pause = (ms: number) => after(ms, undefined, { signal: ending.signal }).catch(() => undefined)
  let holding: Holding | undefined
  let hasLooked = false

  const takePart = async (line: SessionLine): Promise<void> => {
    const current = new Holding(options, line)
    holding = current
    const shares = context.config.mqttShares
    // The process that was started last decides how many shares there are to be.
    await line.query('update broker_layout set wanted_shares = $1 where wanted_shares <> $1', [shares])
    try {
      for (let looks = 1; !ending.signal.aborted && !line.lost.aborted; looks++) {
        await current.look()
        hasLooked = true
        if (looks % followEveryLooks === 0) current.follow()
        await pause(lookEveryMs)
      }
    } finally {
      await current.stop()
    }
  }

  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        const line = await openSessionLine(context, () => {
          holding?.follow()
          options.onKeys?.()
        })
        try {
          await takePart(line)
        } finally {
          await line.close()
          holding = undefined
        }
      } catch (error) {
        context.log.warn({ reason: reasonOf(error) }, 'the MQTT sessions wait for the database')
      }
      await pause(lookEveryMs)
    }
  }
  const running = run()

  return {
    isConnected: () => hasLooked && holding?.isConnected !== false,
    stop: async () => {
      ending.abort()
      await running
    },
  }
}
