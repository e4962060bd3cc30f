import { expect, test } from 'vitest'
import type { Outcome } from './pipeline.ts'
import { IngestQueue, QueueFull } from './queue.ts'
import type { ReceivedReading } from './reading.ts'

const reading = (device: string, at: number): ReceivedReading => ({
  kind: 'vital',
  companyId: 1,
  device,
  at,
  call: false,
  intervalMinutes: null,
  heartRate: 80,
  wbgt: null,
  temperature: null,
  humidity: null,
  globe: null,
  hook: null,
  pressure: null,
  battery: null,
  slaveBattery: null,
  signal: null,
  waveLevel: null,
  gateway: null,
  latitude: null,
  longitude: null,
  accuracy: null,
  officeId: 1,
  receivedAt: at,
  index: 0,
})

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

/** A pipeline whose batches wait to be let through or failed, one after another. */
const held = () => {
  const batches: { readings: readonly ReceivedReading[]; pass: () => void; fail: (error: Error) => void }[] = []
  const ingest = (readings: readonly ReceivedReading[]) =>
    new Promise<Outcome[]>((resolve, reject) => {
      batches.push({ readings, pass: () => resolve(readings.map(() => 'accepted')), fail: reject })
    })
  return { batches, ingest }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('what arrives while a transaction runs shares the next', async () => {
  const { batches, ingest } = held()
  const queue = new IngestQueue({ ingest, lanes: 1 })
  const first = queue.add([reading('a', 1)])
  await settled()
  const rest = [queue.add([reading('a', 2)]), queue.add([reading('b', 1), reading('b', 2)])]
  batches[0]?.pass()
  await first
  await settled()
  expect(batches[1]?.readings.map(({ device, at }) => `${device}${at}`)).toEqual(['a2', 'b1', 'b2'])
  batches[1]?.pass()
  expect(await Promise.all(rest)).toEqual([['accepted'], ['accepted', 'accepted']])
  expect(queue.depth).toBe(0)
})

test('a transaction holds readings of one company, and companies take turns', async () => {
  const { batches, ingest } = held()
  const queue = new IngestQueue({ ingest, lanes: 1, batchSize: 2 })
  const of = (companyId: number, at: number) => ({ ...reading('a', at), companyId })
  const sent = [queue.add([of(1, 1)])]
  await settled()
  sent.push(queue.add([of(1, 2), of(1, 3)]), queue.add([of(1, 4)]), queue.add([of(2, 1)]), queue.add([of(1, 5)]))
  for (let turn = 0; turn < 4; turn += 1) {
    batches[turn]?.pass()
    await settled()
  }
  await Promise.all(sent)
  expect(batches.map(({ readings }) => readings.map(({ companyId, at }) => `${companyId}/${at}`))).toEqual([
    ['1/1'],
    ['1/2', '1/3'],
    ['2/1'],
    ['1/4', '1/5'],
  ])
})

test('while the database is away what waits fails with what failed, so that nothing overtakes it', async () => {
  const { batches, ingest } = held()
  const queue = new IngestQueue({ ingest, lanes: 1 })
  const results = [queue.add([reading('a', 1)])]
  await settled()
  results.push(queue.add([reading('a', 2)]), queue.add([reading('a', 3)]))
  batches[0]?.fail(away())
  expect((await Promise.allSettled(results)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(batches).toHaveLength(1)
  const again = queue.add([reading('a', 1)])
  await settled()
  batches[1]?.pass()
  expect(await again).toEqual(['accepted'])
})

test('a message that cannot be stored fails alone', async () => {
  const tried: number[] = []
  const queue = new IngestQueue({
    lanes: 1,
    ingest: async (readings) => {
      tried.push(readings.length)
      if (readings.some(({ at }) => at === 2)) throw new Error('a fault of ours')
      return readings.map(() => 'accepted')
    },
  })
  const results = await Promise.allSettled([1, 2, 3].map((at) => queue.add([reading('a', at)])))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(tried).toEqual([3, 1, 1, 1])
  expect(queue.depth).toBe(0)
})

test('more than may wait is refused at once', async () => {
  const { batches, ingest } = held()
  const queue = new IngestQueue({ ingest, lanes: 1, capacity: 2 })
  const first = queue.add([reading('a', 1), reading('a', 2)])
  await expect(queue.add([reading('a', 3)])).rejects.toThrow(QueueFull)
  await settled()
  batches[0]?.pass()
  await first
  await queue.drain()
  const next = queue.add([reading('a', 3)])
  await settled()
  batches[1]?.pass()
  expect(await next).toEqual(['accepted'])
})
