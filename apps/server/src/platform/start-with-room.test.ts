import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { startWithRoom } from './start-with-room.ts'
import { testConfig } from './test-context.ts'

const settings = testConfig({ dataDir: tmpdir() })
// More than any disk has: this one is full.
const neededMegabytes = 1_000_000_000

const failing = (times: number) => {
  let tries = 0
  return async () => {
    if (++tries <= times) throw new RangeError('there is no room')
    return tries
  }
}

test('what cannot start on a full disk is tried again until it can, and says so once', async () => {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  expect(await startWithRoom(settings, failing(3), { print, neededMegabytes, againMs: 1 })).toBe(4)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('空きができると、自動で始めます。')
})

test('what cannot start on a disk with room ends', async () => {
  const print = () => expect.unreachable()
  await expect(startWithRoom(settings, failing(1), { print, neededMegabytes: 0 })).rejects.toThrow('there is no room')
})
