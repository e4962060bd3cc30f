import { type Crowd, messageOfReadings, minuteOfHeat } from './fill.ts'
import type { Product } from './product.ts'

const batch = 500
const senders = 4

export type Throughput = { readonly readings: number; readonly seconds: number; readonly residentMb: number[] }

/** Sends a crowd's minutes one after another, as fast as they are acknowledged, until the time is over. */
export const sendOverHttp = async (product: Product, crowd: Crowd, seconds: number, firstMinute: Date): Promise<Throughput> => {
  const started = performance.now()
  const over = () => performance.now() - started > seconds * 1_000
  const residentMb: number[] = []
  const timer = setInterval(() => void product.residentMb().then((mb) => residentMb.push(mb)), 1_000)
  let readings = 0
  const post = async (body: string) => {
    const answer = await fetch(`${product.url}/api/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${crowd.keyId}.${crowd.secret}`, 'content-type': 'application/json' },
      body,
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    const { accepted, rejected } = (await answer.json()) as { accepted: number; rejected: unknown[] }
    if (rejected.length > 0) throw new Error(`rejected: ${JSON.stringify(rejected[0])}`)
    readings += accepted
  }
  const share = Math.ceil(crowd.workers / senders)
  const send = async (sender: number) => {
    const first = sender * share + 1
    const last = Math.min(crowd.workers, first + share - 1)
    for (let minute = 0; !over(); minute++) {
      const at = new Date(firstMinute.getTime() + minute * 60_000)
      if (sender === 0) await post(JSON.stringify({ readings: minuteOfHeat(at, minute) }))
      for (let from = first; from <= last && !over(); from += batch) {
        const workers = Array.from({ length: Math.min(batch, last - from + 1) }, (_, n) => from + n)
        await post(messageOfReadings(workers, at, minute))
      }
    }
  }
  await Promise.all(Array.from({ length: senders }, (_, sender) => send(sender)))
  clearInterval(timer)
  return { readings, seconds: (performance.now() - started) / 1_000, residentMb }
}
