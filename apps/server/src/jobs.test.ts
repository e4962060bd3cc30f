import { operationJobs } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { startJobs } from './jobs.ts'
import {
  announceJob,
  announcementsOf,
  announceWork,
  liveChannel,
  namesAlerts,
  namesJobs,
  namesWork,
} from './shared/announcements/announce.ts'
import { createTestContext, testConfig } from './platform/test-context.ts'
import { makeOffice } from './shared/organisation/test-factories.ts'
import { startTestService, success, surveyRow } from './features/public-heat/test-service.ts'

const calm = {
  look: async () => ({ heldUpSince: null, reasons: [] }),
  aheadMs: () => 0,
  areAlarmsHeldUp: () => false,
}

test('the jobs begin at once: partitions ahead, public heat, a heartbeat; and end when stopped', async () => {
  const service = await startTestService()
  service.answers.set('/api/v1/getSurveyData', success(surveyRow('2026/07/20 12:00:00', '29.1')))
  service.answers.set('/heartbeat', 'OK')
  const { context, drop } = await createTestContext({
    config: testConfig({ wbgtServiceUrl: service.base, heartbeatUrl: service.base.replace('/api/v1', '/heartbeat') }),
  })
  await makeOffice(context.db, { public_wbgt_station: '44132' })
  const { stop } = startJobs(context, calm)
  const isDone = async () => {
    const { rows } = await context.pool.query<{ done: boolean }>(
      `select to_regclass('reading_20260810') is not null and exists (select from public_wbgt) as done`,
    )
    return rows[0]?.done === true && service.calls.some(({ pathname }) => pathname === '/heartbeat')
  }
  await expect.poll(isDone, { timeout: 60_000 }).toBe(true)
  await stop()
  // Each has words for people who look what is wrong at night.
  const { rows } = await context.pool.query<{ job: string }>('select j.job from job_run j order by j.job collate "C"')
  expect(rows.map(({ job }) => job)).toEqual(Object.keys(operationJobs).toSorted())
  await service.close()
  await drop()
})

test('that a job or other work waits is announced to who does jobs, as no news of an office or of alerts', async () => {
  const { context, drop } = await createTestContext()
  const client = await context.pool.connect()
  const heard: string[] = []
  client.on('notification', ({ payload = '' }) => heard.push(payload))
  await client.query(`listen ${liveChannel}`)
  await announceJob(context.db, 4)
  while (heard.length === 0) await client.query('select')
  expect(heard.map((payload) => [JSON.parse(payload), namesJobs(payload), namesAlerts(payload)])).toEqual([[{ c: 4, j: 1 }, true, false]])
  const all = announcementsOf({ companyId: 4, officeId: 3, userIds: [1], deviceIds: [2], alertIds: [3], display: true, maps: true })
  expect(all.filter(namesJobs)).toEqual([])
  heard.length = 0
  await announceWork(context.db, 4, 'mails', 'pushes')
  while (heard.length === 0) await client.query('select')
  expect(heard.map((payload): unknown => JSON.parse(payload))).toEqual([{ c: 4, w: ['mails', 'pushes'] }])
  for (const payload of heard)
    expect([namesWork('mails'), namesWork('pushes'), namesWork('notices'), namesJobs, namesAlerts].map((names) => names(payload))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  client.release(true)
  await drop()
})
