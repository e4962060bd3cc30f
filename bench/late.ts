import { type Crowd, minuteOfReadings } from './fill.ts'
import type { Product } from './product.ts'

const batch = 500
const people = 1_000
const minutes = 70
const measured = 10
/** A late reading is so much older than the newest one. */
const lateByMinutes = 12

/**
 * What a reading costs in order, and what one costs that is put in its place and has its worker judged again, in ms each:
 * the same people, once a minute for more than an hour, then between those minutes.
 */
export const costOfLate = async (product: Product, crowd: Crowd, firstMinute: Date): Promise<{ inOrder: number; late: number }> => {
  const post = async (minute: number, seconds: number): Promise<number> => {
    const at = new Date(firstMinute.getTime() + minute * 60_000 + seconds * 1_000)
    const started = performance.now()
    for (let from = 1; from <= people; from += batch) {
      const workers = Array.from({ length: batch }, (_, n) => from + n)
      const answer = await fetch(`${product.url}/api/ingest`, {
        method: 'POST',
        headers: { authorization: `Bearer ${crowd.keyId}.${crowd.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ readings: minuteOfReadings(workers, at, minute) }),
      })
      const { accepted } = (await answer.json()) as { accepted: number }
      if (accepted !== batch) throw new Error(`${accepted} of ${batch} readings were accepted`)
    }
    return performance.now() - started
  }
  const sum = (times: readonly number[]) => times.reduce((all, time) => all + time, 0) / (times.length * people)
  const inOrder: number[] = []
  for (let minute = 0; minute < minutes; minute++) inOrder.push(await post(minute, 0))
  const late: number[] = []
  for (let turn = 0; turn < measured; turn++) late.push(await post(minutes - lateByMinutes - turn, 30))
  return { inOrder: sum(inOrder.slice(-measured)), late: sum(late) }
}
