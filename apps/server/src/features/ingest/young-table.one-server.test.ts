import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext } from '../../platform/test-context.ts'
import { storedVitals } from './load/load-replays.ts'
import { vitalsSince } from './rests/load-rests.ts'
import { correctLevels } from './store/store-rejudged.ts'
import { deleteMisplaced } from './attach/take-back.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
beforeAll(async () => {
  made = await createTestContext()
  await made.context.pool.query('select ensure_reading_partition(now())')
})
afterAll(() => made.drop())

/** How readings are looked up by a plan that is made now, while there are none: its scans, each with what it looks for. */
const scansOf = async (text: string): Promise<string[]> => {
  const { rows } = await made.context.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${text}`)
  const lines = rows.map((row) => row['QUERY PLAN'].trim())
  return lines.flatMap((line, index) => (/Scan.* on reading_\d/.test(line) ? [`${line} ${lines[index + 1] ?? ''}`] : []))
}

test.each([storedVitals, vitalsSince, correctLevels, deleteMisplaced])(
  '$name looks readings up by their key while the table is young',
  async ({ text }) => {
    const scans = await scansOf(text)
    expect(scans).not.toEqual([])
    for (const scan of scans) expect(scan).toMatch(/Index Cond: .*(device_id|user_id) = .*\bat\b|TID Cond/)
  },
)
