import type { SafetySummary } from '@mimamori/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeAlert, makeTenants } from '../../monitoring/test-workers.ts'
import { makeDevice, makeOffice } from '../../organisation/test-factories.ts'
import { readPdf } from '../../platform/pdf/test-pdf.ts'
import { startTestApp } from '../../test-app.ts'
import { july, plantEvent, plantPublic, plantReadings } from './test-month.ts'

const product = await startTestApp()
const tenants = await makeTenants(product.context.db)

beforeEach(async () => {
  product.time.now = july(41)
  await product.context.pool.query('truncate alert, alert_event, reading, hourly_summary, heat_summary, summary_due, heat_due cascade')
})

const address = (month = '2026-07', officeId = tenants.office.office_id) => `/api/Report/Summary?officeId=${officeId}&month=${month}`
const read = async (month?: string): Promise<SafetySummary> => {
  const { status, body } = await product.askAs(tenants.people.base, 'GET', address(month))
  expect(status, JSON.stringify(body)).toBe(200)
  return body as SafetySummary
}

type Values = Parameters<typeof makeAlert>[3]
const alert = (at: Date, values: Values = {}, who = tenants.people.worker) => makeAlert(product.context.db, who, at, values)
const event = (...args: Parameters<typeof plantEvent> extends [unknown, ...infer Rest] ? Rest : never) =>
  plantEvent(product.context.db, ...args)
const emergency = (at: Date, values: Values = {}) =>
  alert(at, {
    kind: 'emergency',
    level: 3,
    peak_level: 3,
    cause: 'accumulated',
    reason: JSON.stringify({ kind: 'accumulated', limit: 3, minutes: 15 }),
    ...values,
  })

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

describe('alerts', () => {
  it('belong to the month in Japan in which they began', async () => {
    for (const at of [july(0, '23:59'), july(1, '00:00'), july(31, '23:59'), july(32, '00:00')]) await alert(at, { ended_at: at })
    const summary = await read()
    expect(summary.totals).toEqual({ emergency: 0, level3: 0, level2: 0, level1: 2 })
    expect(summary.days).toHaveLength(31)
    expect(summary.days.filter(({ level1 }) => level1 > 0).map(({ date }) => date)).toEqual(['2026-07-01', '2026-07-31'])
    expect(summary.hours.flatMap(({ level1 }, hour) => (level1 > 0 ? hour : []))).toEqual([0, 23])
    expect(summary.previous).toEqual({ emergency: 0, level3: 0, level2: 0, level1: 1, heatMinutes: 0 })
    expect((await read('2026-06')).days).toHaveLength(30)
    expect((await read('2026-02')).days).toHaveLength(28)
  })

  it('are the real ones of this site: no drills, nothing withdrawn, none of another site or company', async () => {
    await alert(july(10), { drill: true, kind: 'emergency', user_id: null, full_name: null })
    await alert(july(10), { withdrawn: true, ended_at: july(10) })
    await alert(july(10), {}, tenants.people.sibling)
    await alert(july(10), {}, tenants.people.foreign)
    const summary = await read()
    expect(summary.totals).toEqual({ emergency: 0, level3: 0, level2: 0, level1: 0 })
    expect(summary.kinds.every(({ count }) => count === 0)).toBe(true)
    expect(summary.emergencies).toEqual([])
  })

  it('count by their highest level; an emergency stands beside the condition it rose from; belts and silences have no level of heat', async () => {
    await alert(july(10, '09:30'), { level: 1, peak_level: 3, ended_at: july(10) })
    await emergency(july(10, '10:15'))
    await alert(july(11), {
      level: 2,
      peak_level: null,
      kind: 'siteHeat',
      user_id: null,
      ended_at: july(11),
      full_name: null,
      group_id: null,
    })
    await alert(july(12), { kind: 'belt', level: 3, peak_level: 3 })
    await alert(july(13), { kind: 'silent', level: null, peak_level: null })
    const summary = await read()
    expect(summary.totals).toEqual({ emergency: 1, level3: 1, level2: 1, level1: 0 })
    expect(summary.days[9]).toMatchObject({ emergency: 1, level3: 1 })
    expect(summary.hours[9]).toMatchObject({ emergency: 0, level3: 1 })
    expect(summary.hours[10]).toMatchObject({ emergency: 1, level3: 0 })
    const kinds = Object.fromEntries(summary.kinds.map(({ kind, count }) => [kind, count]))
    expect(kinds).toMatchObject({ condition: 1, emergency: 1, siteHeat: 1, belt: 1, silent: 1, battery: 0 })
  })

  it('stay with the group of the time, whatever became of the person and the group', async () => {
    const { worker } = tenants.people
    const { group, otherGroup } = tenants
    await alert(july(5), { group_id: group.group_id, group_name: '足場班', peak_level: 2 })
    await alert(
      july(15),
      { kind: 'emergency', group_id: otherGroup.group_id, group_name: '旧・電気班' },
      { ...worker, group_id: otherGroup.group_id },
    )
    await alert(july(20), { group_id: otherGroup.group_id, group_name: '電気班', ended_at: july(20), kind: 'condition' })
    await alert(july(21), { group_id: null, group_name: '解散した班', ended_at: july(21) })
    await alert(july(22), { group_id: null, group_name: null, ended_at: july(22) })
    const { groups } = await read()
    expect(groups.map(({ groupName, emergency: e, level2, level1 }) => [groupName, e, level2, level1])).toEqual([
      ['電気班', 1, 0, 1],
      ['足場班', 0, 1, 0],
      ['解散した班', 0, 0, 1],
      [null, 0, 0, 1],
    ])
  })
})

describe('answers', () => {
  const { base, leader } = tenants.people

  it('count from the first person, within so many minutes', async () => {
    const one = await emergency(july(3, '10:00'), { outcome: 'medical', handling: 'closed', ended_at: july(3) })
    await event(one, july(3, '10:02'), 'acknowledged', { by: leader })
    await event(one, july(3, '10:04'), 'responding', { by: base })
    await event(one, july(3, '11:00'), 'closed', { by: base })
    const two = await alert(july(4, '10:00'), { peak_level: 3, ended_at: july(4), outcome: 'rested' })
    await event(two, july(4, '10:08'), 'acknowledged', { by: base })
    const three = await alert(july(5, '10:00'), { peak_level: 2, ended_at: july(5) })
    await event(three, july(5, '10:31'), 'closed', { by: base })
    await alert(july(6, '10:00'), { peak_level: 1, ended_at: july(6) })
    const { response, outcomes, emergencies } = await read()
    expect(response).toEqual({
      asked: 3,
      answered: 3,
      unanswered: 0,
      medianSeconds: 480,
      within: [3, 5, 10, 15, 30].map((minutes) => ({ minutes, count: minutes < 10 ? 1 : 2 })),
      over30: 1,
    })
    expect(Object.fromEntries(outcomes.map(({ outcome, count }) => [outcome, count]))).toEqual({
      rested: 1,
      sentHome: 0,
      medical: 1,
      falseAlarm: 0,
      other: 0,
    })
    expect(emergencies).toMatchObject([
      {
        id: one.alert_id,
        at: '2026-07-03T10:00:00+09:00',
        fullName: tenants.people.worker.full_name,
        reason: '危険の累計が 15分に到達',
        answeredSeconds: 120,
        outcome: 'medical',
      },
    ])
  })

  it('of nobody: what recovered by itself within half an hour did not wait longer, an emergency waits for a person', async () => {
    await alert(july(3, '10:00'), { peak_level: 2, ended_at: july(3, '10:20') })
    await alert(july(4, '10:00'), { peak_level: 2, ended_at: july(4, '10:40') })
    await emergency(july(5, '10:00'), { ended_at: july(5, '10:01') })
    const judged = await alert(july(6, '10:00'), { peak_level: 3, ended_at: july(6, '10:10') })
    await event(judged, july(6, '10:05'), 'closed')
    expect((await read()).response).toMatchObject({ asked: 4, answered: 0, unanswered: 4, medianSeconds: null, over30: 2 })
  })

  it('count from when an episode rose to level 2; who acknowledged it before has to see it again, who responds is there', async () => {
    const seen = await alert(july(3, '09:00'), { peak_level: 2, ended_at: july(3, '12:00') })
    await event(seen, july(3, '09:00'), 'opened', { level: 1 })
    await event(seen, july(3, '09:01'), 'acknowledged', { by: base })
    await event(seen, july(3, '10:00'), 'raised', { level: 2 })
    await event(seen, july(3, '10:00'), 'reopened')
    await event(seen, july(3, '10:06'), 'acknowledged', { by: base })
    const there = await alert(july(4, '09:00'), { peak_level: 3, ended_at: july(4, '12:00') })
    await event(there, july(4, '09:00'), 'opened', { level: 1 })
    await event(there, july(4, '09:05'), 'responding', { by: base })
    await event(there, july(4, '10:00'), 'raised', { level: 3 })
    await event(there, july(4, '11:00'), 'closed', { by: base })
    expect((await read()).response).toMatchObject({
      asked: 2,
      answered: 2,
      medianSeconds: 180,
      over30: 0,
      within: [{ count: 1 }, { count: 1 }, { count: 2 }, { count: 2 }, { count: 2 }],
    })
  })

  it('are not asked of what was over before its readings came', async () => {
    await alert(july(3), { peak_level: 3, late: true, ended_at: july(3, '12:20') })
    const summary = await read()
    expect(summary.totals.level3).toBe(1)
    expect(summary.response).toMatchObject({ asked: 0, unanswered: 0, over30: 0 })
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

  it('are told with their exposure, deleted ones too; who withdrew their consent counts nowhere, and hours at another site do not', async () => {
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

  it('who withdrew their consent have emergencies without what was measured', async () => {
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

describe('heat', () => {
  const watch = (device: { device_id: number }, day: number, time: string, count: number, wbgt: number, more = {}) =>
    Array.from({ length: count }, (_, index) => ({
      device_id: device.device_id,
      at: new Date(july(day, time).getTime() + index * 600_000),
      wbgt,
      ...more,
    }))

  it('counts ten minutes where any watcher shows it, once, and tells each place', async () => {
    const { db } = product.context
    const east = await makeDevice(db, 'heat', tenants.office.office_id, { location_name: '東側 外部足場' })
    const gone = await makeDevice(db, 'heat', tenants.office.office_id, { location_name: '北' })
    await plantReadings(product.context, tenants.office, [
      ...watch(east, 10, '09:00', 6, 28),
      ...watch(gone, 10, '09:30', 6, 31.4),
      ...watch(gone, 10, '12:00', 2, 24, { temperature: 31 }),
      ...watch(gone, 11, '09:00', 3, 27.9, { temperature: 30.9 }),
    ])
    // It stands at another site since.
    await db.updateTable('device').set({ office_id: tenants.sibling.office_id }).where('device_id', '=', gone.device_id).execute()
    await alert(july(10, '10:00'), { kind: 'siteHeat', user_id: null, device_id: gone.device_id, peak_level: 3, wbgt_point: '北' })
    await emergency(july(10, '10:00'), { wbgt_point: '東側 外部足場' })
    const summary = await read()
    expect(summary.heat).toEqual({
      highest: { wbgt: 31.4, at: '2026-07-10T09:30:00+09:00', place: `暑さ指数計 ${gone.serial}`, source: 'measured' },
      heatMinutes: 110,
      longStretches: 1,
      longDays: 0,
    })
    expect(summary.places).toEqual([
      {
        place: `暑さ指数計 ${gone.serial}`,
        serialNumber: gone.serial,
        source: 'measured',
        wbgtMax: 31.4,
        heatMinutes: 80,
        emergency: 0,
        level3: 1,
      },
      { place: '東側 外部足場', serialNumber: east.serial, source: 'measured', wbgtMax: 28, heatMinutes: 60, emergency: 1, level3: 0 },
    ])
    expect(summary.days[9]).toMatchObject({ wbgtMax: 31.4, heatMinutes: 110 })
    expect(summary.days[9]?.wbgt.slice(8, 13)).toEqual([null, 31.4, 31.4, null, 24])
  })

  it('goes on over a single slot that nobody measured, and not over two', async () => {
    const east = await makeDevice(product.context.db, 'heat', tenants.office.office_id)
    await plantReadings(product.context, tenants.office, [
      ...watch(east, 10, '09:00', 3, 29),
      ...watch(east, 10, '09:40', 2, 29),
      ...watch(east, 11, '09:00', 3, 29),
      ...watch(east, 11, '09:50', 3, 29),
    ])
    const { heat, places } = await read()
    expect(heat).toMatchObject({ heatMinutes: 120, longStretches: 1 })
    expect(places[0]?.heatMinutes).toBe(120)
  })

  it('sees stretches over midnight and the ends of the month whole, in the month they begin', async () => {
    const east = await makeDevice(product.context.db, 'heat', tenants.office.office_id)
    await plantReadings(product.context, tenants.office, [
      ...watch(east, 0, '23:30', 6, 29),
      ...watch(east, 10, '23:30', 6, 29),
      ...watch(east, 31, '23:40', 12, 29),
    ])
    const summary = await read()
    expect(summary.heat).toMatchObject({ heatMinutes: 30 + 60 + 20, longStretches: 2 })
    expect(summary.days.filter(({ heatMinutes }) => heatMinutes > 0).map(({ date, heatMinutes }) => [date.slice(8), heatMinutes])).toEqual([
      ['01', 30],
      ['10', 30],
      ['11', 30],
      ['31', 20],
    ])
    expect(summary.previous?.heatMinutes).toBe(30)
    expect((await read('2026-06')).heat.longStretches).toBe(1)
    expect((await read('2026-08')).heat).toMatchObject({ heatMinutes: 100, longStretches: 0 })
  })

  it('is the public station’s where no watcher says anything: its hourly value stands until the next', async () => {
    const east = await makeDevice(product.context.db, 'heat', tenants.office.office_id, { location_name: '東' })
    await plantReadings(product.context, tenants.office, watch(east, 11, '09:00', 3, 27))
    await plantPublic(product.context.db, tenants.office, [
      ...[9, 10, 11, 12, 13].map((hour) => ({ at: july(10, `${hour}:00`), wbgt: 30 + hour / 10 })),
      { at: july(10, '14:00'), wbgt: 27.9 },
      { at: july(11, '09:00'), wbgt: 33 },
    ])
    const { heat, places, days } = await read()
    expect(heat).toEqual({
      highest: { wbgt: 33, at: '2026-07-11T09:30:00+09:00', place: '環境省 44132', source: 'public' },
      heatMinutes: 330,
      longStretches: 1,
      longDays: 1,
    })
    expect(places).toMatchObject([
      { place: '環境省 44132', serialNumber: null, source: 'public', wbgtMax: 33, heatMinutes: 330 },
      { place: '東', source: 'measured', wbgtMax: 27, heatMinutes: 0 },
    ])
    expect(days[9]?.wbgt.slice(8, 16)).toEqual([null, 30.9, 31, 31.1, 31.2, 31.3, 27.9, null])
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

  it('that runs tells what there is up to now, the running hour too', async () => {
    product.time.now = july(20, '13:05')
    const { db } = product.context
    const east = await makeDevice(db, 'heat', tenants.office.office_id)
    await plantReadings(product.context, tenants.office, [{ device_id: east.device_id, at: july(20, '11:00'), wbgt: 29 }])
    const now = { company_id: tenants.office.company_id, office_id: tenants.office.office_id, received_at: july(20, '13:02') }
    await db
      .insertInto('reading')
      .values([
        { ...now, device_id: east.device_id, at: july(20, '13:02'), wbgt: 30 },
        { ...now, device_id: 1, user_id: tenants.people.worker.user_id, at: july(20, '13:02'), heart_rate: 90, wbgt: 30 },
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

  it('before it is null where nothing is known of it, and told where people were there without an alert', async () => {
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
    // A long name goes on in the next line.
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
