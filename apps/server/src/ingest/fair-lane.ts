import { isDatabaseAway } from '../platform/database-away.ts'
import type { Holder } from '../platform/fair-room.ts'
import { isPassing, QueueFull } from './passing.ts'
import type { Outcome } from './pipeline.ts'
import type { ReceivedReading } from './reading.ts'

type Waiting = {
  readonly readings: readonly ReceivedReading[]
  /** When they are refused rather than stored; epoch ms. */
  readonly until: number
  readonly resolve: (outcomes: Outcome[]) => void
  readonly reject: (error: unknown) => void
}

/** What waits of one company, by key in the order of their turns; each key's messages in the order they came. */
type Company = Map<string, Waiting[]>

export type LaneOptions = {
  readonly ingest: (readings: readonly ReceivedReading[]) => Promise<Outcome[]>
  readonly batchSize: number
  readonly patienceMs: number
  readonly now: () => number
}

/**
 * One transaction after another. Companies take turns, since each transaction holds readings of one; within its turn a
 * company's keys take turns message by message, so that a batch holds something of every key that has something waiting.
 */
export class FairLane {
  readonly #options: LaneOptions
  readonly #companies = new Map<number, Company>()
  #running: Promise<void> | null = null

  constructor(options: LaneOptions) {
    this.#options = options
  }

  get running(): Promise<void> | null {
    return this.#running
  }

  /**
   * Answers, index-aligned, once the readings of one message are durable.
   * @param waits however long it takes
   */
  add({ companyId, keyId }: Holder, readings: readonly ReceivedReading[], waits: boolean): Promise<Outcome[]> {
    return new Promise((resolve, reject) => {
      const company = this.#companies.get(companyId) ?? new Map<string, Waiting[]>()
      this.#companies.set(companyId, company)
      const own = company.get(keyId) ?? []
      company.set(keyId, own)
      const until = waits ? Number.POSITIVE_INFINITY : this.#options.now() + this.#options.patienceMs
      own.push({ readings, until, resolve, reject })
      this.#running ??= this.#work()
    })
  }

  async #work(): Promise<void> {
    // What arrives in the same turn of the event loop shares the first transaction.
    await new Promise(setImmediate)
    while (this.#companies.size > 0) {
      const batch = this.#take()
      if (batch.length > 0) await this.#run(batch)
    }
    this.#running = null
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
      if (isPassing(error)) {
        for (const { reject } of [...batch, ...this.#takeBehind(batch, error)]) reject(error)
      } else if (batch.length === 1) {
        batch[0]?.reject(error)
      } else {
        // Each message is tried alone, so that one that cannot be stored does not fail the others.
        for (const item of batch) await this.#run([item])
      }
    }
  }

  /**
   * The readings waiting behind a failed batch fail too: stored now, they would be ahead of readings that their sender
   * sends again. Those of other companies go on, but where the database is away for everybody.
   */
  #takeBehind(batch: readonly Waiting[], error: unknown): Waiting[] {
    const companyId = batch[0]?.readings[0]?.companyId
    const failing = [...this.#companies].filter(([id]) => isDatabaseAway(error) || id === companyId)
    for (const [id] of failing) this.#companies.delete(id)
    return failing.flatMap(([, company]) => [...company.values()].flat())
  }

  /** The next company's batch; both it and the keys it held go to the end of their lines. */
  #take(): Waiting[] {
    const [companyId, company] = this.#companies.entries().next().value ?? []
    if (companyId === undefined || company === undefined) return []
    const batch = this.#fill(company)
    this.#companies.delete(companyId)
    if (company.size > 0) this.#companies.set(companyId, company)
    return batch
  }

  /** One message of each key, and again, until the batch is full. */
  #fill(company: Company): Waiting[] {
    const batch: Waiting[] = []
    let readings = 0
    const now = this.#options.now()
    const takeOne = (own: Waiting[]): boolean => {
      while (own[0] !== undefined && own[0].until < now) own.shift()?.reject(new QueueFull('the readings waited for too long'))
      const [item] = own
      if (item === undefined || (batch.length > 0 && readings + item.readings.length > this.#options.batchSize)) return false
      batch.push(item)
      readings += item.readings.length
      own.shift()
      return true
    }
    let open = [...company]
    while (open.length > 0) {
      open = open.filter(([keyId, own]) => {
        if (!takeOne(own)) return false
        company.delete(keyId)
        company.set(keyId, own)
        return true
      })
    }
    for (const [keyId, own] of company) if (own.length === 0) company.delete(keyId)
    return batch
  }
}
