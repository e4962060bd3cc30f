import { expect, test } from 'vitest'
import { SharedLane } from './shared-lane.ts'
import { QueueFull } from './transient.ts'

/** Work that is recorded when it begins and ends when the test says so. */
const recorded = (lane: SharedLane) => {
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const run = (name: string, readings: number, companyId = 1) =>
    lane.run(companyId, readings, async (isShared) => {
      begun.push(`${name} ${isShared ? 'shared' : 'parted'}`)
      const end = Promise.withResolvers<void>()
      ends.set(name, end)
      await end.promise
    })
  return {
    begun,
    run,
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string, error: Error) => ends.get(name)?.reject(error),
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('few readings share a lane; more are parted once it is empty, and shared again when nothing is under way', async () => {
  const { begun, run, end } = recorded(new SharedLane(100, 2))
  const works = [run('first', 60), run('second', 40), run('third', 1), run('other', 100, 2)]
  await turn()
  expect(begun).toEqual(['first shared', 'second shared', 'other shared'])
  end('first')
  works.push(run('fourth', 1))
  await turn()
  expect(begun).toHaveLength(3)
  end('second')
  await turn()
  expect(begun.slice(3)).toEqual(['third parted', 'fourth parted'])
  for (const name of ['third', 'fourth', 'other']) end(name)
  await Promise.all(works)
  const last = run('last', 1)
  expect(begun.at(-1)).toBe('last shared')
  end('last')
  await last
})

test('where the shared lane fails for all, those who wait for it fail too, and those after them do not', async () => {
  const { begun, run, end, fail } = recorded(new SharedLane(10, 2))
  const works = [run('first', 10), run('waiting', 1)]
  const settled = Promise.allSettled(works)
  fail('first', new QueueFull('the database is away'))
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = run('next', 20)
  await turn()
  expect(begun).toEqual(['first shared', 'next parted'])
  end('next')
  await next
})

test('a message that could not be stored fails nobody else', async () => {
  const { run, end, fail } = recorded(new SharedLane(10, 2))
  const settled = Promise.allSettled([run('first', 10), run('waiting', 1)])
  fail('first', new Error('a value out of range'))
  await turn()
  end('waiting')
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

test('with one lane only the size of a message counts', async () => {
  const { begun, run, end } = recorded(new SharedLane(10, 1))
  const works = [run('small', 10), run('second', 10), run('large', 11)]
  await turn()
  expect(begun).toEqual(['small shared', 'second shared', 'large parted'])
  for (const name of ['small', 'second', 'large']) end(name)
  await Promise.all(works)
})
