import type { ReadingKind } from '@mimamori/contract'
import { isDatabaseAway } from '../platform/database-away.ts'
import type { ReceivedReading } from './reading.ts'
import type { Outcome } from './pipeline.ts'

type Waiting = {
  readonly readings: readonly ReceivedReading[]
  readonly resolve: (outcomes: Outcome[]) => void
  readonly reject: (error: unknown) => void
}

/** What waits, by company in the order of their turns; each company's messages in the order they came. */
type Lane = { readonly waiting: Map<number, Waiting[]>; running: Promise<void> | null }

export type QueueOptions = {
  /** Takes one batch through the pipeline. */
  readonly ingest: (readings: readonly ReceivedReading[]) => Promise<Outcome[]>
  /** Lanes run side by side; a device always takes the same one, so that its readings keep their order. */
  readonly lanes?: number
  /** Readings of one transaction: enough to share its cost, few enough to answer within a second. */
  readonly batchSize?: number
  /** Readings that may wait; beyond it senders are told to come again. */
  readonly capacity?: number
}

/** Too many readings are waiting: the sender has to try again later. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

/** Deadlocks and serialization failures that outlasted the pipeline's own repeats. */
const conflicts = new Set(['40P01', '40001'])

/** True where the same readings may be stored a little later; false for a fault in them or in the product. */
export const isPassing = (error: unknown): boolean =>
  error instanceof QueueFull || isDatabaseAway(error) || (error instanceof Error && 'code' in error && conflicts.has(String(error.code)))

const laneOf = (device: string, lanes: number): number => {
  let hash = 0
  for (let index = 0; index < device.length; index++) hash = (hash * 31 + device.charCodeAt(index)) | 0
  return Math.abs(hash) % lanes
}

// Heat and reference pressure go before the readings of the same message that are judged by them.
const isSourceOfOthers = (kind: ReadingKind | undefined) => kind === 'heat' || kind === 'barometer'

/** Micro-batches: while one transaction runs, what arrives queues up and goes into the next. */
export class IngestQueue {
  readonly #ingest: QueueOptions['ingest']
  readonly #batchSize: number
  readonly #capacity: number
  readonly #lanes: Lane[]
  #waitingReadings = 0

  constructor({ ingest, lanes = 2, batchSize = 1_000, capacity = 60_000 }: QueueOptions) {
    this.#ingest = ingest
    this.#batchSize = batchSize
    this.#capacity = capacity
    this.#lanes = Array.from({ length: lanes }, () => ({ waiting: new Map(), running: null }))
  }

  /** Readings not yet stored. */
  get depth(): number {
    return this.#waitingReadings
  }

  /**
   * Answers, index-aligned, once every reading is durable.
   * @throws QueueFull at once where too much is waiting, and whatever the pipeline throws.
   */
  async add(readings: readonly ReceivedReading[]): Promise<Outcome[]> {
    if (this.#waitingReadings + readings.length > this.#capacity) throw new QueueFull('too many readings are waiting')
    this.#waitingReadings += readings.length
    try {
      const outcomes: Outcome[] = readings.map(() => 'accepted')
      const indexes = [...readings.keys()]
      const isSource = (index: number) => isSourceOfOthers(readings[index]?.kind)
      const sources = indexes.filter(isSource)
      if (sources.length > 0) await this.#addInLanes(readings, sources, outcomes)
      await this.#addInLanes(
        readings,
        indexes.filter((index) => !isSource(index)),
        outcomes,
      )
      return outcomes
    } finally {
      this.#waitingReadings -= readings.length
    }
  }

  async #addInLanes(readings: readonly ReceivedReading[], indexes: readonly number[], outcomes: Outcome[]): Promise<void> {
    const lanes = Map.groupBy(indexes, (index) => laneOf(readings[index]?.device ?? '', this.#lanes.length))
    // Every part is waited for even if one fails: what the others stored is a duplicate when it is sent again.
    const parts = await Promise.allSettled(
      [...lanes].map(async ([lane, own]) => {
        const part = await this.#enqueue(
          lane,
          own.map((index) => readings[index] as ReceivedReading),
        )
        own.forEach((index, position) => (outcomes[index] = part[position] as Outcome))
      }),
    )
    const failed = parts.find((part) => part.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  }

  /** Waits until nothing is under way. */
  async drain(): Promise<void> {
    while (this.#lanes.some(({ running }) => running !== null)) await Promise.all(this.#lanes.flatMap(({ running }) => running ?? []))
  }

  #enqueue(index: number, readings: readonly ReceivedReading[]): Promise<Outcome[]> {
    const lane = this.#lanes[index]
    if (lane === undefined) throw new RangeError(`no lane ${index}`)
    return new Promise((resolve, reject) => {
      const companyId = readings[0]?.companyId ?? 0
      const own = lane.waiting.get(companyId) ?? []
      lane.waiting.set(companyId, own)
      own.push({ readings, resolve, reject })
      lane.running ??= this.#work(lane)
    })
  }

  async #work(lane: Lane): Promise<void> {
    // What arrives in the same turn of the event loop shares the first transaction.
    await new Promise(setImmediate)
    while (lane.waiting.size > 0) await this.#run(lane, this.#take(lane))
    lane.running = null
  }

  async #run(lane: Lane, batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#ingest(batch.flatMap(({ readings }) => readings))
      let start = 0
      for (const { readings, resolve } of batch) {
        resolve(outcomes.slice(start, start + readings.length))
        start += readings.length
      }
    } catch (error) {
      if (isPassing(error)) {
        // The readings waiting behind fail too: stored now, they would be ahead of readings that their sender sends again.
        const behind = [...lane.waiting.values()].flat()
        lane.waiting.clear()
        for (const { reject } of [...batch, ...behind]) reject(error)
      } else if (batch.length === 1) {
        batch[0]?.reject(error)
      } else {
        // Each message is tried alone, so that one that cannot be stored does not fail the others.
        for (const item of batch) await this.#run(lane, [item])
      }
    }
  }

  /** Messages of one company, since each transaction holds one. Companies take turns. */
  #take(lane: Lane): Waiting[] {
    const [companyId, own] = lane.waiting.entries().next().value ?? []
    if (companyId === undefined || own === undefined) return []
    let readings = 0
    let count = 0
    for (const item of own) {
      if (count > 0 && readings + item.readings.length > this.#batchSize) break
      readings += item.readings.length
      count++
    }
    const taken = own.splice(0, count)
    lane.waiting.delete(companyId)
    if (own.length > 0) lane.waiting.set(companyId, own)
    return taken
  }
}
