import { setTimeout as after } from 'node:timers/promises'
import { type Crowd, minuteOfReadings } from './fill.ts'
import type { Product } from './product.ts'

const timesASecond = 10

/** Sends readings as a gateway of the crowd. @throws Error where they are not taken */
export const sendReadings = async ({ url }: Product, { keyId, secret }: Crowd, readings: readonly unknown[]): Promise<void> => {
  const answer = await fetch(`${url}/api/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keyId}.${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ readings }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
}

/** Sends so many readings a second of the first `workers` of a crowd, one after another, until stopped. */
export const startSteadyReadings = (product: Product, crowd: Crowd, workers: number, perSecond: number): { stop: () => Promise<void> } => {
  const stopping = new AbortController()
  const part = perSecond / timesASecond
  const under = new Set<Promise<void>>()
  const sendAll = async (): Promise<void> => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const own = Array.from({ length: part }, (_, n) => ((turn * part + n) % workers) + 1)
      const sent = sendReadings(product, crowd, minuteOfReadings(own, new Date(), turn)).finally(() => under.delete(sent))
      under.add(sent)
      await after(1_000 / timesASecond)
    }
    await Promise.all(under)
  }
  const running = sendAll()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
