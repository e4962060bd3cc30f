import pg from 'pg'
import { expect, test } from 'vitest'
import type { Holder } from '../../platform/traffic/fair-room.ts'
import type { Outcome } from './pipeline.ts'
import { IngestQueue } from './queue.ts'
import { noValues, type ReceivedReading } from './reading.ts'

const reading = (device: string, at: number): ReceivedReading => ({
  ...noValues,
  kind: 'vital',
  companyId: 1,
  device,
  at,
  call: false,
  alarm: null,
  intervalMinutes: null,
  heartRate: 80,
  gateway: null,
  officeId: 1,
  receivedAt: at,
  index: 0,
})

const sender: Holder = { companyId: 1, keyId: 'a' }
const ofCompany = (companyId: number): Holder => ({ companyId, keyId: `k${companyId}` })

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
  const first = queue.add(sender, [reading('a', 1)])
  await settled()
  const rest = [queue.add(sender, [reading('a', 2)]), queue.add(sender, [reading('b', 1), reading('b', 2)])]
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
  const queue = new IngestQueue({ ingest, lanes: 1, transactions: 1, batchSize: 2 })
  const of = (companyId: number, at: number) => ({ ...reading('a', at), companyId })
  const sent = [queue.add(sender, [of(1, 1)])]
  await settled()
  sent.push(
    queue.add(sender, [of(1, 2), of(1, 3)]),
    queue.add(sender, [of(1, 4)]),
    queue.add(ofCompany(2), [of(2, 1)]),
    queue.add(sender, [of(1, 5)]),
  )
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
  const results = [queue.add(sender, [reading('a', 1)])]
  await settled()
  results.push(queue.add(sender, [reading('a', 2)]), queue.add(sender, [reading('a', 3)]))
  batches[0]?.fail(away())
  expect((await Promise.allSettled(results)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(batches).toHaveLength(1)
  const again = queue.add(sender, [reading('a', 1)])
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
  const results = await Promise.allSettled([1, 2, 3].map((at) => queue.add(sender, [reading('a', at)])))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(tried).toEqual([3, 1, 1, 1])
  expect(queue.depth).toBe(0)
})

const others = ofCompany(2)
const otherReading = (at: number) => ({ ...reading('z', at), companyId: 2 })
/** So many readings of one message, each of a device of its own. */
const message = (count: number) => Array.from({ length: count }, (_, n) => reading(`d${n}`, n))
/** What became of promises so far, without waiting for those under way. */
const fateOf = async (sent: Promise<unknown>[]) => {
  const fates = sent.map(() => 'waiting')
  sent.forEach((promise, n) =>
    promise.then(
      () => (fates[n] = 'stored'),
      (error: Error) => (fates[n] = error.name),
    ),
  )
  await settled()
  return fates
}

test('a key that floods is asked to try again later, and another finds room', async () => {
  const { ingest } = held()
  const queue = new IngestQueue({ ingest, lanes: 1, capacity: 60_000 })
  const flood = Array.from({ length: 13 }, () => queue.add(sender, message(5_000)))
  const single = queue.add(others, [otherReading(1)])
  expect(await fateOf(flood)).toEqual([...Array.from({ length: 4 }, () => 'waiting'), ...Array.from({ length: 9 }, () => 'QueueFull')])
  expect(await fateOf([single])).toEqual(['waiting'])
})

test('another company is served beside a flood at once', async () => {
  const { batches, ingest } = held()
  const queue = new IngestQueue({ ingest, batchSize: 1_000 })
  const flood = queue.add(sender, message(5_000))
  await settled()
  const single = queue.add(others, [otherReading(1)])
  await settled()
  batches.find(({ readings }) => readings[0]?.companyId === 2)?.pass()
  expect(await single).toEqual(['accepted'])
  for (let turn = 0; turn < batches.length; turn++) {
    batches[turn]?.pass()
    await settled()
  }
  expect(await flood).toHaveLength(5_000)
})

test('where all transactions are taken, a newcomer waits for one of them to end, and no more', async () => {
  const { batches, ingest } = held()
  const queue = new IngestQueue({ ingest, lanes: 1, transactions: 1, batchSize: 1_000, shareSize: 1_000 })
  const flood = queue.add(sender, message(5_000))
  await settled()
  const single = queue.add(others, [otherReading(1)])
  await settled()
  batches[0]?.pass()
  await settled()
  batches[1]?.pass()
  expect(await single).toEqual(['accepted'])
  for (let turn = 2; turn < 6; turn++) {
    await settled()
    batches[turn]?.pass()
  }
  expect(await flood).toHaveLength(5_000)
  expect(batches.map(({ readings }) => readings.length)).toEqual([1_000, 1, 1_000, 1_000, 1_000, 1_000])
})

test('keys of one company alternate within a batch', async () => {
  const { batches, ingest } = held()
  const queue = new IngestQueue({ ingest, lanes: 1, batchSize: 4 })
  const site = (keyId: string): Holder => ({ companyId: 1, keyId })
  const sent = [queue.add(site('a'), [reading('first', 0)])]
  await settled()
  for (let at = 1; at <= 6; at++) sent.push(queue.add(site('a'), [reading('a', at)]))
  sent.push(queue.add(site('b'), [reading('b', 1)]), queue.add(site('c'), [reading('c', 1)]))
  for (let turn = 0; turn < 3; turn++) {
    batches[turn]?.pass()
    await settled()
  }
  await Promise.all(sent)
  expect(batches.map(({ readings }) => readings.map(({ device, at }) => `${device}${at}`))).toEqual([
    ['first0'],
    ['a1', 'b1', 'c1', 'a2'],
    ['a3', 'a4', 'a5', 'a6'],
  ])
})

test('a key has a small share of a batch while others send, also where none of them waits, and all of it else', async () => {
  const { batches, ingest } = held()
  let now = 0
  const queue = new IngestQueue({ ingest, lanes: 1, batchSize: 1_000, shareSize: 250, now: () => now })
  const flood = queue.add(sender, message(2_750), true)
  await settled()
  const single = queue.add(others, [otherReading(1)])
  await settled()
  batches[1]?.pass()
  await single
  for (const turn of [0, 2, 3]) {
    batches[turn]?.pass()
    await settled()
  }
  now = 60_001
  for (let turn = 4; turn < batches.length; turn++) {
    batches[turn]?.pass()
    await settled()
  }
  await flood
  expect(batches.map(({ readings }) => readings.length)).toEqual([250, 1, 250, 250, 250, 500, 1_000, 250])
})

test('a burst of a key that sends alone begins with a small batch, and whole ones come while it lasts', async () => {
  const { batches, ingest } = held()
  const queue = new IngestQueue({ ingest, lanes: 1, batchSize: 1_000, shareSize: 100 })
  const sizesOf = async (readings: number) => {
    const from = batches.length
    const sent = queue.add(sender, message(readings), true)
    await settled()
    for (let turn = from; turn < batches.length; turn++) {
      batches[turn]?.pass()
      await settled()
    }
    await sent
    return batches.slice(from).map((batch) => batch.readings.length)
  }
  expect(await sizesOf(3_000)).toEqual([100, 200, 400, 800, 1_000, 500])
  expect(await sizesOf(2_000)).toEqual([1_000, 1_000])
  // Single readings make it small again.
  for (let turn = 0; turn < 4; turn++) await sizesOf(1)
  expect(await sizesOf(500)).toEqual([100, 200, 200])
})

test('what a device sent in one message stays in one batch, also where that is more than the share of its key', async () => {
  const { batches, ingest } = held()
  const queue = new IngestQueue({ ingest, lanes: 1, batchSize: 300, shareSize: 100 })
  const backlog = (device: string, count: number) => Array.from({ length: count }, (_, n) => reading(device, n))
  const sent = queue.add(sender, [...backlog('a', 90), ...backlog('b', 250), ...backlog('c', 20), ...backlog('d', 310)])
  await settled()
  for (let turn = 0; turn < batches.length; turn++) {
    batches[turn]?.pass()
    await settled()
  }
  expect(await sent).toHaveLength(670)
  const byDevice = batches.map(({ readings }) =>
    Object.fromEntries([...Map.groupBy(readings, ({ device }) => device)].map(([device, { length }]) => [device, length])),
  )
  expect(byDevice).toEqual([{ a: 90 }, { b: 250 }, { c: 20 }, { d: 300 }, { d: 10 }])
})

test('a key with much waiting rests after a batch while the process is busy and others send, and no other key does', async () => {
  const { batches, ingest } = held()
  const rests: (() => void)[] = []
  const pause = () => new Promise<void>((resolve) => rests.push(resolve))
  let isBusy = true
  const queue = new IngestQueue({ ingest, lanes: 1, batchSize: 1_000, shareSize: 100, isBusy: () => isBusy, pause })
  const neighbour: Holder = { companyId: 1, keyId: 'b' }
  const pass = async (turn: number) => {
    batches[turn]?.pass()
    await settled()
  }
  const few = queue.add(neighbour, [reading('z', 1)])
  await settled()
  const flood = queue.add(sender, message(500))
  await pass(0)
  await few
  await pass(1)
  expect(batches.map(({ readings }) => readings.length)).toEqual([1, 100])
  const single = queue.add(neighbour, [reading('z', 2)])
  await settled()
  await pass(2)
  expect(await single).toEqual(['accepted'])
  expect(batches).toHaveLength(3)
  rests[0]?.()
  await settled()
  isBusy = false
  for (let turn = 3; turn < batches.length; turn++) await pass(turn)
  expect(await flood).toHaveLength(500)
  expect(rests).toHaveLength(1)
  expect(batches.map(({ readings }) => readings.length)).toEqual([1, 100, 1, 100, 100, 100, 100])
})

test('a key that rests is served without a pause once the queue closes', async () => {
  const { batches, ingest } = held()
  const rests: (() => void)[] = []
  const pause = () => new Promise<void>((resolve) => rests.push(resolve))
  const queue = new IngestQueue({ ingest, lanes: 1, batchSize: 1_000, shareSize: 100, isBusy: () => true, pause })
  const sent = [queue.add(ofCompany(2), [otherReading(1)]), queue.add(sender, message(300))]
  await settled()
  const drained = queue.drain()
  for (let turn = 0; turn < batches.length; turn++) {
    batches[turn]?.pass()
    await settled()
  }
  await Promise.all([...sent, drained])
  expect(rests).toHaveLength(0)
  expect(queue.depth).toBe(0)
})

test('what waits of a key that rests fails with the others while the database is away', async () => {
  const { batches, ingest } = held()
  const queue = new IngestQueue({ ingest, lanes: 1, shareSize: 100, isBusy: () => true, pause: () => new Promise(() => undefined) })
  const single = queue.add(ofCompany(2), [otherReading(1)])
  const flood = queue.add(sender, message(300))
  await settled()
  batches[1]?.pass()
  await settled()
  batches[0]?.fail(away())
  expect((await Promise.allSettled([single, flood])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await queue.drain()
})

test('a sender that waits is slowed down instead of refused, in order', async () => {
  const { batches, ingest } = held()
  const queue = new IngestQueue({ ingest, lanes: 1, capacity: 6 })
  const sent = [1, 2, 3].map((at) => queue.add(sender, [reading('a', at), reading('b', at)], true))
  expect(await fateOf(sent)).toEqual(['waiting', 'waiting', 'waiting'])
  for (let turn = 0; turn < 3; turn++) {
    batches[turn]?.pass()
    await settled()
  }
  await Promise.all(sent)
  expect(batches.map(({ readings }) => readings.map(({ at }) => at))).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ])
})

test('what waited longer than a sender has patience for is refused, not stored', async () => {
  const { batches, ingest } = held()
  let now = 0
  const queue = new IngestQueue({ ingest, lanes: 1, transactions: 1, patienceMs: 10_000, now: () => now })
  const first = queue.add(sender, [reading('a', 1)])
  await settled()
  const sent = [queue.add(sender, [reading('a', 2)]), queue.add(others, [otherReading(1)], true)]
  now = 10_001
  sent.push(queue.add(sender, [reading('a', 3)]))
  const fates = Promise.allSettled(sent)
  await settled()
  batches[0]?.pass()
  await first
  await settled()
  batches[1]?.pass()
  await settled()
  batches[2]?.pass()
  expect((await fates).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(batches.map(({ readings }) => readings.map(({ companyId, at }) => `${companyId}/${at}`))).toEqual([['1/1'], ['2/1'], ['1/3']])
  expect(queue.depth).toBe(0)
})

test('while the database is away what waits of other companies fails too, rather than one try after another', async () => {
  const { batches, ingest } = held()
  const queue = new IngestQueue({ ingest, lanes: 1, transactions: 1 })
  const sent = [queue.add(sender, [reading('a', 1)])]
  await settled()
  sent.push(queue.add(others, [otherReading(1)]))
  const fates = Promise.allSettled(sent)
  await settled()
  batches[0]?.fail(away())
  expect((await fates).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(batches).toHaveLength(1)
})

test('a lost node of a cluster fails what waits of the company on it, in all its lanes, and nobody else', async () => {
  const { batches, ingest } = held()
  const queue = new IngestQueue({ ingest, lanes: 2, transactions: 1 })
  const sent = [queue.add(sender, [reading('a', 1)])]
  await settled()
  sent.push(queue.add(sender, [reading('b', 1)]), queue.add(others, [otherReading(1)]))
  const fates = Promise.allSettled(sent)
  await settled()
  const lost = new pg.DatabaseError(
    'connection to the remote node db2:5432 failed with the following error: Connection refused',
    0,
    'error',
  )
  batches[0]?.fail(Object.assign(lost, { code: '08006' }))
  await settled()
  batches[1]?.pass()
  expect((await fates).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})

test('a conflict fails what waits of the same company, and nobody else', async () => {
  const { batches, ingest } = held()
  const queue = new IngestQueue({ ingest, lanes: 1 })
  const sent = [queue.add(sender, [reading('a', 1)])]
  await settled()
  sent.push(queue.add(sender, [reading('a', 2)]), queue.add(others, [otherReading(1)]))
  const fates = Promise.allSettled(sent)
  batches[0]?.fail(Object.assign(new Error('deadlock detected'), { code: '40P01' }))
  await settled()
  batches[1]?.pass()
  expect((await fates).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})
