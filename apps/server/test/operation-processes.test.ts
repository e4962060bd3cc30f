import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { noteStopped, readProcesses, reportProcess } from '../src/features/operation/processes.ts'
import { missedMs } from '../src/features/operation/thresholds.ts'
import { createTestContext, testConfig } from '../src/platform/test-context.ts'

const { context, time, drop } = await createTestContext()
const { db } = context
const start = time.now
afterAll(drop)
afterEach(async () => {
  time.now = start
  await sql`delete from server_process`.execute(db)
})

const later = (ms: number) => {
  time.now = new Date(time.now.getTime() + ms)
}
const facts = { broker: null, disks: [], floorMegabytes: 1_024, certificates: [], isClockSynchronised: null, unansweredMailTries: null }
const ownId = 'aaaaaaaa-0000-4000-8000-000000000001'

test('a process whose role nobody does is missed until somebody does', async () => {
  const known = async () => (await readProcesses(db)).map(({ processId }) => processId)
  const other = { ...context, config: testConfig({ roles: ['ingest'] }) }
  const jobs = { ...context, config: testConfig({ roles: ['jobs'] }) }
  const reportAs = (one: typeof other, processId: string) => reportProcess(one, { processId, startedAt: start }, 0, facts)
  const [dead, successor] = ['aaaaaaaa-0000-4000-8000-000000000002', 'aaaaaaaa-0000-4000-8000-000000000003']
  await reportAs(other, dead)
  later(missedMs + 1)
  await reportAs(jobs, ownId)
  expect(await known()).toEqual([ownId, dead])
  await reportAs(other, successor)
  expect(await known()).toEqual([ownId, successor])
})

test('a process that stopped in order is kept for a day, or until another one has its roles', async () => {
  const known = async () => (await readProcesses(db)).map(({ processId, stoppedAt }) => [processId, stoppedAt])
  const reportAs = (roles: string, processId: string) =>
    reportProcess({ ...context, config: testConfig({ roles: roles.split(',') as never }) }, { processId, startedAt: start }, 0, facts)
  const [stopped, successor] = ['aaaaaaaa-0000-4000-8000-000000000002', 'aaaaaaaa-0000-4000-8000-000000000003']
  await reportAs('ingest', stopped)
  await noteStopped(context, { processId: stopped })
  await reportAs('api,jobs', ownId)
  expect(await known()).toEqual([
    [ownId, null],
    [stopped, start],
  ])
  await reportAs('api,ingest', successor)
  expect(await known()).toEqual([
    [ownId, null],
    [successor, null],
  ])
  await noteStopped(context, { processId: successor })
  later(missedMs)
  await reportAs('jobs', ownId)
  expect(await known()).toHaveLength(2)
  later(1)
  await reportAs('jobs', ownId)
  expect(await known()).toEqual([[ownId, null]])
})

test('a process whose clock is a day ahead forgets nobody who runs', async () => {
  const aheadMs = 25 * 3_600_000
  await reportProcess(context, { processId: ownId, startedAt: start }, 0, facts)
  const wrong = { ...context, clock: () => new Date(time.now.getTime() + aheadMs), config: testConfig({ roles: ['jobs'] }) }
  await reportProcess(wrong, { processId: 'aaaaaaaa-0000-4000-8000-000000000002', startedAt: start }, aheadMs, facts)
  expect((await readProcesses(db)).map(({ processId }) => processId)).toContain(ownId)
  await sql`update server_process p set roles = '{jobs}'`.execute(db)
  await reportProcess(wrong, { processId: 'aaaaaaaa-0000-4000-8000-000000000002', startedAt: start }, aheadMs, facts)
  expect((await readProcesses(db)).map(({ processId }) => processId)).toContain(ownId)
})
