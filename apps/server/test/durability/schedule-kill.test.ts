import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeOffice, makeUser } from '../../src/shared/organisation/test-factories.ts'
import { japanClock } from '../../src/platform/japan-time.ts'
import { createTestDatabase } from '../../src/platform/database/test-database.ts'
import { eventually, freePort, Product } from './product.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

const schedules = 300

/** Reports of a site whose time came a minute ago, each to an address of its own. */
const makeSchedules = async () => {
  const office = await makeOffice(db)
  const base = await makeUser(db, 'HeadquartersAdmin', office)
  await db
    .insertInto('report_schedule')
    .values(
      Array.from({ length: schedules }, (_, n) => ({
        company_id: office.company_id,
        office_id: office.office_id,
        kind: 'daily',
        sends_at: japanClock(new Date(Date.now() - 60_000)),
        addresses: [`gate${n}@example.com`],
        sender_company_id: base.company_id,
        sender_id: base.user_id,
      })),
    )
    .execute()
}

const sentMails = async () =>
  (await db.selectFrom('outbox_mail').select('recipients').execute()).map((mail) => (mail.recipients as { to: string[] }).to)

test('kill -9 of two processes while reports are announced: each goes out once', { timeout: 300_000 }, async () => {
  const dataDirs = await Promise.all(['one', 'other'].map((name) => mkdtemp(join(tmpdir(), `mimamori-schedule-${name}-`))))
  await makeSchedules()
  const products: Product[] = []
  try {
    for (const dataDir of dataDirs)
      products.push(new Product({ dataDir, port: await freePort(), env: { DATABASE_URL: database.url, ROLES: 'api,jobs' } }))
    for (const some of [30, 150]) {
      const seen = await eventually(
        async () => ((await sentMails()).length >= some ? (await sentMails()).length : false),
        `${some} are told`,
      )
      expect(seen).toBeLessThan(schedules)
      for (const product of products) product.kill()
    }
    await eventually(async () => (await sentMails()).length >= schedules, 'all are told')
    const left = db.selectFrom('report_schedule').select('schedule_id').where('done_on', 'is', null)
    await eventually(async () => (await left.execute()).length === 0, 'all are noted')
    const addresses = (await sentMails()).map((to) => to.join())
    expect(addresses).toHaveLength(schedules)
    expect(new Set(addresses).size).toBe(schedules)
  } finally {
    for (const product of products) await product.stop()
    for (const dataDir of dataDirs) await rm(dataDir, { recursive: true, force: true })
  }
})
