import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestContext } from '../test-context.ts'
import { startJobRuns } from './job-runs.ts'

const { context, time, drop } = await createTestContext()
afterAll(drop)

const read = () => context.db.selectFrom('job_run as j').selectAll().orderBy('j.job').execute()
const later = (ms: number) => {
  time.now = new Date(time.now.getTime() + ms)
}
const jobs = [{ name: 'often' }, { name: 'rarely' }]
const often = { name: 'often', everySeconds: 2 }

test('the last turn of each job is kept, how long it took, and since when it fails, without what the error says', async () => {
  await context.db.insertInto('job_run').values({ job: 'former', every_seconds: 1, began_at: time.now }).execute()
  const first = time.now
  const before = startJobRuns(context, jobs)
  const end = before.begin(often)
  later(1_500)
  end(new TypeError('山田　太郎 is not a number'))
  await before.stop()
  const failing = { job: 'often', every_seconds: 2, began_at: first, ended_at: time.now, took_ms: 1_500, error: 'TypeError' }
  expect(await read()).toEqual([{ ...failing, failed_at: time.now, failing_since: time.now }])

  const failedAt = time.now
  later(60_000)
  const runs = startJobRuns(context, jobs)
  runs.begin(often)(Object.assign(new Error('Key (name)=(山田　太郎) exists'), { code: '23505' }))
  runs.begin({ name: 'rarely', everySeconds: 3_600 })
  await runs.stop()
  const [again, under] = await read()
  expect(again).toMatchObject({ began_at: time.now, error: '23505', failed_at: time.now, failing_since: failedAt })
  expect(under).toMatchObject({ job: 'rarely', began_at: time.now, ended_at: null, took_ms: null, error: null })

  later(60_000)
  const well = startJobRuns(context, jobs)
  well.begin(often)()
  const wellAt = time.now
  later(2_000)
  // A turn under way takes nothing away of the one before.
  well.begin(often)
  await well.stop()
  expect((await read())[0]).toMatchObject({ began_at: time.now, ended_at: wellAt, took_ms: 0, error: null, failing_since: null })
})

test('a turn that a wrong clock noted as one of tomorrow hides none that comes after it', async () => {
  const tomorrow = new Date(time.now.getTime() + 86_400_000)
  await context.db
    .updateTable('job_run')
    .set({ began_at: tomorrow, ended_at: tomorrow, failing_since: null, error: null })
    .where('job', '=', 'often')
    .execute()
  const failing = startJobRuns(context, jobs)
  failing.begin(often)(new TypeError('x'))
  failing.begin(often)
  await failing.stop()
  expect((await read())[0]).toMatchObject({ began_at: time.now, error: 'TypeError', ended_at: time.now, failing_since: time.now })
})

test('turns are noted by the clock that all processes share', async () => {
  const right = time.now
  const day = 86_400_000
  vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + day)
  onTestFinished(() => void vi.restoreAllMocks())
  time.now = new Date(right.getTime() + day)
  const ahead = startJobRuns(context, jobs)
  ahead.begin(often)()
  await ahead.stop()
  const noted = (await read())[0]?.began_at.getTime() ?? 0
  // To what asking for the time took; the clock is wrong by a day.
  expect(Math.abs(noted - right.getTime())).toBeLessThan(60_000)

  // Begun by the wrong clock, written by the right one.
  const setRight = startJobRuns(context, jobs)
  const end = setRight.begin(often)
  vi.restoreAllMocks()
  time.now = new Date(right.getTime() + 60_000)
  end()
  await setRight.stop()
  expect((await read())[0]).toMatchObject({ began_at: time.now, ended_at: time.now })
})
