import { expect, test } from 'vitest'
import { coalesceReads } from './coalesce-reads.ts'

/** Reads that end when the test says so. */
const readings = () => {
  const begun: { requests: readonly string[]; end: (answer: string) => void; fail: (error: Error) => void }[] = []
  const read = (requests: readonly string[]) =>
    new Promise<string>((resolve, reject) => {
      begun.push({ requests, end: resolve, fail: reject })
    })
  return { begun, read }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('those who ask during a reading share the next one, which begins after they requests', async () => {
  const ask = coalesceReads<string, string>()
  const { begun, read } = readings()
  const first = ask('a', 'page 1', read)
  const others = [ask('a', 'page 2', read), ask('a', 'page 3', read)]
  expect(begun.map(({ requests }) => requests)).toEqual([['page 1']])
  begun[0]?.end('before')
  expect(await first).toBe('before')
  await settled()
  expect(begun[1]?.requests).toEqual(['page 2', 'page 3'])
  // The second reading is under way: a request that comes now waits for a third.
  const late = ask('a', 'page 4', read)
  begun[1]?.end('after')
  expect(await Promise.all(others)).toEqual(['after', 'after'])
  await settled()
  expect(begun[2]?.requests).toEqual(['page 4'])
  begun[2]?.end('later')
  expect(await late).toBe('later')
  await settled()
  void ask('a', 'page 5', read)
  expect(begun).toHaveLength(4)
})

test('another question is answered by itself', async () => {
  const ask = coalesceReads<string, string>()
  const [one, two] = [readings(), readings()]
  const answers = [ask('a', 'page', one.read), ask('b', 'page', two.read)]
  expect([one.begun.length, two.begun.length]).toEqual([1, 1])
  one.begun[0]?.end('a')
  two.begun[0]?.end('b')
  expect(await Promise.all(answers)).toEqual(['a', 'b'])
})

test('a reading that fails fails for those who shared it, and not for the next', async () => {
  const ask = coalesceReads<string, string>()
  const { begun, read } = readings()
  const first = ask('a', 'page', read)
  const shared = [ask('a', 'page', read), ask('a', 'page', read)]
  begun[0]?.fail(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await settled()
  begun[1]?.fail(new Error('still away'))
  expect((await Promise.allSettled(shared)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await settled()
  const next = ask('a', 'page', read)
  begun[2]?.end('back')
  expect(await next).toBe('back')
})
