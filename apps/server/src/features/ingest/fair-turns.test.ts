import { expect, test } from 'vitest'
import { FairTurns } from './fair-turns.ts'

test('newcomers and those who come again are served alternately, each in the order they came', async () => {
  const turns = new FairTurns(1)
  await turns.take(true)
  const served: string[] = []
  const waiting = [
    ['again 1', false],
    ['again 2', false],
    ['new 1', true],
    ['new 2', true],
    ['new 3', true],
  ].map(([name, isNewcomer]) =>
    turns.take(isNewcomer === true).then(() => {
      served.push(String(name))
      turns.give()
    }),
  )
  turns.give()
  await Promise.all(waiting)
  expect(served).toEqual(['new 1', 'again 1', 'new 2', 'again 2', 'new 3'])
})

test('no more work at once than there are places', async () => {
  const turns = new FairTurns(2)
  let atWork = 0
  let most = 0
  const work = async () => {
    await turns.take(true)
    atWork += 1
    most = Math.max(most, atWork)
    await new Promise(setImmediate)
    atWork -= 1
    turns.give()
  }
  await Promise.all(Array.from({ length: 9 }, work))
  expect([most, atWork]).toEqual([2, 0])
})
