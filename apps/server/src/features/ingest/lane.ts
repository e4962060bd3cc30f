import { isDatabaseAway } from '../../platform/database/database-away.ts'
import { isTransient, QueueFull } from './transient.ts'
import type { Outcome } from './pipeline.ts'
import type { ReceivedReading } from './reading.ts'
import type { FairTurns } from './fair-turns.ts'

type Waiting = {
  readonly readings: readonly ReceivedReading[]
  /** When they are refused rather than stored; epoch ms. */
  readonly until: number
  readonly resolve: (outcomes: Outcome[]) => void
  readonly reject: (error: unknown) => void
}

type OfKey = { readonly keyId: string; readonly item: Waiting }

export type LaneOptions = {
  readonly ingest: (readings: readonly ReceivedReading[]) => Promise<Outcome[]>
  readonly batchSize: number
  /** A key with less waiting than this need not rest. */
  readonly shareSize: number
  /** Of a batch what one key may have now. */
  readonly mostOfKey: () => number
  /** A batch of so many readings begins. */
  readonly noteBatch: (readings: number) => void
  /** Whether a key that still has much waiting gives way to others after its batch. */
  readonly mustRest: () => boolean
  readonly pause: (ms: number) => Promise<unknown>
  readonly now: () => number
  /** Shared with all other lanes. */
  readonly turns: FairTurns
  /** Nothing waits any more. */
  readonly isIdle: () => void
  /** The database is away, or the part of it that holds the company. */
  readonly isAway: (error: unknown) => void
}

// In relation to how long its batch took: a sender that floods has a quarter of its lane's time while the process is busy.
const restShare = 3
const longestRestMs = 3_000

/**
 * Some devices of one company, in one transaction after another: each transaction holds readings of one company, and
 * those of a device keep their order. The company's keys take turns message by message, so that a batch holds something
 * of every key that has something waiting.
 */
export class Lane {
  readonly #options: LaneOptions
  /** By key in the order of their turns; each key's messages in the order they came. */
  readonly #waiting = new Map<string, Waiting[]>()
  /** Keys that give way to others for a while. */
  readonly #resting = new Set<string>()
  #wake: (() => void) | undefined
  #running: Promise<void> | undefined

  constructor(options: LaneOptions) {
    this.#options = options
  }

  /** Resolves when nothing waits any more. */
  get running(): Promise<void> | undefined {
    return this.#running
  }

  /**
   * Answers, index-aligned, once the readings are durable.
   * @param until when they are refused rather than stored; epoch ms
   */
  add(keyId: string, readings: readonly ReceivedReading[], until: number): Promise<Outcome[]> {
    return new Promise((resolve, reject) => {
      const own = this.#waiting.get(keyId) ?? []
      this.#waiting.set(keyId, own)
      own.push({ readings, until, resolve, reject })
      this.#wake?.()
      this.#running ??= this.#work()
    })
  }

  /** Fails what waits: stored now, it would be ahead of readings that its sender sends again. */
  failWaiting(error: unknown): void {
    const waiting = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    for (const { reject } of waiting) reject(error)
    this.#wake?.()
  }

  async #work(): Promise<void> {
    const { turns, isIdle } = this.#options
    // What arrives in the same turn of the event loop shares the first transaction.
    await new Promise(setImmediate)
    for (let isNewcomer = true; this.#waiting.size > 0; isNewcomer = false) {
      await this.#untilOneMayGo()
      await turns.take(isNewcomer)
      const batch = this.#takeBatch()
      const began = performance.now()
      if (batch.length > 0) await this.#run(batch.map(({ item }) => item))
      turns.give()
      this.#rest(new Set(batch.map(({ keyId }) => keyId)), performance.now() - began)
    }
    this.#running = undefined
    isIdle()
  }

  async #untilOneMayGo(): Promise<void> {
    while (this.#waiting.size > 0 && [...this.#waiting.keys()].every((keyId) => this.#resting.has(keyId)))
      await new Promise<void>((resolve) => (this.#wake = resolve))
    this.#wake = undefined
  }

  #rest(keyIds: ReadonlySet<string>, tookMs: number): void {
    const { shareSize, mustRest, pause } = this.#options
    if (!mustRest()) return
    for (const keyId of keyIds) {
      const left = this.#waiting.get(keyId)?.reduce((sum, { readings }) => sum + readings.length, 0) ?? 0
      if (left < shareSize) continue
      this.#resting.add(keyId)
      void pause(Math.min(tookMs * restShare, longestRestMs)).finally(() => {
        this.#resting.delete(keyId)
        this.#wake?.()
      })
    }
  }

  async #run(batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#options.ingest(batch.flatMap(({ readings }) => readings))
      let start = 0
      for (const { readings, resolve } of batch) {
        resolve(outcomes.slice(start, start + readings.length))
        start += readings.length
      }
    } catch (error) {
      if (isTransient(error)) {
        for (const { reject } of batch) reject(error)
        this.failWaiting(error)
        if (isDatabaseAway(error)) this.#options.isAway(error)
      } else if (batch.length === 1) {
        batch[0]?.reject(error)
      } else {
        // Each message is tried alone, so that one that cannot be stored does not fail the others.
        for (const item of batch) await this.#run([item])
      }
    }
  }

  /** One message of each key, and again, until the batch is full; the keys it holds go to the end of the line. */
  #takeBatch(): OfKey[] {
    const batch: OfKey[] = []
    let readings = 0
    const { batchSize, now, noteBatch } = this.#options
    const mostOfKey = this.#options.mostOfKey()
    const ofKeys = new Map<string, number>()
    const at = now()
    const takeOne = (keyId: string, own: Waiting[]): boolean => {
      while (own[0] !== undefined && own[0].until < at) own.shift()?.reject(new QueueFull('the readings waited for too long'))
      const [item] = own
      if (item === undefined) return false
      const ofKey = (ofKeys.get(keyId) ?? 0) + item.readings.length
      if (batch.length > 0 && (ofKey > mostOfKey || readings + item.readings.length > batchSize)) return false
      batch.push({ keyId, item })
      ofKeys.set(keyId, ofKey)
      readings += item.readings.length
      own.shift()
      return true
    }
    let open = [...this.#waiting].filter(([keyId]) => !this.#resting.has(keyId))
    while (open.length > 0) {
      open = open.filter(([keyId, own]) => {
        if (!takeOne(keyId, own)) return false
        this.#waiting.delete(keyId)
        this.#waiting.set(keyId, own)
        return true
      })
    }
    for (const [keyId, own] of this.#waiting) if (own.length === 0) this.#waiting.delete(keyId)
    noteBatch(readings)
    return batch
  }
}
