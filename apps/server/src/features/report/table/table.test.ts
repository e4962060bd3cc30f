import type { Report } from '@mimamori/contract'
import { type Insertable } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { markHours } from '../../../shared/monitoring/summaries/due.ts'
import { makeAlert, makeDevice, makeGroup, makeOffice, makeUser } from '../../../shared/organisation/test-factories.ts'
import type { Database } from '../../../platform/database/database-types.ts'
import { startTestApp } from '../../../test-app.ts'

type Person = Awaited<ReturnType<typeof makeUser>>

const product = await startTestApp()
const { askAs, context, time } = product
const { db } = context
const now = new Date('2026-07-20T13:30:00+09:00')

const office = await makeOffice(db, { name: '東雲' })
const other = await makeOffice(db, { company_id: office.company_id, name: '有明' })
const first = await makeGroup(db, { office_id: office.office_id, code: 'A', name: '足場班' })
const second = await makeGroup(db, { office_id: office.office_id, code: 'B', name: '鉄筋班' })
const base = await makeUser(db, 'HeadquartersAdmin', office)
const contract = await makeUser(db, 'AdminUnitContract', office)

let worker: Person
beforeEach(async () => {
  time.now = now
  worker = await makeUser(db, 'User', { ...office, group_id: second.group_id }, { furigana: 'ア', affiliation1: '有明電設' })
})

const hour = (day: string, n: number) => new Date(`${day}T${String(n).padStart(2, '0')}:00:00+09:00`)

/** An hour as the job stores it, of sixty readings. */
const store = (person: Person, at: Date, values: Partial<Insertable<Database['hourly_summary']>> = {}) =>
  db
    .insertInto('hourly_summary')
    .values({
      company_id: person.company_id,
      user_id: person.user_id,
      office_id: person.office_id ?? 0,
      group_id: person.group_id,
      hour: at,
      readings: 60,
      excess_count: 0,
      connected_minutes: 60,
      ...values,
    })
    .execute()

const ask = async (who: Person, payload: object): Promise<Report> => {
  const answer = await askAs(who, 'POST', '/api/Report', payload)
  expect(answer.status).toBe(200)
  return answer.body as Report
}
const daily = (more: object = {}) => ({ OfficeId: office.office_id, ReportType: 4, Period: 2, RequestDate: '2026-07-20', ...more })
const monthly = (more: object = {}) => ({
  OfficeId: [office.office_id],
  Workers: [worker.user_id],
  ReportType: 1,
  Period: 1,
  RequestDate: '2026-07',
  ...more,
})
const rowOf = async (person: Person, more: object = {}) =>
  (await ask(base, daily(more))).dailyData.find(({ workerId }) => workerId === person.user_id)

describe('a cell', () => {
  test('shows the highest value or the mean in the digits of its unit, and the level of what it shows', async () => {
    const at = hour('2026-07-20', 9)
    await store(worker, at, {
      wbgt_max: 29.4,
      wbgt_sum: 87.35,
      wbgt_count: 3,
      excess_max: 1.4,
      excess_sum: 2.85,
      excess_count: 3,
      heart_rate_max: 131,
      heart_rate_sum: 245,
      heart_rate_count: 2,
      level_max: 2,
      connected_minutes: 57,
    })
    const cell = async (ReportType: number, Statistic: string) => {
      const row = await rowOf(worker, { ReportType, Statistic })
      return [row?.data[9], row?.levels[9], row?.states[9]]
    }
    expect(await cell(1, 'max')).toEqual([29.4, null, 'measured'])
    expect(await cell(1, 'mean')).toEqual([29.1, null, 'measured'])
    expect(await cell(2, 'max')).toEqual([1.4, 2, 'measured'])
    // 0.95 is shown as 1.0, and coloured as what is shown.
    expect(await cell(2, 'mean')).toEqual([1, 2, 'measured'])
    expect(await cell(3, 'mean')).toEqual([2, 2, 'measured'])
    expect(await cell(4, 'mean')).toEqual([123, null, 'measured'])
    expect(await cell(5, 'mean')).toEqual([57, null, 'measured'])
  })

  test('distinguishes no reading, no value and a silence', async () => {
    await store(worker, hour('2026-07-20', 8))
    await store(worker, hour('2026-07-20', 10), { readings: 0, connected_minutes: 0, alerts: 1 })
    const silent = { kind: 'silent', started_at: new Date('2026-07-20T08:40:00+09:00'), level: null, peak_level: null }
    await makeAlert(db, worker, { ...silent, ended_at: hour('2026-07-20', 11) })
    await makeAlert(db, worker, { ...silent, started_at: new Date('2026-07-20T12:10:00+09:00') })
    await makeAlert(db, worker, { ...silent, started_at: hour('2026-07-20', 5), ended_at: hour('2026-07-20', 6), withdrawn: true })
    const row = await rowOf(worker)
    expect(row?.data.every((value) => value === null)).toBe(true)
    expect(Object.entries(row?.states ?? []).filter(([, state]) => state !== 'none')).toEqual([
      ['8', 'missing'],
      ['9', 'silent'],
      ['10', 'silent'],
      ['12', 'silent'],
      // It continues, up to this moment.
      ['13', 'silent'],
    ])
    expect((await rowOf(worker, { ReportType: 5 }))?.data.slice(7, 12)).toEqual([null, 60, null, 0, null])
  })

  test('counts the emergencies that began in it; none withdrawn, none elsewhere', async () => {
    const started_at = new Date('2026-07-20T10:59:59+09:00')
    const ended_at = new Date('2026-07-20T12:30:00+09:00')
    await makeAlert(db, worker, { started_at, ended_at })
    await makeAlert(db, worker, { started_at, ended_at })
    await makeAlert(db, worker, { started_at, ended_at, withdrawn: true })
    await makeAlert(db, worker, { started_at, ended_at, kind: 'condition' })
    await makeAlert(db, worker, { started_at, ended_at, office_id: other.office_id })
    const row = await rowOf(worker)
    expect(row?.emergencies).toEqual(Array.from({ length: 24 }, (_, n) => (n === 10 ? 2 : 0)))
  })
})

describe('who is listed', () => {
  const namesOf = async (more: object = {}) => (await ask(contract, daily(more))).dailyData.map(({ workerName }) => workerName)

  test('by group, then reading; without a group after them; those who left last, those who were not there not at all', async () => {
    const site = await makeOffice(db, { company_id: office.company_id })
    const groups = await Promise.all(['い', 'あ'].map((code) => makeGroup(db, { office_id: site.office_id, code })))
    const at = (group: number | null, more = {}) => ({
      ...site,
      group_id: group === null ? null : (groups[group]?.group_id ?? null),
      ...more,
    })
    const there = (name: string, group: number | null, more = {}) =>
      makeUser(db, 'User', at(group), { full_name: name, furigana: name, ...more })
    await there('ウ', 0)
    await there('イ', 1)
    await there('ア', 0)
    await there('ケ', null)
    await makeUser(db, 'HeadquartersAdmin', site, { full_name: '所長' })
    await makeUser(db, 'GroupLeader', at(1), { full_name: 'カ', furigana: 'カ' })
    const gone = await there('キ', null, { deleted_at: now })
    await there('ク', null, { deleted_at: now })
    const moved = await makeUser(db, 'User', other, { full_name: 'コ', furigana: 'コ' })
    const before = await makeUser(db, 'User', other, { full_name: 'サ', furigana: 'サ' })
    await store(gone, hour('2026-07-20', 0), { group_id: groups[0]?.group_id ?? null })
    await store(moved, hour('2026-07-20', 23), { office_id: site.office_id, group_id: groups[1]?.group_id ?? null })
    await store(before, hour('2026-07-19', 23), { office_id: site.office_id })
    const all = ['イ', 'カ', 'ア', 'ウ', 'ケ', 'コ', 'キ']
    expect(await namesOf({ OfficeId: site.office_id })).toEqual(all)
    const listed = await askAs(contract, 'GET', `/api/Report/Worker?officeId=${site.office_id}&from=2026-07-20&to=2026-07-20`)
    expect(listed.body).toMatchObject({ count: 7, data: all.map((fullName) => ({ fullName, hasLeft: ['キ', 'コ'].includes(fullName) })) })
    const today = await askAs(contract, 'GET', `/api/Report/Worker?officeId=${site.office_id}&limit=2&offset=1`)
    expect(today.body).toMatchObject({ count: 5, data: [{ fullName: 'カ' }, { fullName: 'ア' }] })
    const found = await askAs(contract, 'GET', `/api/Report/Worker?officeId=${site.office_id}&fullName=ぁ&groupId=${groups[0]?.group_id}`)
    expect(found.body).toMatchObject({ count: 0 })
    const byName = `/api/Report/Worker?officeId=${site.office_id}&fullName=${encodeURIComponent('あ')}&groupId=${groups[0]?.group_id}`
    expect((await askAs(contract, 'GET', byName)).body).toMatchObject({ count: 1, data: [{ fullName: 'ア' }] })
  })

  test('of several sites one after the other, in the order asked, who left the first before who is at the second', async () => {
    const sites = [
      await makeOffice(db, { company_id: office.company_id }),
      await makeOffice(db, { company_id: office.company_id }),
    ] as const
    for (const [index, site] of sites.entries()) {
      const group = await makeGroup(db, { office_id: site.office_id, code: 'あ' })
      for (const name of ['ア', 'イ'])
        await makeUser(db, 'User', { ...site, group_id: group.group_id }, { full_name: `${name}${index}`, furigana: name })
    }
    const left = await makeUser(db, 'User', other, { full_name: 'ウ1', furigana: 'ウ' })
    await store(left, hour('2026-07-20', 9), { office_id: sites[1].office_id })
    expect(await namesOf({ OfficeId: [sites[1].office_id, sites[0].office_id] })).toEqual(['ア1', 'イ1', 'ウ1', 'ア0', 'イ0'])
  })

  test('of sites of several companies in one order, each person with the hours of their own company', async () => {
    const sites = [await makeOffice(db, { name: '台場' }), await makeOffice(db, { name: '晴海' }), await makeOffice(db, { name: '豊洲' })]
    const service = await makeUser(db, 'AdminUnitService')
    for (const [index, site] of sites.entries())
      for (const name of [`${'イウア'[index]}１`, `${'イウア'[index]}２`]) {
        const person = await makeUser(db, 'User', site, { full_name: name, furigana: name })
        await store(person, hour('2026-07-20', 9), { heart_rate_max: 100 + index })
      }
    const { dailyData } = await ask(service, daily({ OfficeId: sites.map(({ office_id }) => office_id) }))
    expect(dailyData.map(({ workerName, data }) => [workerName, data[9]])).toEqual([
      ['イ１', 100],
      ['イ２', 100],
      ['ウ１', 101],
      ['ウ２', 101],
      ['ア１', 102],
      ['ア２', 102],
    ])
    const officeQuery = sites.map(({ office_id }) => `officeId=${office_id}`).join('&')
    const listed = async (more: string) => {
      const { body } = await askAs(service, 'GET', `/api/Report/Worker?${officeQuery}&from=2026-07-20${more}`)
      return (body as { data: { fullName: string }[] }).data.map(({ fullName }) => fullName)
    }
    expect(await listed('')).toEqual(['ア１', 'ア２', 'イ１', 'イ２', 'ウ１', 'ウ２'])
    expect(await listed('&sortKey=fullName&sortOrder=desc&limit=3')).toEqual(['ウ２', 'ウ１', 'イ２'])
  })

  test('each site has its own line of somebody who was at two, with the hours spent there', async () => {
    await store(worker, hour('2026-07-20', 9), { heart_rate_max: 100, heart_rate_sum: 100, heart_rate_count: 1 })
    await store(worker, hour('2026-07-20', 10), { office_id: other.office_id, group_id: null, heart_rate_max: 120 })
    const { dailyData, officeName } = await ask(contract, daily({ OfficeId: [office.office_id, other.office_id], Workers: worker.user_id }))
    expect(officeName).toBe('東雲、有明')
    expect(dailyData).toMatchObject([
      { officeName: '東雲', groupName: '鉄筋班', workerId: worker.user_id },
      { officeName: '有明', groupName: null },
    ])
    expect(dailyData.map(({ data }) => data.slice(9, 11))).toEqual([
      [100, null],
      [null, 120],
    ])
    expect((await rowOf(worker))?.data.slice(9, 11)).toEqual([100, null])
  })

  test('somebody who was there in the hour that runs alone, by a reading or an alert, and left in it', async () => {
    const site = await makeOffice(db, { company_id: office.company_id })
    const [measured, alerted, absent] = await Promise.all([1, 2, 3].map(() => makeUser(db, 'User', other)))
    if (measured === undefined || alerted === undefined || absent === undefined) throw new Error('nobody')
    await context.pool.query(`select ensure_reading_partition('2026-07-20')`)
    const at = new Date('2026-07-20T13:05:00+09:00')
    const { device_id } = await makeDevice(db, 'vital', site.office_id)
    const reading = { company_id: site.company_id, device_id, at, received_at: at }
    await db
      .insertInto('reading')
      .values([
        { ...reading, user_id: measured.user_id, office_id: site.office_id, heart_rate: 97 },
        { ...reading, user_id: absent.user_id, office_id: other.office_id, at: new Date(at.getTime() + 1) },
      ])
      .execute()
    await makeAlert(db, { ...alerted, office_id: site.office_id }, { started_at: at })
    const due = [measured, alerted, absent].map(({ user_id: userId }) => ({ userId, hour: hour('2026-07-20', 13).getTime() }))
    await markHours(db, site.company_id, due)
    const { dailyData } = await ask(contract, daily({ OfficeId: site.office_id }))
    expect(dailyData.map(({ workerId, data, emergencies }) => [workerId, data[13], emergencies[13]])).toEqual([
      [measured.user_id, 97, 0],
      [alerted.user_id, null, 1],
    ])
  })

  test('under the group at the time, of the day’s last reading', async () => {
    await store(worker, hour('2026-07-20', 8), { group_id: second.group_id })
    await store(worker, hour('2026-07-20', 9), { group_id: first.group_id ?? null })
    await store(worker, hour('2026-07-20', 10), { group_id: null, readings: 0 })
    expect((await rowOf(worker))?.groupName).toBe('足場班')
    expect((await rowOf(worker, { RequestDate: '2026-07-19' }))?.groupName).toBe('鉄筋班')
  })

  test('of who withdrew consent there is a line without anything', async () => {
    await store(worker, hour('2026-07-20', 9), { heart_rate_max: 100 })
    await makeAlert(db, worker)
    await db.updateTable('app_user').set({ consent_withdrawn_at: now }).where('user_id', '=', worker.user_id).execute()
    const row = await rowOf(worker, { ReportType: 5 })
    expect(row).toMatchObject({ workerName: worker.full_name, groupName: '鉄筋班' })
    expect(row?.data).toEqual(Array.from({ length: 24 }, () => null))
    expect(new Set(row?.states)).toEqual(new Set(['none']))
    expect(new Set(row?.emergencies)).toEqual(new Set([0]))
  })
})

describe('a month', () => {
  test('has 31 rows; of the days it lacks there is no date', async () => {
    await store(worker, hour('2026-06-30', 23), { wbgt_max: 24.1 })
    await store(worker, hour('2026-07-01', 0), { wbgt_max: 23.9 })
    const june = await ask(base, monthly({ RequestDate: '2026-06-11' }))
    expect(june).toMatchObject({
      dailyData: [],
      reportDate: '2026-06-11',
      officeName: '東雲',
      workerName: worker.full_name,
      furigana: 'ア',
      affiliation1: '有明電設',
      groupName: '鉄筋班',
    })
    expect(june.monthlyData).toHaveLength(31)
    expect(june.monthlyData[29]).toMatchObject({ date: '2026-06-30' })
    expect(june.monthlyData[29]?.data[23]).toBe(24.1)
    expect(june.monthlyData[30]).toMatchObject({ date: null, data: Array.from({ length: 24 }, () => null) })
    const july = await ask(base, monthly())
    expect(july.monthlyData[0]?.data[0]).toBe(23.9)
    expect(july.monthlyData[30]).toMatchObject({ date: '2026-07-31' })
  })

  test('of several sites shows the hours at all of them together', async () => {
    const at = hour('2026-07-02', 9)
    await store(worker, at, { heart_rate_max: 100, heart_rate_sum: 300, heart_rate_count: 3 })
    await store(worker, at, { office_id: other.office_id, heart_rate_max: 130, heart_rate_sum: 130, heart_rate_count: 1 })
    const both = { OfficeId: [office.office_id, other.office_id], ReportType: 4 }
    const cell = async (more: object) => (await ask(contract, monthly({ ...both, ...more }))).monthlyData[1]?.data[9]
    expect(await cell({})).toBe(130)
    expect(await cell({ Statistic: 'mean' })).toBe(108)
    expect(await cell({ OfficeId: office.office_id })).toBe(100)
    expect(await cell({ ReportType: 5 })).toBe(60)
  })

  test('of somebody deleted, or who left before it, stays under their name', async () => {
    const gone = await makeUser(db, 'User', other, { full_name: '退場　者' })
    await store(gone, hour('2026-05-02', 9), { office_id: office.office_id, wbgt_max: 21, group_id: first.group_id ?? null })
    await db
      .updateTable('app_user')
      .set({ deleted_at: now, group_id: null, group_role: null })
      .where('user_id', '=', gone.user_id)
      .execute()
    const of = (RequestDate: string) => ask(base, monthly({ Workers: gone.user_id, RequestDate }))
    expect(await of('2026-05')).toMatchObject({ workerName: '退場　者', groupName: '足場班' })
    expect((await of('2026-05')).monthlyData[1]?.data[9]).toBe(21)
    expect(await of('2026-07')).toMatchObject({ workerName: '退場　者', groupName: '足場班' })
  })
})

describe('a refusal', () => {
  const refused = async (payload: object) => {
    const { status, body } = await askAs(base, 'POST', '/api/Report', payload)
    expect(status).toBe(400)
    return body
  }

  test('names the field and says what to do', async () => {
    expect(await refused(monthly({ Workers: [] }))).toEqual(['作業者：月報は、作業者を1人選んでください。'])
    expect(await refused(monthly({ Workers: [worker.user_id, base.user_id] }))).toEqual(['作業者：月報は、作業者を1人選んでください。'])
    expect(await refused(daily({ RequestDate: '2026-07-21' }))).toEqual(['日付：今日までの日を選んでください。'])
    expect(await refused(monthly({ RequestDate: '2026-08' }))).toEqual(['日付：今月までの月を選んでください。'])
    expect(await refused(daily({ RequestDate: '2026-07' }))).toEqual(['日付：日報は、2026-07-20 の形で日まで指定してください。'])
    expect(await refused(daily({ RequestDate: '2026-02-30' }))).toEqual(['日付：日付として読めません。2026-07-20 の形で入力してください。'])
    for (const RequestDate of ['0000-01', '0099-12', '1899-12'])
      expect(await refused(monthly({ RequestDate }))).toEqual(['日付：1900年以降の月を入力してください。'])
    for (const RequestDate of ['0000-01-01', '0026-11-22'])
      expect(await refused(daily({ RequestDate }))).toEqual(['日付：1900年より後の日付を入力してください。'])
    expect(await refused(daily({ Workers: Array(100_000).fill(worker.user_id) }))).toEqual(['作業者：5000件以内にしてください。'])
    expect(await refused(daily({ OfficeId: [] }))).toEqual(['拠点：1件以上にしてください。'])
    expect(await refused(daily({ ReportType: 6, Period: 3 }))).toEqual([
      '種類：5以下で入力してください。',
      '期間：2以下で入力してください。',
    ])
    const backwards = await askAs(base, 'GET', `/api/Report/Worker?officeId=${office.office_id}&from=2026-07-02&to=2026-07-01`)
    expect(backwards).toMatchObject({ status: 400, body: ['終了日：開始日以降の日を選んでください。'] })
  })

  test('is not what is left empty: it counts as left out', async () => {
    await store(worker, hour('2026-07-20', 9), { heart_rate_max: 131, heart_rate_sum: 245, heart_rate_count: 2 })
    for (const empty of [null, '']) {
      const { dailyData } = await ask(base, daily({ Workers: empty, Statistic: empty }))
      expect(dailyData.map(({ workerId }) => workerId)).toContain(worker.user_id)
      const file = await askAs(base, 'POST', '/api/Report/Download', daily({ Workers: worker.user_id, Format: empty, Statistic: ['MEAN'] }))
      expect([file.status, file.body]).toEqual([200, expect.stringContaining('"123"')])
    }
  })

  test('the day that begins in Japan is no future, whatever day it is in Greenwich', async () => {
    time.now = new Date('2026-07-20T15:00:00Z')
    expect((await ask(base, daily({ RequestDate: '2026-07-21' }))).reportDate).toBe('2026-07-21')
  })

  test('a site out of scope and a worker who never was at the sites are not found', async () => {
    const stranger = await makeUser(db, 'User', other)
    const abroad = await makeUser(db, 'User', await makeOffice(db))
    const statusOf = async (who: Person, payload: object) => (await askAs(who, 'POST', '/api/Report', payload)).status
    expect(await statusOf(base, daily({ OfficeId: other.office_id }))).toBe(404)
    expect(await statusOf(base, daily({ OfficeId: [office.office_id, other.office_id] }))).toBe(404)
    expect(await statusOf(contract, daily({ OfficeId: abroad.office_id }))).toBe(404)
    expect(await statusOf(base, daily({ Workers: [worker.user_id, stranger.user_id] }))).toBe(404)
    expect(await statusOf(base, monthly({ Workers: [abroad.user_id] }))).toBe(404)
    expect(await statusOf(base, monthly({ Workers: [base.user_id] }))).toBe(404)
    expect(await statusOf(contract, monthly({ Workers: [stranger.user_id] }))).toBe(404)
    expect(await statusOf(contract, monthly({ Workers: [stranger.user_id], OfficeId: other.office_id }))).toBe(200)
    expect(await statusOf(worker, daily())).toBe(403)
    const list = `/api/Report/Worker?officeId=${other.office_id}`
    expect((await askAs(base, 'GET', list)).status).toBe(404)
    expect((await askAs(contract, 'GET', list)).status).toBe(200)
  })
})
