import { afterAll, expect, test } from 'vitest'
import { startNotifiedSite } from '../alerts/notices/test-site.ts'
import { liveChannel } from '../../shared/announcements/announce.ts'
import { testConfig } from '../../platform/test-context.ts'
import { outboxJob } from './outbox-job.ts'
import { startSmtp } from './test-smtp.ts'

const site = await startNotifiedSite()
const server = await startSmtp()

afterAll(() => server.stop())

test('a mail about many alerts is settled at once and announced once, however long somebody holds one of them', async () => {
  const { db, pool } = site.context
  await site.set('TO', 'gate@example.jp')
  for (let n = 0; n < 3; n += 1) await site.open({ kind: 'emergency', level: 3, ended_at: null }, Object.values(site.tenants.people)[n + 3])
  await site.tell()
  const [first] = await site.mails()
  await db.updateTable('alert_notice').set({ mail_id: first?.mail_id }).execute()
  await db
    .deleteFrom('outbox_mail')
    .where('mail_id', '<>', first?.mail_id ?? 0)
    .execute()
  const [holder, sender, listener] = [await pool.connect(), await pool.connect(), await pool.connect()]
  const announced: string[] = []
  listener.on('notification', ({ payload = '' }) => announced.push(payload))
  await listener.query(`listen ${liveChannel}`)
  try {
    await holder.query('begin')
    await holder.query('select from alert where alert_id = (select min(alert_id) from alert) for update')
    const context = { ...site.context, config: testConfig({ smtpUrl: server.url, mailFrom: 'mimamori@example.jp' }) }
    const turn = outboxJob.run(context, sender, new AbortController().signal)
    await expect.poll(async () => (await site.mails())[0]?.sent_at).toEqual(site.time.now)
    await holder.query('commit')
    await turn
    expect((await db.selectFrom('alert').select('mails').execute()).map(({ mails }) => mails)).toEqual([1, 1, 1])
    await expect.poll(() => announced).toHaveLength(1)
  } finally {
    await listener.query(`unlisten ${liveChannel}`)
    for (const client of [holder, sender, listener]) client.release()
  }
})
