import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { testConfig } from '../src/platform/test-context.ts'
import { makeTenants } from '../src/shared/monitoring/workers/test-workers.ts'
import { startTestApp } from '../src/test-app.ts'
import { smtpOfTest } from '../src/features/outbox/test-mailing.ts'
import { noWritesMs } from '../src/features/operation/thresholds.ts'
import { startOperationWatch } from '../src/features/operation/watch.ts'

const { context, time } = await startTestApp()
const { db, pool } = context
const { people } = await makeTenants(db)
await db
  .updateTable('app_user')
  .set({ email: 'service@example.jp' })
  .where('company_id', '=', 0)
  .where('user_id', '=', people.service.user_id)
  .execute()

/** How many connections wait to write that a process runs: for its row, or for those that nobody misses any more. */
const waiting = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity a
     where a.datname = current_database() and a.query ~ '(insert into|delete from) server_process' and a.wait_event_type = 'Lock'`.execute(
    db,
  )
  return rows[0]?.count
}

test('writes that hang, as commits do without their standby, are noticed while they hang', async () => {
  const smtp = await smtpOfTest()
  const config = testConfig({ smtpUrl: smtp.url, mailFrom: '見守り <mimamori@example.jp>' })
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  const watch = startOperationWatch({ ...context, config, log }, () => null, 5, 50)
  onTestFinished(watch.stop)
  const reported = async () => (await sql`select from server_process`.execute(db)).rows.length
  await expect.poll(reported).toBe(1)
  const hanging = await pool.connect()
  onTestFinished(() => hanging.release(true))
  await hanging.query('begin; lock table server_process')
  // What was written before is noted then, and not after the time has passed.
  await expect.poll(waiting).toBe(1)
  time.now = new Date(time.now.getTime() + noWritesMs)
  await expect.poll(() => smtp.received).toHaveLength(1)
  expect(watch.areAlarmsHeldUp()).toBe(true)
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: 'alarms reach nobody', reasons: ['データベースに2分以上書き込めていません。'] },
  ])
  // However often it is tried, one connection waits.
  for (let turn = 0; turn < 4; turn += 1) {
    await setTimeout(60)
    expect(await waiting()).toBe(1)
  }
  await hanging.query('rollback')
  await expect.poll(watch.areAlarmsHeldUp).toBe(false)
  await watch.stop()
  // The stop waits for no more than its patience.
  await expect.poll(async () => (await sql`select from server_process p where p.stopped_at = ${time.now}`.execute(db)).rows).toHaveLength(1)
})
