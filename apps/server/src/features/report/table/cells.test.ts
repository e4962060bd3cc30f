import { type Report, type ReportType, reportTypes } from '@mimamori/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hourMs, markHours } from '../../../shared/monitoring/summaries/due.ts'
import { summaryJob } from '../../../shared/monitoring/summaries/summary-job.ts'
import {
  makeAlert,
  makeDevice,
  makeGroup,
  makeIngestKey,
  makeOffice,
  makeUser,
  makeWear,
} from '../../../shared/organisation/test-factories.ts'
import { takeTurn } from '../../../platform/database/recurring.ts'
import { startTestApp } from '../../../test-app.ts'
import { expectedGroup, expectedLine, type Raw, readRaw, wasThere } from './test-cells.ts'

type Person = Awaited<ReturnType<typeof makeUser>>
type Office = Awaited<ReturnType<typeof makeOffice>>
type Device = Awaited<ReturnType<typeof makeDevice>>

// Half an hour off the full one, and on another day than Japan for half of it.
const zoneBefore = process.env['TZ']
process.env['TZ'] = 'America/St_Johns'

const product = await startTestApp()
const { context, ask, askAs, time } = product
const { db, pool } = context
const at = (text: string) => new Date(`2026-${text}:00+09:00`)
const minute = 60_000

let here: Office
let there: Office
let admin: Person
let headers: Record<string, string>
let people: Record<'steady' | 'mover' | 'leaver' | 'former', Person>
const groups = new Map<number, string>()
const keys = new Map<number, string>()
let afterDropping: Raw | undefined

const post = async (office: Office, readings: readonly object[]) => {
  const answer = await ask('POST', '/api/ingest', { headers: { authorization: keys.get(office.office_id) ?? '' }, payload: { readings } })
  expect(answer).toMatchObject({ status: 200, body: { rejected: [] } })
}

const manage = async (method: 'PUT' | 'DELETE', { user_id: userId }: Person, payload?: object) =>
  expect(await askAs(admin, method, `/api/UserRole/${userId}`, payload)).toMatchObject({ status: 200 })

/** A heart rate that wanders, is missing now and then, and for some hours altogether. */
const pulseAt = (device: Device, instant: Date) => {
  const n = Math.floor(instant.getTime() / minute) + device.device_id * 17
  const isMissing = n % 11 === 0 || Math.floor(n / 60) % 7 === 3
  return {
    kind: 'vital',
    device: device.serial,
    at: instant.toISOString(),
    interval: 7,
    heartRate: isMissing ? null : 80 + ((n * 37) % 90),
    call: n % 601 === 0,
  }
}

/** Readings every seven minutes from one time to another. */
const pulses = (device: Device, from: Date, to: Date) =>
  Array.from({ length: Math.ceil((to.getTime() - from.getTime()) / (7 * minute)) }, (_, n) =>
    pulseAt(device, new Date(from.getTime() + n * 7 * minute)),
  )

const heat = (device: Device, from: Date, to: Date) =>
  Array.from({ length: Math.ceil((to.getTime() - from.getTime()) / (10 * minute)) }, (_, n) => {
    const instant = new Date(from.getTime() + n * 10 * minute)
    const wbgt = 24 + ((Math.floor(instant.getTime() / (10 * minute)) * 7) % 83) / 10
    return { kind: 'heat', device: device.serial, at: instant.toISOString(), wbgt, temperature: wbgt + 4 }
  })

/** Somebody is silent at the site; as with every alert that opens, the hour's summary is due. */
const fallSilent = async (person: Person, from: string, to: string) => {
  const hour = Math.floor(at(from).getTime() / hourMs) * hourMs
  await makeAlert(db, person, { kind: 'silent', level: 2, started_at: at(from), ended_at: at(to) })
  await markHours(db, person.company_id, [{ userId: person.user_id, hour }])
}

const job = () => takeTurn(context, summaryJob)

/** What came long ago, is summarised, and whose readings are then dropped. */
const livePast = async (person: Person, device: Device) => {
  await pool.query(
    `select ensure_reading_partition('2026-06-30'), ensure_reading_partition('2026-07-27'), ensure_reading_partition('2026-08-03')`,
  )
  const from = at('06-30T21:05')
  const past = pulses(device, from, at('07-01T03:00')).map(({ at: instant, heartRate }, n) => ({
    company_id: person.company_id,
    office_id: here.office_id,
    device_id: device.device_id,
    user_id: person.user_id,
    at: new Date(instant),
    received_at: new Date(instant),
    heart_rate: heartRate,
    wbgt: 21 + (n % 40) / 8,
    excess: (n % 50) / 10 - 1.2,
    total_level: n % 4,
    group_id: person.group_id,
  }))
  await db.insertInto('reading').values(past).execute()
  const hours = Array.from({ length: 6 }, (_, n) => ({ userId: person.user_id, hour: at('06-30T21:00').getTime() + n * hourMs }))
  time.now = at('07-02T00:00')
  await markHours(db, person.company_id, hours)
  await job()
  afterDropping = await readRaw(pool, [person.user_id])
  await pool.query('drop table reading_20260629')
  await markHours(db, person.company_id, hours.slice(0, 2))
}

const makePeople = async () => {
  const [first, second] = await Promise.all([1, 2].map(() => makeGroup(db, { office_id: here.office_id })))
  const elsewhere = await makeGroup(db, { office_id: there.office_id })
  for (const group of [first, second, elsewhere]) if (group !== undefined) groups.set(group.group_id, group.name)
  const of = { ...here, group_id: first?.group_id ?? null }
  const wearer = async () => {
    const user = await makeUser(db, 'User', of, { gender: 1, date_of_birth: '1986-01-01' })
    const tag = await makeDevice(db, 'vital', here.office_id)
    await makeWear(db, user.user_id, tag.device_id)
    return { user, tag }
  }
  return { steady: await wearer(), mover: await wearer(), leaver: await wearer(), former: await wearer(), second, elsewhere }
}

beforeAll(async () => {
  here = await makeOffice(db, { name: '東雲' })
  there = await makeOffice(db, { company_id: here.company_id, name: '有明' })
  admin = await makeUser(db, 'AdminUnitContract', here)
  for (const office of [here, there]) keys.set(office.office_id, (await makeIngestKey(db, office.office_id)).bearer)
  const watcher = await makeDevice(db, 'heat', here.office_id)
  const { steady, mover, leaver, former, second, elsewhere } = await makePeople()
  people = { steady: steady.user, mover: mover.user, leaver: leaver.user, former: former.user }
  await livePast(former.user, former.tag)
  const upTo = async (text: string) => {
    const from = time.now
    time.now = at(text)
    return { from, to: time.now }
  }
  const late: object[] = []

  // The last night of July, from hour to hour; heat is measured until eleven of the next day.
  time.now = at('07-30T20:03')
  for (const text of ['07-30T21:00', '07-30T22:30', '07-31T00:10', '07-31T02:00', '07-31T06:00', '07-31T09:40']) {
    const { from, to } = await upTo(text)
    const tags = [steady.tag, mover.tag, leaver.tag].flatMap((tag) => pulses(tag, from, to))
    late.push(...tags.filter((_, n) => n % 9 === 4))
    await post(here, [...heat(watcher, from, to), ...tags.filter((_, n) => n % 9 !== 4)])
    await job()
  }
  // Somebody changes groups within an hour, and somebody sites.
  await db
    .updateTable('app_user')
    .set({ group_id: second?.group_id ?? null })
    .where('user_id', '=', steady.user.user_id)
    .execute()
  let step = await upTo('07-31T10:40')
  await post(here, [...heat(watcher, step.from, step.to), ...[steady.tag, mover.tag].flatMap((tag) => pulses(tag, step.from, step.to))])
  await manage('PUT', mover.user, { companyId: here.company_id, officeId: there.office_id })
  const newTag = await makeDevice(db, 'vital', there.office_id)
  await makeWear(db, mover.user.user_id, newTag.device_id, { worn_from: time.now })
  await db.updateTable('app_user').set({ group_id: elsewhere.group_id, group_role: 3 }).where('user_id', '=', mover.user.user_id).execute()
  step = await upTo('07-31T10:58')
  await post(there, pulses(newTag, step.from, step.to))
  // A gap of hours, in which two are missed.
  await fallSilent(steady.user, '07-31T11:20', '07-31T14:00')
  step = await upTo('07-31T14:06')
  await post(here, [...late, ...pulses(steady.tag, at('07-31T14:00'), step.to), ...pulses(leaver.tag, at('07-31T13:30'), step.to)])
  await fallSilent(leaver.user, '07-31T14:40', '07-31T23:59')
  // The months' turn.
  await upTo('07-31T23:40')
  step = await upTo('08-01T00:20')
  await post(
    here,
    [steady.tag, leaver.tag].flatMap((tag) => pulses(tag, step.from, step.to)),
  )
  await post(there, pulses(newTag, step.from, step.to))
  const closed = { handling: 'closed', outcome: 'rested', handled_at: time.now }
  await db.updateTable('alert').set(closed).where('alert.user_id', '=', leaver.user.user_id).execute()
  await manage('DELETE', leaver.user)
  // A whole morning comes in late, and the hour now runs.
  await upTo('08-01T13:25')
  headers = await product.as(admin)
  await post(here, pulses(steady.tag, at('08-01T06:00'), at('08-01T13:25')))
})
afterAll(() => {
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
})

const askReport = async (payload: object): Promise<Report> => {
  const answer = await ask('POST', '/api/Report', { headers, payload })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as Report
}
const requests = [
  ...reportTypes.map((type) => ({ type, statistic: 'max' as const })),
  ...([1, 2, 4] as const).map((type) => ({ type, statistic: 'mean' as const })),
]

/** All that is on record; of what is past the retention, what was before its readings were dropped. */
const readAll = async (): Promise<Raw> => {
  const raw = await readRaw(
    pool,
    Object.values(people).map(({ user_id: userId }) => userId),
  )
  return { ...raw, readings: [...(afterDropping?.readings ?? []), ...raw.readings] }
}

const compareDay = async (raw: Raw, day: string, offices: readonly Office[]) => {
  const registered = await db
    .selectFrom('app_user')
    .select(['user_id', 'office_id'])
    .where('deleted_at', 'is', null)
    .where('role', '=', 'User')
    .execute()
  const pairs = offices.flatMap(({ office_id: officeId, name }) =>
    Object.values(people).map(({ user_id: userId }) => ({ userId, officeIds: [officeId], name, day })),
  )
  const filled = pairs.filter(
    (pair) => wasThere(raw, pair) || registered.some((row) => row.user_id === pair.userId && pair.officeIds.includes(row.office_id ?? 0)),
  )
  for (const { type, statistic } of requests) {
    const { dailyData } = await askReport({
      OfficeId: offices.map((office) => office.office_id),
      ReportType: type,
      Period: 2,
      RequestDate: day,
      Statistic: statistic,
    })
    const lines = dailyData.map(({ workerId, officeName, data, levels, emergencies, states }) => [
      `${workerId} ${officeName}`,
      { data, levels, emergencies, states },
    ])
    const expected = filled.map((pair) => [`${pair.userId} ${pair.name}`, expectedLine(raw, pair, type, statistic, time.now)])
    expect(Object.fromEntries(lines)).toEqual(Object.fromEntries(expected))
    for (const pair of filled) {
      const group = expectedGroup(raw, pair)
      const row = dailyData.find(({ workerId, officeName }) => workerId === pair.userId && officeName === pair.name)
      if (group !== undefined) expect(row?.groupName).toBe(group === null ? null : groups.get(group))
    }
  }
}

const compareMonth = async (
  raw: Raw,
  month: string,
  person: Person,
  offices: readonly Office[],
  type: ReportType,
  statistic: 'max' | 'mean',
) => {
  const officeIds = offices.map((office) => office.office_id)
  const payload = { OfficeId: officeIds, Workers: person.user_id, ReportType: type, Period: 1, RequestDate: month, Statistic: statistic }
  const { monthlyData } = await askReport(payload)
  const expected = Array.from({ length: 31 }, (_, n) => {
    const day = `${month}-${String(n + 1).padStart(2, '0')}`
    const exists = new Date(`${day}T12:00:00Z`).getUTCDate() === n + 1
    return { date: exists ? day : null, ...expectedLine(raw, { userId: person.user_id, officeIds, day }, type, statistic, time.now) }
  })
  expect(monthlyData).toEqual(expected)
}

const compareAll = async () => {
  const raw = await readAll()
  for (const day of ['2026-06-30', '2026-07-01', '2026-07-30', '2026-07-31', '2026-08-01'])
    for (const offices of [[here], [there, here]]) await compareDay(raw, day, offices)
  for (const { type, statistic } of requests)
    for (const [who, month] of [
      ['former', '2026-06'],
      ['former', '2026-07'],
      ['mover', '2026-07'],
      ['leaver', '2026-08'],
      ['steady', '2026-07'],
    ] as const)
      await compareMonth(raw, month, people[who], [here, there], type, statistic)
  await compareMonth(raw, '2026-07', people.mover, [here], 4, 'max')
  await compareMonth(raw, '2026-07', people.mover, [there], 4, 'max')
}

describe('every cell is what the readings and alerts on record say', () => {
  test('of which there are some of each sort', async () => {
    const raw = await readAll()
    expect(raw.readings.length).toBeGreaterThan(500)
    expect(new Set(raw.alerts.map(({ kind }) => kind))).toEqual(new Set(['condition', 'emergency', 'noHeartRate', 'silent']))
    const states = await Promise.all(
      reportTypes.map(
        async (type) => (await askReport({ OfficeId: here.office_id, ReportType: type, Period: 2, RequestDate: '2026-07-31' })).dailyData,
      ),
    )
    expect(new Set(states.flat().flatMap((row) => row.states))).toEqual(new Set(['measured', 'missing', 'silent', 'none']))
    expect(new Set(states.flat().flatMap((row) => row.levels))).toEqual(new Set([0, 1, 2, 3, null]))
  })

  test('while hours run or wait for their summaries, in a server half an hour off Japan’s hours', async () => {
    expect((await db.selectFrom('summary_due').selectAll().execute()).length).toBeGreaterThan(10)
    await compareAll()
  })

  test('once the summaries are stored, in a server that is a day ahead of Greenwich', async () => {
    time.now = at('08-01T15:10')
    headers = await product.as(admin)
    await job()
    expect(await db.selectFrom('summary_due').selectAll().execute()).toEqual([])
    process.env['TZ'] = 'Pacific/Kiritimati'
    await compareAll()
  })
})
