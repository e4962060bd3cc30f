import { Refused, type Sender, TryLater } from './sender.ts'

export type UplinkOptions = {
  readonly sender: Sender
  /** Readings of one message, at most; the server takes 5,000. */
  readonly batchSize?: number
  /** Unsent readings kept, at most; beyond that the oldest are dropped. */
  readonly capacity?: number
  /** A number in [0, 1) that spreads the tries of many gateways. */
  readonly random: () => number
  /** Milliseconds before the second try; each further wait doubles. */
  readonly firstWaitMs?: number
  readonly onTrouble?: (message: string) => void
}

/** What went through a gateway's uplink since it was made. */
export type UplinkCounts = {
  accepted: number
  duplicates: number
  rejected: number
  retries: number
  /** Dropped: the queue was full, or the server refused the message for good. */
  dropped: number
}

/** A site's gateway: takes readings, sends them in order, and keeps what could not be sent yet. */
export type Uplink = {
  readonly counts: Readonly<UplinkCounts>
  readonly waiting: () => number
  readonly take: (readings: readonly unknown[]) => void
  /** Resolves when everything taken so far is sent or given up, or the uplink is closed. */
  readonly drained: () => Promise<void>
  readonly close: () => Promise<void>
}

const longestWaitMs = 30_000

/** Makes an uplink. One message is on its way at a time, so readings of a device arrive in the order they were taken. */
export const createUplink = (options: UplinkOptions): Uplink => {
  const { sender, batchSize = 2_000, capacity = 100_000, random, firstWaitMs = 500, onTrouble } = options
  const counts: UplinkCounts = { accepted: 0, duplicates: 0, rejected: 0, retries: 0, dropped: 0 }
  let queue: unknown[] = []
  let working: Promise<void> | undefined
  let closed = false
  let wake: () => void = () => undefined

  const wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const backOff = (failures: number, retryAfterMs: number | undefined): number =>
    retryAfterMs ?? Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1)) * (0.75 + 0.5 * random())

  const deliver = async (batch: readonly unknown[]): Promise<void> => {
    for (let failures = 1; !closed; failures += 1) {
      try {
        const sent = await sender.send(batch)
        counts.accepted += sent.accepted
        counts.duplicates += sent.duplicates
        counts.rejected += sent.rejected
        return
      } catch (error) {
        if (closed) return
        if (error instanceof Refused) {
          counts.dropped += batch.length
          onTrouble?.(`${batch.length} readings refused: ${error.message}`)
          return
        }
        if (!(error instanceof TryLater)) throw error
        counts.retries += 1
        onTrouble?.(`${error.message}; ${batch.length + queue.length} readings wait`)
        await wait(backOff(failures, error.waitMs))
      }
    }
  }

  const work = async (): Promise<void> => {
    try {
      while (queue.length > 0 && !closed) {
        const batch = queue.slice(0, batchSize)
        queue = queue.slice(batchSize)
        await deliver(batch)
      }
    } finally {
      working = undefined
    }
  }

  return {
    counts,
    waiting: () => queue.length,
    take: (readings) => {
      if (readings.length === 0 || closed) return
      queue = queue.concat(readings)
      const over = queue.length - capacity
      if (over > 0) {
        queue = queue.slice(over)
        counts.dropped += over
      }
      working ??= work()
    },
    drained: async () => {
      while (working !== undefined && !closed) await working
    },
    close: async () => {
      closed = true
      wake()
      await sender.close()
      await working
    },
  }
}
