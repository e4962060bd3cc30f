import { expect, test } from 'vitest'
import { turns } from './turns.ts'

test('so much is at work at once, the rest in the order it came; what fails gives its place on', async () => {
  const inTurn = turns(2)
  const [begun, ends]: [number[], (() => void)[]] = [[], []]
  const works = Array.from({ length: 5 }, (_, n) =>
    inTurn(async () => {
      begun.push(n)
      await new Promise<void>((resolve) => (ends[n] = resolve))
      if (n === 1) throw new Error('broken')
      return n
    }),
  )
  const settled = Promise.allSettled(works)
  const beginning = async (count: number) => expect.poll(() => begun).toHaveLength(count)
  await beginning(2)
  ends[1]?.()
  await beginning(3)
  ends[0]?.()
  await beginning(4)
  ends[3]?.()
  await beginning(5)
  expect(begun).toEqual([0, 1, 2, 3, 4])
  ends[2]?.()
  ends[4]?.()
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
})
