import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  failFileJob,
  finishFileJob,
  mostAttempts,
  noteFileProgress,
  putBackFileJob,
  queueFileJob,
  recoverFileJobs,
  type TakenJob,
  takeFileJob,
} from './file-jobs.ts'
import { JobCancelled } from './job-record.ts'
import { createTestContext } from '../test-context.ts'

let made: Awaited<ReturnType<typeof createTestContext>>
const sessions: pg.PoolClient[] = []
const companies = [1, 2]
beforeAll(async () => {
  made = await createTestContext()
  await made.context.pool.query(
    `insert into company (company_id, code, name) overriding system value select n, 'c' || n, '会社' from unnest($1::int[]) n`,
    [companies],
  )
})
afterEach(async () => {
  for (const session of sessions.splice(0)) session.release(true)
  await made.context.db.deleteFrom('job').execute()
})
afterAll(() => made.drop())

const queue = async (companyId: number, { userId = companyId, minute = 0 } = {}): Promise<string | undefined> => {
  const jobId = randomUUID()
  const request = { about: '', officeIds: [], requesterCompanyId: companyId, content: {} }
  const at = new Date(Date.UTC(2026, 6, 20, 4, minute))
  const isQueued = await made.context.db
    .transaction()
    .execute((trx) => queueFileJob(trx, { companyId, jobId, userId, kind: 'reportZip', fileName: 'Reports.zip', request, at }, sql`true`))
  return isQueued ? jobId : undefined
}

/** Takes the next job as a process does; `die` ends the process's session. */
const take = async (): Promise<{ job: TakenJob | undefined; die: () => Promise<void> }> => {
  const session = await made.context.pool.connect()
  sessions.push(session)
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  const die = async () => {
    sessions.splice(sessions.indexOf(session), 1)
    session.release(true)
    for (let isThere = true; isThere;) {
      const { rowCount } = await made.context.pool.query('select from pg_stat_activity where pid = $1', [rows[0]?.pid])
      isThere = rowCount !== 0
    }
  }
  return { job: await takeFileJob(session, 'reportZip'), die }
}
const taken = async (): Promise<TakenJob> => {
  const { job } = await take()
  if (job === undefined) throw new Error('no job could be taken')
  return job
}
const recover = () => recoverFileJobs(made.context.db, 'reportZip', made.time.now)
const stateOf = async (jobId: string | undefined) =>
  made.context.db
    .selectFrom('job')
    .select(['job.state', 'job.attempts', 'job.error'])
    .where('job.job_id', '=', jobId ?? '')
    .executeTakeFirst()
const file = { key: 'k', type: 'application/zip', bytes: 3, total: 1 }

test('of each company one job is at work at a time, and the company whose last one is longest ago has its turn', async () => {
  const [first, second, other] = [await queue(1), await queue(1, { minute: 1 }), await queue(2, { minute: 2 })]
  const one = await taken()
  const two = await taken()
  expect([one.jobId, two.jobId]).toEqual([first, other])
  expect((await take()).job).toBeUndefined()
  await finishFileJob(made.context.db, one, file, new Date('2026-07-20T04:10:00Z'))
  await finishFileJob(made.context.db, two, file, new Date('2026-07-20T04:09:00Z'))
  const third = await queue(2, { minute: 20 })
  expect([(await taken()).jobId, (await taken()).jobId]).toEqual([third, second])
})

test('somebody has five jobs that are not made yet at most, however fast they ask', async () => {
  const jobIds = await Promise.all(Array.from({ length: 8 }, () => queue(1)))
  expect(jobIds.filter((jobId) => jobId !== undefined)).toHaveLength(5)
  expect(await queue(1, { userId: 99, minute: 1 })).toBeDefined()
  await finishFileJob(made.context.db, await taken(), file, made.time.now)
  expect(await queue(1)).toBeDefined()
  expect(await queue(1)).toBeUndefined()
})

test('a job whose process lives is left to it; one whose process died waits again, and is given up the third time', async () => {
  const jobId = await queue(1)
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const { job, die } = await take()
    expect(job).toMatchObject({ jobId, attempt })
    await recover()
    expect(await stateOf(jobId)).toMatchObject({ state: 'running' })
    await die()
    await recover()
  }
  expect(await stateOf(jobId)).toMatchObject({ state: 'failed', error: expect.stringContaining('サーバーが3回止まった') })
})

test('a process that lost its turn neither notes nor ends what another one is at', async () => {
  const { db } = made.context
  const jobId = await queue(1)
  const { job: lost, die } = await take()
  if (lost === undefined) throw new Error('no job could be taken')
  expect(await noteFileProgress(db, lost, 1, 9)).toBe(true)
  await die()
  await recover()
  const current = await taken()
  expect(await noteFileProgress(db, lost, 2, 9)).toBe(false)
  await expect(finishFileJob(db, lost, file, made.time.now)).rejects.toThrow(JobCancelled)
  await failFileJob(db, lost, '', made.time.now)
  await putBackFileJob(db, lost)
  expect(await stateOf(jobId)).toMatchObject({ state: 'running', attempts: 2 })
  await finishFileJob(db, current, file, made.time.now)
  expect(await stateOf(jobId)).toMatchObject({ state: 'done' })
})

test('what a stopping process puts back does not count as an attempt', async () => {
  const jobId = await queue(1)
  await putBackFileJob(made.context.db, await taken())
  expect(await stateOf(jobId)).toMatchObject({ state: 'waiting', attempts: 0 })
})
