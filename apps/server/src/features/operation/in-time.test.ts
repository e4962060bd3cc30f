import { expect, test } from 'vitest'
import { inTime } from './in-time.ts'

test('what hangs is waited for so long, begun once, and answered when it ends', async () => {
  let begun = 0
  const { promise, resolve } = Promise.withResolvers<string>()
  const ask = inTime(() => {
    begun++
    return promise
  }, 5)
  expect(await ask()).toBeUndefined()
  expect(await ask()).toBeUndefined()
  const last = ask()
  resolve('done')
  expect([await last, begun]).toEqual(['done', 1])
  expect([await ask(), begun]).toEqual(['done', 2])
})

test('what fails in time fails for those who asked', async () => {
  await expect(inTime(() => Promise.reject(new Error('no')))()).rejects.toThrow('no')
})
