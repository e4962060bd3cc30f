import { expect, test } from 'vitest'
import { turnsByKey } from './turns-by-key.ts'

test('of a key so much runs, so much waits, and more is refused; other keys continue', async () => {
  const inTurn = turnsByKey({ atOnce: 2, waiting: 1 })
  const ends: (() => void)[] = []
  let begun = 0
  const work = () => {
    begun++
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const mine = [inTurn('a', work), inTurn('a', work), inTurn('a', work)]
  await expect(inTurn('a', work)).rejects.toMatchObject({ status: 429 })
  const another = inTurn('b', work)
  await expect.poll(() => begun).toBe(3)
  ends[0]?.()
  await expect.poll(() => begun).toBe(4)
  for (const end of ends) end()
  await Promise.all([...mine, another])
  await inTurn('a', async () => 'again')
})
