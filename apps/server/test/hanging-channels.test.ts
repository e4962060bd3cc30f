import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { channelJob } from '../src/features/channel/channel-job.ts'
import { noticeJob } from '../src/features/alerts/notices/notice-job.ts'
import { recordEvents } from '../src/features/alerts/episodes/record-events.ts'
import { outboxJob } from '../src/features/outbox/outbox-job.ts'
import { startSmtp } from '../src/features/outbox/test-smtp.ts'
import { startRecurring } from '../src/platform/database/recurring.ts'
import { testConfig } from '../src/platform/test-context.ts'
import { startReceiver } from '../src/shared/channels/test-receiver.ts'
import { makeAlert, makeTenants } from '../src/shared/monitoring/workers/test-workers.ts'
import { makeUser } from '../src/shared/organisation/test-factories.ts'
import { startTestApp } from '../src/test-app.ts'

const [well, broken] = [await startReceiver(), await startReceiver()]
const smtp = await startSmtp()
afterAll(async () => {
  await well.close()
  await broken.close()
  await smtp.stop()
})
const config = testConfig({ channelHosts: [well.host, broken.host], smtpUrl: smtp.url, publicUrl: 'https://mimamori.example.jp' })
const product = await startTestApp({ config })
const { db } = product.context
const { people, office } = await makeTenants(db)

const makeChannel = (name: string, url: string) =>
  product.askAs(people.contract, 'POST', '/api/NotificationChannel', {
    officeId: office.office_id,
    type: 'slack',
    name,
    url,
    level: 1,
    withNames: true,
  })

/** A danger of somebody with a heart rate, an age and a birth date that no message may carry. */
const openAlert = async (n: number) => {
  const person = await makeUser(
    db,
    'User',
    { ...people.worker, office_id: office.office_id },
    { full_name: `作業員　${n}号`, date_of_birth: '1963-04-17' },
  )
  const at = new Date()
  const values = { level: 3, peak_level: 3, cause: 'maximum', heart_rate: 187, excess: 4.6, wbgt: 32.7, base_name: '東雲現場' }
  const reason = JSON.stringify({ kind: 'maximum', limit: 163, over: 24, minutes: 3, compared: 158 })
  const alert = await makeAlert(db, person, at, { ...values, reason })
  await db
    .transaction()
    .execute((trx) =>
      recordEvents(trx, [
        { companyId: office.company_id, alertId: alert.alert_id, officeId: office.office_id, at, event: 'opened', level: 3 },
      ]),
    )
}

test('while channels hang and fail, mails and the messages of other channels leave within a second of their alert, and no vital sign leaves', async () => {
  broken.state.reply = ({ path }) => (path.endsWith('/hanging') ? 'hang' : { status: 500 })
  for (let n = 0; n < 5; n += 1) await makeChannel(`壊れた通知先${n}`, `${broken.url}${n % 2 === 0 ? '/hanging' : ''}`)
  await makeChannel('元気な通知先', well.url)
  await sql`insert into master_setting (company_id, office_id, type, key, value)
            values (${office.company_id}, ${office.office_id}, 'EMAIL_ALERT_SETTING', 'TO', 'gate@example.jp')`.execute(db)
  const context = { ...product.context, clock: () => new Date() }
  const jobs = [noticeJob, channelJob, outboxJob].map((job) => startRecurring(context, job))
  const wake = () => jobs.forEach((job) => job.wake())
  const waits: { mail: number; channel: number }[] = []
  try {
    for (let n = 0; n < 4; n += 1) {
      await openAlert(n)
      const openedAt = performance.now()
      wake()
      const since = async (isThere: () => boolean) => {
        await expect.poll(() => (wake(), isThere()), { interval: 20, timeout: 10_000 }).toBe(true)
        return performance.now() - openedAt
      }
      const [mail, channel] = await Promise.all([since(() => smtp.received.length > n), since(() => well.received.length > n)])
      waits.push({ mail, channel })
      await after(200)
    }
  } finally {
    await broken.close()
    await Promise.all(jobs.map((job) => job.stop()))
  }
  expect(broken.received.length).toBeGreaterThanOrEqual(5)
  for (const { mail, channel } of waits) expect(Math.max(mail, channel)).toBeLessThan(1_000)
  for (const { body } of [...well.received, ...broken.received]) {
    expect(body).toContain('作業員')
    expect(body).not.toMatch(/187|163|158|4\.6|32\.7|1963|6[234]歳|心拍|号/)
  }
  const { rows } = await sql<{ kept: string }>`select d.message::text as kept from channel_delivery d`.execute(db)
  for (const { kept } of rows) expect(kept).not.toMatch(/187|163|158|4\.6|32\.7|1963|心拍/)
}, 60_000)
