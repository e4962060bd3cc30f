import type { SafetySummary } from '@mimamori/contract'
import { describe, expect, it } from 'vitest'
import { storeAnnouncements } from '../../../shared/monitoring/public-alerts/test-alerts.ts'
import { makeDevice, makeOffice } from '../../../shared/organisation/test-factories.ts'
import { readPdf } from '../../../platform/pdf/test-pdf.ts'
import { july, plantPublic, plantReadings } from './test-month.ts'
import { startSummaryTests } from './test-summary.ts'

const { product, tenants, address, read, emergency } = await startSummaryTests()

describe('who reads it', () => {
  it('administrators, each within their reach', async () => {
    const { people, sibling, foreign } = tenants
    const status = async (who: { user_id: number }, officeId?: number) =>
      (await product.askAs(who, 'GET', address('2026-07', officeId))).status
    expect(await status(people.service)).toBe(200)
    expect(await status(people.contract)).toBe(200)
    expect(await status(people.base)).toBe(200)
    expect(await status(people.contract, sibling.office_id)).toBe(200)
    expect(await status(people.base, sibling.office_id)).toBe(404)
    expect(await status(people.contract, foreign.office_id)).toBe(404)
    expect(await status(people.foreignContract)).toBe(404)
    expect(await status(people.foreignBase)).toBe(404)
    expect(await status(people.service, 999_999)).toBe(404)
    for (const who of [people.leader, people.subLeader, people.worker]) expect(await status(who)).toBe(403)
  })

  it('not of a month to come, nor of what is no month', async () => {
    const { body, status } = await product.askAs(tenants.people.base, 'GET', address('2026-09'))
    expect([status, body]).toEqual([400, ['月：今月までの月を選んでください。']])
    expect((await product.askAs(tenants.people.base, 'GET', address('2026-13'))).status).toBe(400)
    for (const month of ['0000-01', '0001-01', '1899-12']) {
      const refused = await product.askAs(tenants.people.base, 'GET', address(month))
      expect([refused.status, refused.body]).toEqual([400, ['月：1900年以降の月を入力してください。']])
    }
  })
})

describe('people', () => {
  const hours = (userId: number, day: number, from: number, count: number, wbgt = 29) =>
    Array.from({ length: count * 60 }, (_, minute) => ({
      device_id: userId,
      user_id: userId,
      group_id: tenants.group.group_id,
      at: new Date(july(day, `${from}:00`).getTime() + minute * 60_000),
      heart_rate: 100,
      wbgt,
    }))

  it('are listed with their exposure, deleted ones too; people without consent and hours at another site do not count', async () => {
    const { db } = product.context
    const { worker, neighbour, leader, sibling } = tenants.people
    await plantReadings(product.context, tenants.office, [
      ...hours(worker.user_id, 10, 9, 5),
      ...hours(worker.user_id, 11, 9, 2),
      ...hours(neighbour.user_id, 10, 22, 4),
      ...hours(leader.user_id, 10, 9, 1, 20),
    ])
    await plantReadings(product.context, tenants.sibling, [...hours(worker.user_id, 12, 9, 3), ...hours(sibling.user_id, 10, 9, 3)])
    await db
      .updateTable('app_user')
      .set({ deleted_at: july(20) })
      .where('user_id', '=', worker.user_id)
      .execute()
    await db
      .updateTable('app_user')
      .set({ consent_withdrawn_at: july(20) })
      .where('user_id', '=', neighbour.user_id)
      .execute()
    const { exposure, people } = await read()
    await db
      .updateTable('app_user')
      .set({ deleted_at: null, consent_withdrawn_at: null })
      .where('company_id', '=', tenants.office.company_id)
      .execute()
    expect(people).toBe(2)
    expect(exposure).toEqual({
      minutes: (5 + 2) * 60,
      longDays: 1,
      people: [{ userId: worker.user_id, fullName: worker.full_name, groupName: tenants.group.name, minutes: 420, days: 2, longDays: 1 }],
    })
  })

  it('who withdrew their consent have emergencies without measured values', async () => {
    const { db } = product.context
    await emergency(july(3), { user_id: tenants.people.neighbour.user_id })
    await db
      .updateTable('app_user')
      .set({ consent_withdrawn_at: july(20) })
      .where('user_id', '=', tenants.people.neighbour.user_id)
      .execute()
    const { emergencies } = await read()
    await db.updateTable('app_user').set({ consent_withdrawn_at: null }).where('company_id', '=', tenants.office.company_id).execute()
    expect(emergencies).toMatchObject([{ reason: '危険の累計が限度に到達' }])
  })
})

describe('a month', () => {
  it('without any data says so', async () => {
    const fresh = await makeOffice(product.context.db, { company_id: tenants.office.company_id })
    const { body } = await product.askAs(tenants.people.contract, 'GET', address('2026-07', fresh.office_id))
    expect(body).toMatchObject({
      officeName: fresh.name,
      isRunning: false,
      people: 0,
      totals: { emergency: 0, level3: 0, level2: 0, level1: 0 },
      previous: null,
      heat: { highest: null, heatMinutes: 0, longStretches: 0, longDays: 0 },
      groups: [],
      places: [],
      response: { asked: 0, medianSeconds: null, over30: 0 },
      exposure: { minutes: 0, longDays: 0, people: [] },
      emergencies: [],
    })
    const { days } = body as SafetySummary
    expect(days.every(({ wbgtMax, wbgt }) => wbgtMax === null && wbgt.every((value) => value === null))).toBe(true)
  })

  it('that runs shows what there is up to now, the running hour too', async () => {
    product.time.now = july(20, '13:05')
    const { db } = product.context
    const east = await makeDevice(db, 'heat', tenants.office.office_id)
    const tag = await makeDevice(db, 'vital', tenants.office.office_id)
    await plantReadings(product.context, tenants.office, [{ device_id: east.device_id, at: july(20, '11:00'), wbgt: 29 }])
    const now = { company_id: tenants.office.company_id, office_id: tenants.office.office_id, received_at: july(20, '13:02') }
    await db
      .insertInto('reading')
      .values([
        { ...now, device_id: east.device_id, at: july(20, '13:02'), wbgt: 30 },
        { ...now, device_id: tag.device_id, user_id: tenants.people.worker.user_id, at: july(20, '13:02'), heart_rate: 90, wbgt: 30 },
      ])
      .execute()
    await db
      .insertInto('summary_due')
      .values({ company_id: now.company_id, user_id: tenants.people.worker.user_id, hour: july(20, '13:00') })
      .execute()
    await db
      .insertInto('heat_due')
      .values({ company_id: now.company_id, device_id: east.device_id, slot: july(20, '13:00'), serial: east.serial })
      .execute()
    await plantPublic(db, tenants.office, [{ at: july(20, '12:30'), wbgt: 31 }])
    const summary = await read()
    // 11:00 by the watcher, 12:30 to 13:00 by the station, 13:00 by the watcher.
    expect(summary).toMatchObject({ isRunning: true, people: 1, heat: { heatMinutes: 50 }, exposure: { minutes: 1 } })
    expect(summary.days).toHaveLength(31)
    expect(summary.days[19]?.wbgt.slice(11, 15)).toEqual([29, 31, 30, null])
  })

  it('before it is null if nothing is known of it, and shown if people were there without an alert', async () => {
    const { worker } = tenants.people
    expect((await read()).previous).toBeNull()
    await plantReadings(product.context, tenants.office, [{ device_id: 1, user_id: worker.user_id, at: july(-3), heart_rate: 90 }])
    expect((await read()).previous).toEqual({ emergency: 0, level3: 0, level2: 0, level1: 0, heatMinutes: 0 })
  })
})

describe('as a sheet', () => {
  const download = async (who: { user_id: number }, query = `officeId=${tenants.office.office_id}&month=2026-07`) =>
    product.app.inject({ method: 'GET', url: `/api/Report/Summary/Download?${query}`, headers: await product.as(who) })

  it('is a PDF of one page under the month’s name, for those who may read it', async () => {
    const one = await emergency(july(3, '10:00'))
    const { base, leader, foreignBase } = tenants.people
    const { statusCode, headers, rawPayload } = await download(base)
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(`熱中症対策_月次まとめ_${tenants.office.name}_2026-07.pdf`)
    const paper = await readPdf(rawPayload)
    expect(paper.pages).toHaveLength(1)
    // A long name continues in the next line.
    const words = paper.text.replaceAll('\n', '')
    for (const text of [tenants.office.name, '2026年7月', '3日 10:00', one.full_name ?? '', base.full_name]) expect(words).toContain(text)
    expect((await download(leader)).statusCode).toBe(403)
    expect((await download(foreignBase)).statusCode).toBe(404)
    expect((await download(base, `officeId=${tenants.sibling.office_id}&month=2026-07`)).statusCode).toBe(404)
  })

  it('is not drawn of a month in which nothing was', async () => {
    const { statusCode, body } = await download(tenants.people.base)
    expect([statusCode, JSON.parse(body)]).toEqual([400, ['出力するデータがありません。']])
  })
})

describe('what the ministry announced', () => {
  const setStation = (public_wbgt_station: string | null) =>
    product.context.db.updateTable('office').set({ public_wbgt_station }).where('office_id', '=', tenants.office.office_id).execute()

  it('is on record for each day of the month, with when it was announced and withdrawn; nothing is known without a station', async () => {
    expect((await read()).publicAlerts).toBeNull()
    await setStation('44132')
    expect((await read()).publicAlerts).toEqual([])
    await storeAnnouncements(
      product.context.db,
      { day: '2026-06-30', flag: 1, at: '2026-06-29T17:00' },
      { day: '2026-07-01', flag: 1, at: '2026-06-30T17:00' },
      { day: '2026-07-01', flag: 1, at: '2026-07-01T05:00' },
      { day: '2026-07-20', flag: 2, at: '2026-07-19T10:00' },
      { day: '2026-07-20', flag: 3, at: '2026-07-19T14:00' },
      { day: '2026-07-21', flag: 1, at: '2026-07-20T17:00' },
      { day: '2026-07-21', flag: 0, at: '2026-07-21T05:00' },
      { day: '2026-08-01', flag: 1, at: '2026-07-31T17:00' },
    )
    const announced = { area: '東京都', withdrawnAt: null }
    expect((await read()).publicAlerts).toEqual([
      { ...announced, day: '2026-07-01', level: 'alert', announcedAt: '2026-06-30T17:00:00+09:00' },
      { ...announced, day: '2026-07-20', level: 'special', announcedAt: '2026-07-19T14:00:00+09:00' },
      {
        ...announced,
        day: '2026-07-21',
        level: 'alert',
        announcedAt: '2026-07-20T17:00:00+09:00',
        withdrawnAt: '2026-07-21T05:00:00+09:00',
      },
    ])
    await setStation(null)
  })
})
