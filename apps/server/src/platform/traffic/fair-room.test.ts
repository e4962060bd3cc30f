import { expect, test } from 'vitest'
import { FairRoom, type Holder } from './fair-room.ts'

const key = (companyId: number, name: string): Holder => ({ companyId, keyId: `${companyId}/${name}` })

/** How much of single amounts a holder gets. */
const fill = (room: FairRoom, holder: Holder, amount = 1): number => {
  let got = 0
  while (room.tryTake(holder, amount)) got += amount
  return got
}

test('one key gets a third and leaves room for all others', () => {
  const room = new FairRoom(60)
  expect(fill(room, key(1, 'a'))).toBe(20)
  expect(room.tryTake(key(1, 'b'), 6)).toBe(true)
  expect(room.tryTake(key(2, 'a'), 10)).toBe(true)
})

test('a customer with many keys gets no more than half, and another still finds room', () => {
  const room = new FairRoom(600)
  const got = Array.from({ length: 50 }, (_, n) => fill(room, key(1, `k${n}`))).reduce((sum, part) => sum + part, 0)
  expect(got).toBeLessThanOrEqual(300)
  expect(room.tryTake(key(2, 'a'), 1)).toBe(true)
})

test('however many customers flood, somebody new finds room', () => {
  const room = new FairRoom(60_000)
  for (let customer = 1; customer <= 100; customer++) fill(room, key(customer, 'a'), 10)
  expect(room.held).toBeLessThanOrEqual(60_000)
  expect(room.tryTake(key(101, 'a'), 1)).toBe(true)
})

test('what is given back may be taken again', () => {
  const room = new FairRoom(3)
  expect(room.tryTake(key(1, 'a'), 1)).toBe(true)
  expect(room.tryTake(key(1, 'a'), 1)).toBe(false)
  room.give(key(1, 'a'), 1)
  expect(room.tryTake(key(1, 'a'), 1)).toBe(true)
  expect(room.held).toBe(1)
})

test('one key holds no more than its most, however much is free', () => {
  const room = new FairRoom(1_000, 10)
  expect(fill(room, key(1, 'a'))).toBe(10)
})

test('waiting callers are served in order, and a smaller one does not overtake', async () => {
  const room = new FairRoom(12)
  const own = key(1, 'a')
  await room.take(own, 4)
  const served: string[] = []
  const large = room.take(own, 3).then(() => served.push('large'))
  const small = room.take(own, 1).then(() => served.push('small'))
  room.give(own, 1)
  await Promise.resolve()
  expect(served).toEqual([])
  room.give(own, 3)
  await Promise.all([large, small])
  expect(served).toEqual(['large', 'small'])
  expect(room.held).toBe(4)
})
