import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestContext } from '../test-context.ts'
import { readClockAhead } from './clock-ahead.ts'

const { context, drop } = await createTestContext()
afterAll(drop)

/** Reads it with a clock that is so much ahead of the database's at the question, and at the answer. */
const readWith = async (atQuestion: number, atAnswer: number): Promise<number> => {
  let ahead = atQuestion
  vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + ahead)
  onTestFinished(() => void vi.restoreAllMocks())
  const reading = readClockAhead(context.db)
  ahead = atAnswer
  return reading
}

test('a clock that differs by less than asking took is right', async () => {
  // As where a busy machine takes that long to ask, or to hear the answer.
  expect(await readWith(-60_000, 0)).toBe(0)
  expect(await readWith(0, 60_000)).toBe(0)
})

test('one that is further ahead or behind is wrong by the middle of the time that asking took', async () => {
  const [ahead, behind] = [await readWith(600_000, 602_000), await readWith(-602_000, -600_000)]
  expect([ahead, behind].map((ms) => Math.round(ms / 60_000))).toEqual([10, -10])
})
