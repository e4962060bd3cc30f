import { setTimeout as after } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startJobs } from './jobs.ts'
import { createTestContext, testConfig } from './platform/test-context.ts'
import { makeOffice } from './organisation/test-factories.ts'
import { startTestService, success, surveyRow } from './public-heat/test-service.ts'

test('the jobs begin at once: partitions ahead, public heat, a heartbeat; and end when stopped', async () => {
  const service = await startTestService()
  service.answers.set('/api/v1/getSurveyData', success(surveyRow('2026/07/20 12:00:00', '29.1')))
  service.answers.set('/heartbeat', 'OK')
  const { context, drop } = await createTestContext({
    config: testConfig({ wbgtServiceUrl: service.base, heartbeatUrl: service.base.replace('/api/v1', '/heartbeat') }),
  })
  await makeOffice(context.db, { public_wbgt_station: '44132' })
  const { stop } = startJobs(context)
  const isDone = async () => {
    const { rows } = await context.pool.query<{ done: boolean }>(
      `select to_regclass('reading_20260810') is not null and exists (select from public_wbgt) as done`,
    )
    return rows[0]?.done === true && service.asked.some(({ pathname }) => pathname === '/heartbeat')
  }
  for (const end = Date.now() + 10_000; !(await isDone()) && Date.now() < end;) await after(20)
  expect(await isDone()).toBe(true)
  await stop()
  await service.close()
  await drop()
})
