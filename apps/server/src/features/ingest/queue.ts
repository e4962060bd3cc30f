import { setTimeout as after } from 'node:timers/promises'
import { itemAt } from '@mimamori/contract/typed-lists'
import type { ReadingKind } from '@mimamori/contract'
import { isBusyLately } from '../../platform/traffic/busy-lately.ts'
import { isNodeAway } from '../../platform/database/database-away.ts'
import { FairRoom, type Holder } from '../../platform/traffic/fair-room.ts'
import { Lane } from './lane.ts'
import { QueueFull } from './transient.ts'
import type { ReceivedReading } from './reading.ts'
import type { Outcome } from './pipeline.ts'
import { FairTurns } from './fair-turns.ts'
import { SharedLane } from './shared-lane.ts'

export type QueueOptions = {
  /** Takes one batch through the pipeline. */
  readonly ingest: (readings: readonly ReceivedReading[]) => Promise<Outcome[]>
  /** Where a company sends much its lanes run side by side; a device then takes the same one always, so that its readings keep their order. */
  readonly lanes?: number
  /** Transactions at once of all companies: more than the lanes of one, so that nobody takes them all. */
  readonly transactions?: number
  /** Readings of one transaction: enough to share its cost, few enough to answer within a second. */
  readonly batchSize?: number
  /** Of them those of one key, while others send too: judging them blocks the process for everybody. */
  readonly shareSize?: number
  /** Readings that may wait, shared out by company and key. */
  readonly capacity?: number
  /** Readings of a sender that does not wait are refused rather than stored after so long. */
  readonly patienceMs?: number
  readonly now?: () => number
  /** Whether the process has no time to spare. */
  readonly isBusy?: () => boolean
  readonly pause?: (ms: number) => Promise<unknown>
}

// Most gateways send once a minute.
const othersSendWithinMs = 60_000

const laneOf = (device: string, lanes: number): number => {
  let hash = 0
  for (let index = 0; index < device.length; index++) hash = (hash * 31 + device.charCodeAt(index)) | 0
  return Math.abs(hash) % lanes
}

// Heat and reference pressure go before the readings of the same message that are judged by them.
const isSourceOfOthers = (kind: ReadingKind | undefined) => kind === 'heat' || kind === 'barometer'

/**
 * Micro-batches: while one transaction runs, what arrives queues up and goes into the next. Room and turns are shared
 * out by company and key, so that who sends much waits for themselves.
 */
export class IngestQueue {
  readonly #options: Required<QueueOptions>
  readonly #room: FairRoom
  readonly #turns: FairTurns
  readonly #lanes = new Map<string, Lane>()
  readonly #shared: SharedLane
  #lastKey: string | undefined
  #sharedUntil = 0
  /**
   * What a key that sends alone has of a batch: twice as much with each batch that is full. Where others begin to send at the same moment,
   * as at each full minute, they wait for a small one.
   */
  #mostAlone: number
  #isClosing = false

  constructor(options: QueueOptions) {
    this.#options = {
      lanes: 2,
      transactions: 4,
      batchSize: 1_000,
      shareSize: 100,
      capacity: 60_000,
      patienceMs: 10_000,
      now: Date.now,
      isBusy: isBusyLately(),
      pause: after,
      ...options,
    }
    this.#mostAlone = Math.min(this.#options.shareSize, this.#options.batchSize)
    this.#shared = new SharedLane(this.#mostAlone, this.#options.lanes)
    this.#room = new FairRoom(this.#options.capacity)
    this.#turns = new FairTurns(this.#options.transactions)
  }

  /** Readings not yet stored. */
  get depth(): number {
    return this.#room.held
  }

  /**
   * Answers, index-aligned, once every reading is durable.
   * @param waits the sender is slowed down rather than refused for now, as senders over MQTT are
   * @throws QueueFull where the sender does not wait and has too much waiting, at once or after the patience; and whatever the pipeline throws.
   */
  async add(sender: Holder, readings: readonly ReceivedReading[], waits = false): Promise<Outcome[]> {
    this.#noteSender(sender)
    if (waits) await this.#room.take(sender, readings.length)
    else if (!this.#room.tryTake(sender, readings.length)) throw new QueueFull('too many readings of this sender are waiting')
    try {
      return await this.#shared.run(sender.companyId, readings.length, (isShared) => {
        const addInto = (lane: number) => this.#laneOf(sender, lane).add(sender.keyId, readings, this.#until(waits))
        if (isShared) return addInto(0)
        const [only] = readings
        // As gateways over MQTT send them: nothing to part, and ten thousand of them a second.
        if (only !== undefined && readings.length === 1) return addInto(laneOf(only.device, this.#options.lanes))
        return this.#addParted(sender, readings, waits)
      })
    } finally {
      this.#room.give(sender, readings.length)
    }
  }

  async #addParted(sender: Holder, readings: readonly ReceivedReading[], waits: boolean): Promise<Outcome[]> {
    const outcomes: Outcome[] = readings.map(() => 'accepted')
    const indexes = [...readings.keys()]
    const isSource = (index: number) => isSourceOfOthers(readings[index]?.kind)
    const addInLanes = (own: readonly number[]) => this.#addInLanes(sender, readings, own, outcomes, waits)
    const sources = indexes.filter(isSource)
    if (sources.length > 0) await addInLanes(sources)
    await addInLanes(indexes.filter((index) => !isSource(index)))
    return outcomes
  }

  async #addInLanes(
    sender: Holder,
    readings: readonly ReceivedReading[],
    indexes: readonly number[],
    outcomes: Outcome[],
    waits: boolean,
  ): Promise<void> {
    const until = this.#until(waits)
    const lanes = Map.groupBy(indexes, (index) => laneOf(readings[index]?.device ?? '', this.#options.lanes))
    // Every part is waited for even if one fails: what the others stored is a duplicate when it is sent again.
    const parts = await Promise.allSettled(
      [...lanes].flatMap(([lane, own]) =>
        // A large message goes in pieces: another sender waits for one of them at most.
        this.#piecesOf(readings, own).map(async (piece) => {
          const part = await this.#laneOf(sender, lane).add(
            sender.keyId,
            piece.map((index) => itemAt(readings, index)),
            until,
          )
          piece.forEach((index, position) => (outcomes[index] = itemAt(part, position)))
        }),
      ),
    )
    const failed = parts.find((part) => part.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  #until(waits: boolean): number {
    return waits ? Number.POSITIVE_INFINITY : this.#options.now() + this.#options.patienceMs
  }

  /** What a device sent stays together, as far as a batch holds it: an episode that was over when it came opens and ends at once. */
  #piecesOf(readings: readonly ReceivedReading[], indexes: readonly number[]): (readonly number[])[] {
    const { shareSize, batchSize } = this.#options
    const pieces: number[][] = []
    let piece: number[] = []
    for (const own of Map.groupBy(indexes, (index) => readings[index]?.device).values()) {
      for (let start = 0; start < own.length; start += batchSize) {
        const part = own.slice(start, start + batchSize)
        if (piece.length > 0 && piece.length + part.length > shareSize) {
          pieces.push(piece)
          piece = []
        }
        piece.push(...part)
      }
    }
    return piece.length === 0 ? pieces : [...pieces, piece]
  }

  #laneOf({ companyId }: Holder, index: number): Lane {
    const name = `${companyId}/${index}`
    const known = this.#lanes.get(name)
    if (known !== undefined) return known
    const lane = new Lane({
      ...this.#options,
      turns: this.#turns,
      mostOfKey: () => this.#mostOfKey(),
      noteBatch: (count) => this.#noteBatch(count),
      mustRest: () => this.#isShared && !this.#isClosing && this.#options.isBusy(),
      isIdle: () => this.#lanes.delete(name),
      isAway: (error) => {
        // Of a cluster with a lost node those on the others are served.
        const isMeant = (other: string) => !isNodeAway(error) || other.startsWith(`${companyId}/`)
        for (const [other, waiting] of this.#lanes) if (isMeant(other)) waiting.failWaiting(error)
      },
    })
    this.#lanes.set(name, lane)
    return lane
  }

  // A sender of one reading a minute hardly ever finds another waiting, and yet waits for the batch that began before.
  #noteSender({ keyId }: Holder): void {
    if (this.#lastKey !== undefined && this.#lastKey !== keyId) this.#sharedUntil = this.#options.now() + othersSendWithinMs
    this.#lastKey = keyId
  }

  #mostOfKey(): number {
    return this.#isShared ? this.#options.shareSize : this.#mostAlone
  }

  #noteBatch(readings: number): void {
    const { shareSize, batchSize } = this.#options
    if (readings >= this.#mostAlone) this.#mostAlone = Math.min(batchSize, 2 * this.#mostAlone)
    else if (readings < this.#mostAlone / 2) this.#mostAlone = Math.max(Math.min(shareSize, batchSize), Math.floor(this.#mostAlone / 2))
  }

  get #isShared(): boolean {
    return this.#options.now() < this.#sharedUntil
  }

  /** Waits until nothing is under way. */
  async drain(): Promise<void> {
    this.#isClosing = true
    while (this.#lanes.size > 0) await Promise.all([...this.#lanes.values()].flatMap(({ running }) => running ?? []))
  }
}
