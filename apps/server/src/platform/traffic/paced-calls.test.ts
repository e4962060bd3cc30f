import { expect, test } from 'vitest'
import { pacedCalls } from './paced-calls.ts'

/** Calls that continue until they are released, and how many are at work. */
const callsOf = (paced: ReturnType<typeof pacedCalls>, person: string, count: number) => {
  const atWork: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => atWork.push(resolve))
  const all = Array.from({ length: count }, () => paced(person, work))
  const finish = async () => {
    let done = false
    void Promise.all(all).then(() => (done = true))
    const finishWork = () => {
      for (const go of atWork.splice(0)) go()
      return done
    }
    await expect.poll(finishWork).toBe(true)
  }
  return { atWork, finish }
}

test('of somebody who makes many calls one goes at a time while the process is busy, and nobody else waits', async () => {
  const paced = pacedCalls(
    () => true,
    () => 0,
  )
  const many = callsOf(paced, 'many', 30)
  expect(many.atWork).toHaveLength(21)
  const few = callsOf(paced, 'few', 20)
  expect(few.atWork).toHaveLength(20)
  await Promise.all([many.finish(), few.finish()])
})

test('while it is not busy all continue at once', async () => {
  const many = callsOf(
    pacedCalls(
      () => false,
      () => 0,
    ),
    'many',
    60,
  )
  expect(many.atWork).toHaveLength(60)
  await many.finish()
})

test('a caller that pauses may make as many again', async () => {
  let ms = 0
  const paced = pacedCalls(
    () => true,
    () => ms,
  )
  await callsOf(paced, 'many', 20).finish()
  ms += 2_000
  const again = callsOf(paced, 'many', 10)
  expect(again.atWork).toHaveLength(9)
  await again.finish()
})

test('a caller with many calls has a quarter of the time at most', async () => {
  let ms = 0
  const pauses: number[] = []
  const pause = async (length: number) => void pauses.push(length)
  const paced = pacedCalls(
    () => true,
    () => ms,
    pause,
  )
  await callsOf(paced, 'many', 20).finish()
  await paced('many', async () => void (ms += 100))
  await paced('many', async () => void (ms += 100))
  await paced('many', async () => void (ms += 5_000))
  expect(pauses).toEqual([300, 300, 3_000])
})
