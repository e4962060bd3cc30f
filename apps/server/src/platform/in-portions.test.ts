import { expect, test } from 'vitest'
import { inPortions } from './in-portions.ts'

test('each is served once and in order, and what else waits comes between the portions', async () => {
  const items = Array.from({ length: 120 }, (_, index) => index)
  const served: number[] = []
  const servedWhenOthersCame = new Promise<number>((resolve) => void setImmediate(() => resolve(served.length)))
  const all = inPortions(items, (item) => void served.push(item))
  expect(served).toHaveLength(50)
  expect(await servedWhenOthersCame).toBe(50)
  await all
  expect(served).toEqual(items)
})

test('of none nothing is done', async () => {
  await expect(inPortions([], () => expect.unreachable())).resolves.toBeUndefined()
})
