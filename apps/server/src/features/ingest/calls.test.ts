import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { waitingForLocks } from '../../platform/database/test-database.ts'
import { createTestApp } from '../../test-app.ts'

const minuteMs = 60_000
const noon = new Date('2026-07-20T12:00:00+09:00')
const { context, app, time, askAs, close } = await createTestApp()
const { db } = context
let office: Awaited<ReturnType<typeof makeOffice>>
let bearer: string
let base: { user_id: number }

beforeAll(async () => {
  office = await makeOffice(db)
  bearer = (await makeIngestKey(db, office.office_id)).bearer
  base = await makeUser(db, 'HeadquartersAdmin', office)
})
beforeEach(() => {
  time.now = noon
})
afterAll(close)

const at = (minutes: number) => new Date(noon.getTime() + minutes * minuteMs)
/** Sends readings at a minute after noon. */
const send = async (minute: number, ...readings: object[]) => {
  time.now = at(minute)
  const answer = await app.inject({ method: 'POST', url: '/api/ingest', headers: { authorization: bearer }, payload: { readings } })
  expect(answer.json()).toMatchObject({ rejected: [] })
}

type Listed = {
  id: number
  kind: string
  userId: number | null
  reason: string
  locationName: string | null
  alertLevel: number | null
  calledAt: string | null
  startedAt: string
  endedAt: string | null
}

/** The calls that somebody sees in the list of alerts. */
const callsSeenBy = async (user: { user_id: number }) => {
  const { body } = await askAs(user, 'GET', '/api/HealthCondition/Alert?allTime=1&kind=emergency')
  return (body as { data: Listed[] }).data
}
const callsOf = async (userId: number | null) => (await callsSeenBy(base)).filter((episode) => episode.userId === userId)
const closing = (id: number) => askAs(base, 'POST', `/api/Alert/${id}/Close`, { outcome: 'falseAlarm', note: '' })

/** Somebody with a tag whose clock is ahead by so many minutes. */
const wearer = async (aheadMinutes: number) => {
  const user = await makeUser(db, 'User', office, {})
  const tag = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, user.user_id, tag.device_id)
  const reading = (minute: number, more: object = {}) => ({
    kind: 'vital',
    device: tag.serial,
    at: at(minute + aheadMinutes).toISOString(),
    heartRate: 90,
    interval: 1,
    ...more,
  })
  return { user, tag, reading }
}

describe('a call', () => {
  it.each([
    ['right', 0],
    ['two hours slow', -120],
    ['a year and a half slow', -548 * 1_440],
    ['reset', -26 * 366 * 1_440],
    ['eleven minutes fast', 11],
    ['a day fast', 1_440],
  ])('of a clock that is %s is an emergency of its wearer by the third post, at its right time', async (_, ahead) => {
    const { user, reading } = await wearer(ahead)
    time.now = at(0)
    // Of readings past the retention only the calls are kept.
    await app.inject({
      method: 'POST',
      url: '/api/ingest',
      headers: { authorization: bearer },
      payload: { readings: [reading(0), reading(0.5, { call: true })] },
    })
    for (const minute of [1, 2]) {
      time.now = at(minute)
      await app.inject({ method: 'POST', url: '/api/ingest', headers: { authorization: bearer }, payload: { readings: [reading(minute)] } })
    }
    expect(await callsOf(user.user_id)).toMatchObject([{ alertLevel: 3, endedAt: null, locationName: null }])
    const [call] = await callsOf(user.user_id)
    expect(Math.abs(Date.parse(call?.calledAt ?? '') - at(0.5).getTime())).toBeLessThanOrEqual(minuteMs)
    expect(call?.startedAt).toBe(call?.calledAt)
  })

  it('of a clock two hours slow is announced at once, with both times', async () => {
    const { user, reading } = await wearer(-120)
    await send(0, reading(0, { call: true }))
    expect(await callsOf(user.user_id)).toMatchObject([{ reason: '10:00の呼出（12:00に受信）' }])
    await send(1, reading(1))
    await send(2, reading(2))
    expect(await callsOf(user.user_id)).toMatchObject([{ reason: '呼び出しボタンが押されました' }])
  })

  it('that comes again with the post that shows its clock slow is announced once', async () => {
    const { user, reading } = await wearer(-120)
    await send(0, reading(0, { call: true }))
    const [call] = await callsOf(user.user_id)
    expect((await closing(call?.id ?? 0)).status).toBe(200)
    await send(1, reading(1))
    await send(2, reading(0, { call: true }), reading(2))
    expect(await callsOf(user.user_id)).toMatchObject([{ id: call?.id, calledAt: '2026-07-20T12:00:00+09:00' }])
  })

  it('of a clock three days slow is announced at once, however often it comes, and corrected', async () => {
    const { user, tag, reading } = await wearer(-3 * 1_440)
    await send(0, reading(0, { call: true }))
    expect(await callsOf(user.user_id)).toMatchObject([{ calledAt: '2026-07-20T12:00:00+09:00', endedAt: null }])
    const [call] = await callsOf(user.user_id)
    expect((await closing(call?.id ?? 0)).status).toBe(200)
    await send(1, reading(0, { call: true }))
    for (const minute of [2, 3, 4]) await send(minute, reading(minute))
    expect(await callsOf(user.user_id)).toMatchObject([{ id: call?.id, calledAt: '2026-07-20T12:00:00+09:00' }])
    const stored = await db.selectFrom('reading').select('at').where('device_id', '=', tag.device_id).orderBy('at').execute()
    // The repeat set the clock at once, by the minute that it came late.
    expect(stored.map((one) => one.at)).toEqual([0, 3, 4, 5].map(at))
  })

  it('that was answered is not announced again when its clock is recognised as wrong', async () => {
    const { user, reading } = await wearer(-120)
    await send(0, reading(0, { call: true }))
    const [call] = await callsOf(user.user_id)
    expect((await closing(call?.id ?? 0)).status).toBe(200)
    for (const minute of [1, 2, 3]) await send(minute, reading(minute))
    expect(await callsOf(user.user_id)).toMatchObject([{ id: call?.id, calledAt: '2026-07-20T12:00:00+09:00' }])
  })

  it('is an emergency up to a day old, and on record after that', async () => {
    const { user, reading, tag } = await wearer(0)
    await send(0, reading(0), reading(-1_460, { call: true }))
    expect(await callsOf(user.user_id)).toEqual([])
    await send(1, reading(1), reading(-1_439, { call: true }))
    expect(await callsOf(user.user_id)).toMatchObject([{ reason: '7/19 12:01の呼出（12:01に受信）' }])
    const stored = await db.selectFrom('reading').select('call').where('device_id', '=', tag.device_id).where('call', '=', true).execute()
    expect(stored).toHaveLength(2)
  })
})

describe('a call after somebody has closed the first', () => {
  it('is announced, though no reading with the button up came between', async () => {
    const { user, reading } = await wearer(0)
    await send(0, reading(0, { call: true }))
    const [first] = await callsOf(user.user_id)
    time.now = at(0.5)
    expect((await closing(first?.id ?? 0)).status).toBe(200)
    await send(1.5, reading(1.5, { call: true }))
    await send(2.5, reading(2.5, { call: true }))
    const open = (await callsOf(user.user_id)).filter(({ endedAt }) => endedAt === null)
    expect(open).toMatchObject([{ alertLevel: 3, calledAt: '2026-07-20T12:01:30+09:00' }])
    expect(await callsOf(user.user_id)).toHaveLength(2)
  })
})

describe('a call by a worn belt', () => {
  it('after somebody has closed the first is announced, but not where the button was down in the two readings before', async () => {
    const user = await makeUser(db, 'User', office, {})
    const belt = await makeDevice(db, 'belt', office.office_id)
    await makeWear(db, user.user_id, belt.device_id, { slot: 'belt', worn_from: at(-30) })
    const press = (minute: number) => ({ kind: 'belt', device: belt.serial, at: at(minute).toISOString(), hook: 1, call: true })
    const closeOpenCall = async (minute: number) => {
      time.now = at(minute)
      const open = (await callsOf(user.user_id)).find(({ endedAt }) => endedAt === null)
      expect((await closing(open?.id ?? 0)).status).toBe(200)
    }
    await send(0, press(0))
    await closeOpenCall(0.5)
    await send(1.5, press(1.5))
    expect(await callsOf(user.user_id)).toHaveLength(2)
    await closeOpenCall(2)
    await send(3, press(3))
    expect(await callsOf(user.user_id)).toHaveLength(2)
  })
})

describe('a call from a device that nobody wears', () => {
  it('is an emergency of the site that names device and place, for those responsible for the site', async () => {
    const gateway = await makeDevice(db, 'gateway', office.office_id, { location_name: '西側足場' })
    const tag = await makeDevice(db, 'vital', office.office_id)
    await send(0, { kind: 'vital', device: tag.serial, at: at(0).toISOString(), call: true, gateway: gateway.serial })
    const expected = [
      { alertLevel: 3, reason: `機器 ${tag.serial}（装着者なし）の呼び出しボタンが押されました`, locationName: '西側足場', endedAt: null },
    ]
    expect(await callsOf(null)).toMatchObject(expected)
    const seen = await callsSeenBy(await makeUser(db, 'AdminUnitContract', office))
    expect(seen.filter(({ userId }) => userId === null)).toMatchObject(expected)
    const elsewhere = await makeUser(db, 'HeadquartersAdmin', await makeOffice(db, { company_id: office.company_id }))
    expect(await callsSeenBy(elsewhere)).toEqual([])
    const [call] = await callsOf(null)
    expect((await closing(call?.id ?? 0)).status).toBe(200)
    expect(await callsOf(null)).toMatchObject([{ id: call?.id, endedAt: '2026-07-20T12:00:00+09:00' }])
  })

  it('is one press while the button is down, and another one after it was up', async () => {
    const belt = await makeDevice(db, 'belt', office.office_id)
    const reading = (minute: number, call: boolean) => ({ kind: 'belt', device: belt.serial, at: at(minute).toISOString(), hook: 1, call })
    const ofBelt = async () => (await callsOf(null)).filter(({ reason }) => reason.includes(belt.serial))
    await send(1, reading(0, true), reading(1, true))
    const [first] = await ofBelt()
    await closing(first?.id ?? 0)
    await send(2, reading(2, true))
    expect(await ofBelt()).toHaveLength(1)
    await send(4, reading(3, false), reading(4, true))
    expect(await ofBelt()).toHaveLength(2)
  })

  it.each(['vital', 'belt'] as const)(
    'of a %s is a new one after a closing, unless the button was down in two readings before',
    async (kind) => {
      const apart = await makeOffice(db)
      const { bearer: authorization } = await makeIngestKey(db, apart.office_id)
      const admin = await makeUser(db, 'HeadquartersAdmin', apart)
      const device = await makeDevice(db, kind, apart.office_id)
      const press = async (minute: number) => {
        time.now = at(minute)
        const readings = [{ kind, device: device.serial, at: at(minute).toISOString(), call: true }]
        await app.inject({ method: 'POST', url: '/api/ingest', headers: { authorization }, payload: { readings } })
      }
      const alerts = () => db.selectFrom('alert').selectAll().where('device_id', '=', device.device_id).orderBy('alert_id').execute()
      const closeLast = async () =>
        askAs(admin, 'POST', `/api/Alert/${(await alerts()).at(-1)?.alert_id}/Close`, { outcome: 'falseAlarm', note: '' })
      await press(0)
      await closeLast()
      await press(1.5)
      expect((await alerts()).map(({ handling }) => handling)).toEqual(['closed', 'open'])
      await press(2)
      await closeLast()
      await press(3)
      expect((await alerts()).map(({ handling }) => handling)).toEqual(['closed', 'closed'])
    },
  )

  it('again, after somebody has acknowledged the first, asks for an answer again in the same emergency', async () => {
    const belt = await makeDevice(db, 'belt', office.office_id)
    const reading = (minute: number, call: boolean) => ({ kind: 'belt', device: belt.serial, at: at(minute).toISOString(), hook: 1, call })
    await send(0, reading(0, true))
    const ofBelt = () => db.selectFrom('alert').selectAll().where('device_id', '=', belt.device_id).execute()
    const [first] = await ofBelt()
    const alertId = first?.alert_id ?? 0
    await askAs(base, 'POST', `/api/Alert/${alertId}/Acknowledge`)
    await db.deleteFrom('alert_due').execute()
    await send(20, reading(20, false), reading(21, true))
    expect(await ofBelt()).toMatchObject([{ alert_id: alertId, handling: 'open', called_at: at(21), ended_at: null, level: 3 }])
    const events = await db
      .selectFrom('alert_event')
      .select(['event', 'note'])
      .where('alert_id', '=', alertId)
      .orderBy('event_id')
      .execute()
    expect(events.map(({ event }) => event)).toEqual(['opened', 'acknowledged', 'raised', 'reopened'])
    expect(events.at(-1)?.note).toBe('確認のあとで、もう一度呼出がありました')
    expect(await db.selectFrom('alert_due').select(['alert_id', 'event', 'at']).execute()).toEqual([
      { alert_id: alertId, event: 'called', at: at(21) },
    ])
  })

  it('while somebody is closing the first is an emergency of its own', async () => {
    const belt = await makeDevice(db, 'belt', office.office_id)
    const reading = (minute: number, call: boolean) => ({ kind: 'belt', device: belt.serial, at: at(minute).toISOString(), hook: 1, call })
    await send(0, reading(0, true))
    const ofBelt = () => db.selectFrom('alert').selectAll().where('device_id', '=', belt.device_id).orderBy('alert_id').execute()
    const closingNow = await db.startTransaction().execute()
    await closingNow
      .selectFrom('alert')
      .select('alert_id')
      .where('company_id', '=', belt.company_id)
      .where('device_id', '=', belt.device_id)
      .forUpdate()
      .execute()
    const sent = send(20, reading(19, false), reading(20, true))
    await expect.poll(async () => (await sql.raw(waitingForLocks).execute(db)).rows).toHaveLength(1)
    await closingNow
      .updateTable('alert')
      .set({ ended_at: at(1), ending: 'closed', handling: 'closed', outcome: 'falseAlarm' })
      .where('device_id', '=', belt.device_id)
      .execute()
    await closingNow.commit().execute()
    await sent
    expect(await ofBelt()).toMatchObject([{ handling: 'closed' }, { handling: 'open', called_at: at(20), ended_at: null }])
  })

  it.each([
    ['fifteen minutes where no interval is said', {}, 15, 1],
    ['no longer than that', {}, 16, 2],
    ['two and a half intervals', { interval: 20 }, 50, 1],
    ['no longer than these', { interval: 20 }, 51, 2],
  ])('continues for %s', async (_, more, minutes, calls) => {
    const belt = await makeDevice(db, 'belt', office.office_id)
    const press = (minute: number) => ({ kind: 'belt', device: belt.serial, at: at(minute).toISOString(), hook: 1, call: true, ...more })
    const ofBelt = async () => (await callsOf(null)).filter(({ reason }) => reason.includes(belt.serial))
    // Down in two readings in a row, it is held: a closing between them and the next one changes nothing.
    await send(0.5, press(0), press(0.5))
    const [first] = await ofBelt()
    await closing(first?.id ?? 0)
    await send(minutes + 0.5, press(minutes + 0.5))
    expect(await ofBelt()).toHaveLength(calls)
  })

  it('is another one where a reading with the button up came before one that was late', async () => {
    const belt = await makeDevice(db, 'belt', office.office_id)
    const reading = (minute: number, call: boolean) => ({ kind: 'belt', device: belt.serial, at: at(minute).toISOString(), hook: 1, call })
    const ofBelt = async () => (await callsOf(null)).filter(({ reason }) => reason.includes(belt.serial))
    await send(0, reading(0, true))
    const [first] = await ofBelt()
    await closing(first?.id ?? 0)
    await send(2, reading(2, false))
    await send(3, reading(1, true))
    const [late] = await ofBelt()
    await closing(late?.id ?? 0)
    const before = (await ofBelt()).length
    await send(4, reading(4, true))
    expect(await ofBelt()).toHaveLength(before + 1)
  })

  it('is announced at once also if its clock is three days slow', async () => {
    const tag = await makeDevice(db, 'vital', office.office_id)
    await send(0, { kind: 'vital', device: tag.serial, at: at(-3 * 1_440).toISOString(), call: true })
    const called = (await callsOf(null)).filter(({ reason }) => reason.includes(tag.serial))
    expect(called).toMatchObject([{ calledAt: '2026-07-20T12:00:00+09:00', endedAt: null }])
  })
})

describe('a reading that a slow clock puts before its tag was put on', () => {
  it('has the heart rate that comes again with the post that moves it', async () => {
    const { user, tag, reading } = await wearer(-120)
    await db
      .updateTable('wear')
      .set({ worn_from: at(-30) })
      .where('user_id', '=', user.user_id)
      .execute()
    await send(0, reading(0, { heartRate: 91 }))
    await send(1, reading(1, { heartRate: 92 }))
    await send(2, reading(0, { heartRate: 91 }), reading(1, { heartRate: 92 }), reading(2, { heartRate: 93 }))
    const stored = await db
      .selectFrom('reading')
      .select(['at', 'heart_rate', 'received_at'])
      .where('device_id', '=', tag.device_id)
      .orderBy('at')
      .execute()
    expect(stored).toEqual([0, 1, 2].map((minute) => ({ at: at(minute), heart_rate: 91 + minute, received_at: at(minute) })))
  })
})

describe('a call from a slow belt', () => {
  it('moved to where its wearer has no other reading, is announced once and blocks no later reading', async () => {
    const user = await makeUser(db, 'User', office, {})
    const belt = await makeDevice(db, 'belt', office.office_id)
    await makeWear(db, user.user_id, belt.device_id, { slot: 'belt', worn_from: at(-30) })
    const reading = (minute: number, more: object = {}) => ({
      kind: 'belt',
      device: belt.serial,
      at: at(minute - 120).toISOString(),
      hook: 1,
      interval: 1,
      ...more,
    })
    await send(0, reading(0, { call: true }))
    for (const minute of [1, 2, 3]) await send(minute, reading(minute))
    const stored = await db.selectFrom('reading').select('at').where('device_id', '=', belt.device_id).orderBy('at').execute()
    expect(stored.map((one) => one.at)).toEqual([0, 1, 2, 3].map(at))
  })
})
