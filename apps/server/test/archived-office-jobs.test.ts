import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { aliveJob } from '../src/features/alerts/silence/alive-job.ts'
import { makeSite, tokyo } from '../src/features/alerts/silence/test-site.ts'
import { drillJob } from '../src/features/alerts/drill/drill-job.ts'
import { siteHeatJob } from '../src/features/alerts/site-heat/site-heat-job.ts'
import { keyEndsJob } from '../src/features/ingest-key/key-ends-job.ts'
import { stationsInUse } from '../src/features/public-heat/stations.ts'
import { reportScheduleJob } from '../src/features/report/schedule/schedule-job.ts'
import { type Recurring, takeTurn } from '../src/platform/database/recurring.ts'
import { japanDayRange } from '../src/platform/japan-time.ts'
import { storePublicSlots } from '../src/shared/monitoring/summaries/public-slots.ts'
import { makeIngestKey, makeOffice, makeUser } from '../src/shared/organisation/test-factories.ts'
import { tenantsAmong } from '../src/shared/organisation/tenant-filter.ts'
import { startTestApp } from '../src/test-app.ts'

const product = await startTestApp()
const { db, pool } = product.context

type Office = Awaited<ReturnType<typeof makeOffice>>
const archive = async ({ company_id, office_id, name }: Office) => {
  const admin = await makeUser(db, 'AdminUnitContract', { company_id, office_id })
  const answer = await product.askAs(admin, 'POST', `/api/Office/${office_id}/Archive`, { officeName: name })
  expect(answer.status).toBe(200)
}

/** Two offices of a company, which the work finds; then the first is archived. @returns the numbers of those it finds now */
const foundBeside = async (prepare: (office: Office) => Promise<unknown>, find: () => Promise<number[]>) => {
  const gone = await makeOffice(db)
  const open = await makeOffice(db, { company_id: gone.company_id })
  for (const office of [gone, open]) await prepare(office)
  await archive(gone)
  const found = (await find()).filter((id) => id === gone.office_id || id === open.office_id)
  return found.map((id) => (id === open.office_id ? 'open' : 'archived'))
}

const idsOf = async (query: RawBuilder<{ office_id: number }>) => (await query.execute(db)).rows.map(({ office_id }) => office_id)
const after = (job: Recurring, query: RawBuilder<{ office_id: number }>) => async () => {
  await takeTurn(product.context, job)
  return idsOf(query)
}

test('no weekly drill begins at an archived office', async () => {
  product.time.now = tokyo('10:00')
  const begins = ({ company_id, office_id }: Office) =>
    db.insertInto('drill_schedule').values({ company_id, office_id, weekday: 1, starts_at: '10:00' }).execute()
  expect(await foundBeside(begins, after(drillJob, sql`select office_id from alert where drill`))).toEqual(['open'])
})

test('no report is sent of an archived office', async () => {
  product.time.now = tokyo('07:00')
  const plan = async ({ company_id, office_id }: Office) => {
    const sender = await makeUser(db, 'AdminUnitContract', { company_id, office_id })
    const who = { sender_company_id: company_id, sender_id: sender.user_id }
    const what = { kind: 'daily', sends_at: '07:00', addresses: ['a@example.com'] }
    await db
      .insertInto('report_schedule')
      .values({ company_id, office_id, ...what, ...who })
      .execute()
  }
  expect(await foundBeside(plan, after(reportScheduleJob, sql`select office_id from outbox_mail`))).toEqual(['open'])
})

test('nobody is notified that a key of an archived office comes to its end', async () => {
  product.time.now = tokyo('07:00')
  const end = async ({ office_id }: Office) => {
    const { keyId } = await makeIngestKey(db, office_id)
    const ends_at = japanDayRange('2026-07-25').to
    await db.updateTable('ingest_key').set({ ends_at }).where('ingest_key.key_id', '=', keyId).execute()
  }
  const notified = sql<{ office_id: number }>`select office_id from ingest_key where told_days_before is not null`
  expect(await foundBeside(end, after(keyEndsJob, notified))).toEqual(['open'])
})

test('the silence of an archived office is followed no more', async () => {
  product.time.now = tokyo('12:00')
  const [gone, open] = [await makeSite(product, 2), await makeSite(product, 2)]
  for (const site of [gone, open]) {
    await site.hear('13:00', site.workers)
    await site.hearGateway('13:00')
  }
  await archive(gone.office)
  for (const clock of ['13:20', '14:00']) {
    product.time.now = tokyo(clock)
    await takeTurn(product.context, aliveJob)
  }
  expect(await gone.alerts()).toEqual([])
  expect(await open.alerts()).not.toEqual([])
})

test('public heat is fetched, judged and kept for open offices', async () => {
  product.time.now = tokyo('13:05')
  const stations = new Map<number, string>()
  const use = async (office: Office) => {
    const station = `9${office.office_id}`.padEnd(5, '0')
    stations.set(office.office_id, station)
    await db.updateTable('office').set({ public_wbgt_station: station }).where('office.office_id', '=', office.office_id).execute()
    const values = ['12:00', '13:00'].map((clock) => ({ station, at: tokyo(clock), kind: 'measured', wbgt: 32 }))
    await db.insertInto('public_wbgt').values(values).execute()
  }
  const heat = sql<{ office_id: number }>`select office_id from alert where kind = 'siteHeat' and ended_at is null`
  expect(await foundBeside(use, after(siteHeatJob, heat))).toEqual(['open'])

  const fetched = new Set((await stationsInUse(db, tenantsAmong(null))).map(({ station }) => station))
  expect([...stations.values()].map((station) => fetched.has(station))).toEqual([false, true])

  // What was observed before the office was archived stays with it.
  product.time.now = tokyo('14:05')
  for (const station of stations.values()) {
    await db
      .insertInto('public_wbgt')
      .values({ station, at: tokyo('14:00'), kind: 'measured', wbgt: 32 })
      .execute()
    await storePublicSlots(pool, station, product.time.now)
  }
  const [gone, open] = [...stations.keys()]
  const kept = (officeId: number | undefined) => idsOf(sql`select office_id from heat_summary where office_id = ${officeId ?? 0}`)
  expect([(await kept(gone)).length, (await kept(open)).length]).toEqual([2, 3])
})
