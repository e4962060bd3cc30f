import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeTurn } from '../src/platform/database/recurring.ts'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../src/shared/organisation/test-factories.ts'
import { createTestApp } from '../src/test-app.ts'
import { deviceAlarmJob, forgetAlarmsJob } from '../src/features/alerts/device-alarms/device-alarm-jobs.ts'

const secondMs = 1_000
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

const at = (seconds: number) => new Date(noon.getTime() + seconds * secondMs)

/** Sends readings so many seconds after noon. */
const send = async (second: number, ...readings: object[]) => {
  time.now = at(second)
  const answer = await app.inject({ method: 'POST', url: '/api/ingest', headers: { authorization: bearer }, payload: { readings } })
  expect(answer.json()).toMatchObject({ rejected: [] })
  return answer.json<{ accepted: number; duplicates: number }>()
}

/** It is so many seconds after noon, and the job has its turn. */
const wait = async (second: number) => {
  time.now = at(second)
  await takeTurn(context, deviceAlarmJob)
}

type Listed = {
  id: number
  kind: string
  userId: number | null
  reason: string
  emergency: string
  alertLevel: number | null
  startedAt: string
  calledAt: string | null
  endedAt: string | null
  ending: string | null
  withdrawn: string
  handling: string
  locationName: string | null
}

/** The alarms of a person (null: of nobody) in the list of alerts, the newest first. */
const alarmsOf = async (userId: number | null, allTime = true) => {
  const kinds = ['fall', 'noMotion', 'deviceHeat', 'help'].map((kind) => `kind=${kind}`).join('&')
  const { body } = await askAs(base, 'GET', `/api/HealthCondition/Alert?${allTime ? 'allTime=1&' : ''}${kinds}`)
  return (body as { data: Listed[] }).data.filter((episode) => episode.userId === userId)
}
const closing = (id: number) => askAs(base, 'POST', `/api/Alert/${id}/Close`, { outcome: 'falseAlarm', note: '' })

/** The lines of an episode's history. */
const historyOf = async (id: number) => {
  const { body } = await askAs(base, 'GET', `/api/Alert/${id}`)
  return (body as { events: { kind: string; at: string; reason: string }[] }).events.map(({ kind }) => kind)
}

const noticesOf = (id: number) =>
  db.selectFrom('alert_due').select(['alert_due.event', 'alert_due.level']).where('alert_due.alert_id', '=', id).execute()

const wearer = async (kind: 'vital' | 'belt' = 'vital') => {
  const user = await makeUser(db, 'User', office, {})
  const tag = await makeDevice(db, kind, office.office_id)
  await makeWear(db, user.user_id, tag.device_id)
  return { user, tag, reading: readingOf(tag, kind) }
}
const readingOf =
  (device: { serial: string }, kind: 'vital' | 'belt' = 'vital') =>
  (second: number, more: object = {}) => ({
    kind,
    device: device.serial,
    at: at(second).toISOString(),
    ...(kind === 'vital' && { heartRate: 90 }),
    interval: 1,
    ...more,
  })

describe('an alarm of a device', () => {
  it.each(['vital', 'belt'] as const)('on a %s reading is an emergency of its kind once the window is over', async (kind) => {
    const { user, reading } = await wearer(kind)
    await send(1, reading(0, { alarm: 'fall' }))
    await wait(30.9)
    expect(await alarmsOf(user.user_id)).toEqual([])
    await wait(31)
    const [fall] = await alarmsOf(user.user_id, false)
    expect(fall).toMatchObject({
      kind: 'fall',
      emergency: '1',
      alertLevel: 3,
      endedAt: null,
      startedAt: '2026-07-20T12:00:00+09:00',
      reason: '機器が転倒を検知しました',
    })
    expect(await noticesOf(fall?.id ?? 0)).toEqual([{ event: 'opened', level: 3 }])
    await wait(40)
    expect(await alarmsOf(user.user_id)).toHaveLength(1)
    expect(await noticesOf(fall?.id ?? 0)).toHaveLength(1)
  })

  it('that asks for help opens at once', async () => {
    const { user, reading } = await wearer()
    await send(1, reading(0, { alarm: 'help' }))
    expect(await alarmsOf(user.user_id)).toMatchObject([{ kind: 'help', reason: '機器から助けを求める通報がありました' }])
  })

  it('that is cancelled within the window notifies nobody, and is kept in the past', async () => {
    const { user, reading } = await wearer()
    await send(0, reading(0, { alarm: 'noMotion' }))
    await send(20, reading(20, { alarm: null }))
    await wait(60)
    expect(await alarmsOf(user.user_id, false)).toEqual([])
    const [cancelled] = await alarmsOf(user.user_id)
    expect(cancelled).toMatchObject({ kind: 'noMotion', ending: 'cancelled', withdrawn: '1', endedAt: '2026-07-20T12:00:20+09:00' })
    expect(await noticesOf(cancelled?.id ?? 0)).toEqual([])
    expect(await historyOf(cancelled?.id ?? 0)).toEqual(['opened', 'ended'])
  })

  it('is not cancelled by a reading that says nothing of it', async () => {
    const { user, reading } = await wearer()
    await send(0, reading(0, { alarm: 'fall' }))
    await send(20, reading(20))
    await wait(30)
    expect(await alarmsOf(user.user_id)).toMatchObject([{ kind: 'fall', endedAt: null }])
  })

  it('that its device cancels later stays open, and its record says so', async () => {
    const { user, reading } = await wearer()
    await send(0, reading(0, { alarm: 'fall' }))
    await wait(30)
    await send(90, reading(90, { alarm: null }))
    await send(150, reading(150, { alarm: null }))
    const [fall] = await alarmsOf(user.user_id, false)
    expect(fall).toMatchObject({ endedAt: null, handling: 'open' })
    expect(await historyOf(fall?.id ?? 0)).toEqual(['opened', 'cancelled'])
  })

  it('that readings repeat is one emergency, and one again after it was cancelled calls again', async () => {
    const { user, reading } = await wearer()
    for (const second of [0, 60, 120, 180]) {
      await send(second, reading(second, { alarm: 'fall' }))
      await wait(second + 31)
    }
    const [fall, ...others] = await alarmsOf(user.user_id)
    expect(others).toEqual([])
    expect(await historyOf(fall?.id ?? 0)).toEqual(['opened'])
    await askAs(base, 'POST', `/api/Alert/${fall?.id}/Acknowledge`)
    await send(240, reading(240, { alarm: null }))
    await send(300, reading(300, { alarm: 'fall' }))
    await wait(331)
    expect(await alarmsOf(user.user_id)).toHaveLength(1)
    expect(await historyOf(fall?.id ?? 0)).toEqual(['opened', 'acknowledged', 'cancelled', 'raised', 'reopened'])
    const [note] = await db
      .selectFrom('alert_event')
      .select('alert_event.note')
      .where('alert_event.alert_id', '=', fall?.id ?? 0)
      .where('alert_event.event', '=', 'reopened')
      .execute()
    expect(note).toEqual({ note: '確認のあとで、機器の警報がもう一度ありました（転倒）' })
  })

  it('is new after a closing, unless it was in the two readings before', async () => {
    const { user, reading } = await wearer()
    await send(0, reading(0, { alarm: 'fall' }))
    await wait(31)
    const [first] = await alarmsOf(user.user_id, false)
    expect((await closing(first?.id ?? 0)).status).toBe(200)
    await send(60, reading(60, { alarm: 'fall' }))
    await wait(91)
    const [second] = await alarmsOf(user.user_id, false)
    expect(second?.id).not.toBe(first?.id)
    await send(120, reading(120, { alarm: 'fall' }))
    expect((await closing(second?.id ?? 0)).status).toBe(200)
    await send(180, reading(180, { alarm: 'fall' }))
    await wait(300)
    expect(await alarmsOf(user.user_id, false)).toEqual([])
  })

  it('of a kind that is open by another device of the person is recorded in that emergency', async () => {
    const { user, reading } = await wearer()
    const belt = await makeDevice(db, 'belt', office.office_id)
    await makeWear(db, user.user_id, belt.device_id, { slot: 'belt' })
    await send(
      0,
      reading(0, { alarm: 'fall' }),
      readingOf(belt, 'belt')(2, { alarm: 'fall' }),
      readingOf(belt, 'belt')(62, { alarm: 'noMotion' }),
    )
    await wait(100)
    const alarms = await alarmsOf(user.user_id)
    expect(alarms.map(({ kind }) => kind).toSorted()).toEqual(['fall', 'noMotion'])
    expect(await historyOf(alarms.find(({ kind }) => kind === 'fall')?.id ?? 0)).toEqual(['opened', 'raised'])
  })

  it('of a device that nobody wears is a site emergency that names the device and the place', async () => {
    const tag = await makeDevice(db, 'vital', office.office_id, { location_name: '仮置き棚' })
    await send(0, readingOf(tag)(0, { alarm: 'help' }))
    expect((await alarmsOf(null)).find(({ kind }) => kind === 'help')).toMatchObject({
      reason: `機器 ${tag.serial}（装着者なし）から助けを求める通報がありました`,
      locationName: '仮置き棚',
      userId: null,
    })
  })

  it('that came late opens with both times, unless it is over a day old', async () => {
    const { user, reading } = await wearer()
    const old = await wearer()
    await send(7_200, reading(0, { alarm: 'fall' }), reading(7_200))
    await send(7_200, old.reading(-86_400 + 7_199, { alarm: 'fall' }), old.reading(7_200))
    await wait(7_231)
    expect(await alarmsOf(user.user_id)).toMatchObject([
      { reason: '機器の12:00の転倒（14:00に受信）', calledAt: '2026-07-20T12:00:00+09:00' },
    ])
    expect(await alarmsOf(old.user.user_id)).toEqual([])
  })

  it('is cancelled by a reading that came before it, and calls where a backlog shows that it lasted', async () => {
    const early = await wearer()
    const lasting = await wearer()
    await send(15, early.reading(10, { alarm: null }))
    await send(16, early.reading(0, { alarm: 'fall' }))
    await send(900, lasting.reading(0, { alarm: 'fall' }), lasting.reading(600, { alarm: null }), lasting.reading(900))
    await wait(931)
    expect(await alarmsOf(early.user.user_id)).toMatchObject([{ ending: 'cancelled' }])
    expect(await alarmsOf(lasting.user.user_id)).toMatchObject([{ ending: null }])
  })

  it('that is sent again is a repeat, and one beside a reading of the same moment is none', async () => {
    const { user, reading } = await wearer()
    expect(await send(0, reading(0))).toMatchObject({ accepted: 1 })
    expect(await send(1, reading(0, { alarm: 'fall' }))).toMatchObject({ accepted: 1, duplicates: 0 })
    expect(await send(2, reading(0, { alarm: 'fall' }))).toMatchObject({ accepted: 0, duplicates: 1 })
    await wait(60)
    const [fall, ...others] = await alarmsOf(user.user_id)
    expect(others).toEqual([])
    expect(await historyOf(fall?.id ?? 0)).toEqual(['opened'])
  })

  it('is not lost for another field that cannot be read', async () => {
    const { user, reading } = await wearer()
    await send(0, reading(0, { alarm: 'help', battery: 99, gateway: 'x'.repeat(30) }))
    expect(await alarmsOf(user.user_id)).toHaveLength(1)
  })

  it('of a clock two hours slow is announced once, and gets its right time', async () => {
    const { user, reading } = await wearer()
    await send(0, reading(-7_200, { alarm: 'fall' }))
    await wait(30)
    expect(await alarmsOf(user.user_id)).toMatchObject([{ reason: '機器の10:00の転倒（12:00に受信）' }])
    await send(60, reading(-7_140, { alarm: 'fall' }))
    await send(120, reading(-7_080, { alarm: 'fall' }))
    await wait(200)
    const [fall, ...others] = await alarmsOf(user.user_id)
    expect(others).toEqual([])
    expect(fall).toMatchObject({ calledAt: '2026-07-20T12:00:00+09:00', startedAt: '2026-07-20T12:00:00+09:00' })
    const { alarm_since: marked } = await db
      .selectFrom('worker_state')
      .select('worker_state.alarm_since')
      .where('worker_state.user_id', '=', user.user_id)
      .executeTakeFirstOrThrow()
    expect(marked).toEqual(noon)
    expect(await historyOf(fall?.id ?? 0)).toEqual(['opened'])
  })

  it('belongs to who wore the device then, and of the next wearer is another one', async () => {
    const { user, tag, reading } = await wearer()
    const next = await makeUser(db, 'User', office, {})
    await send(0, reading(0, { alarm: 'fall' }))
    await db
      .updateTable('wear')
      .set({ worn_to: at(40) })
      .where('wear.device_id', '=', tag.device_id)
      .execute()
    await db
      .insertInto('wear')
      .values({ company_id: office.company_id, device_id: tag.device_id, user_id: next.user_id, worn_from: at(40), slot: 'vital' })
      .execute()
    await wait(31)
    await send(60, reading(60, { alarm: 'fall' }))
    await wait(91)
    expect(await alarmsOf(user.user_id)).toHaveLength(1)
    expect(await alarmsOf(next.user_id)).toHaveLength(1)
  })

  it('of a second press for help after people closed the first one calls again', async () => {
    const { user, reading } = await wearer()
    await send(0, reading(0, { alarm: 'help' }))
    await send(60, reading(60))
    await send(180, reading(180, { alarm: 'help' }))
    const [first] = await alarmsOf(user.user_id, false)
    expect(await historyOf(first?.id ?? 0)).toEqual(['opened', 'raised'])
    expect((await closing(first?.id ?? 0)).status).toBe(200)
    await send(300, reading(300))
    await send(420, reading(420, { alarm: 'help' }))
    const [second] = await alarmsOf(user.user_id, false)
    expect(second?.id).toBeGreaterThan(first?.id ?? 0)
  })

  it('whose begin comes late gets the earlier time, and calls nobody again', async () => {
    const { user, reading } = await wearer()
    await send(60, reading(60, { alarm: 'fall' }))
    await wait(91)
    await send(100, reading(0, { alarm: 'fall' }))
    const [fall] = await alarmsOf(user.user_id, false)
    expect(fall).toMatchObject({ startedAt: '2026-07-20T12:00:00+09:00', calledAt: '2026-07-20T12:00:00+09:00' })
    expect(await historyOf(fall?.id ?? 0)).toEqual(['opened'])
  })

  it('is cancelled by a reading of a clock over a day slow', async () => {
    const { user, reading } = await wearer()
    await send(0, reading(-100_000, { alarm: 'fall' }))
    await send(10, reading(-99_990, { alarm: null }))
    await wait(60)
    expect(await alarmsOf(user.user_id)).toMatchObject([{ ending: 'cancelled' }])
  })

  it('of which a corrected clock shows another wearer notifies once, and its record says so', async () => {
    const { user, tag, reading } = await wearer()
    const early = await makeUser(db, 'User', office, {})
    const wear = { company_id: office.company_id, device_id: tag.device_id, user_id: early.user_id, slot: 'vital' }
    await db
      .updateTable('wear')
      .set({ worn_from: at(-3_600) })
      .where('wear.device_id', '=', tag.device_id)
      .execute()
    await db
      .insertInto('wear')
      .values({ ...wear, worn_from: at(-20_000), worn_to: at(-3_600) })
      .execute()
    await send(0, reading(-7_200, { alarm: 'fall' }))
    await wait(31)
    for (const second of [60, 120]) await send(second, reading(second - 7_200, { alarm: 'fall' }))
    await wait(200)
    expect(await alarmsOf(user.user_id)).toEqual([])
    const [fall] = await alarmsOf(early.user_id)
    expect(await historyOf(fall?.id ?? 0)).toEqual(['opened', 'corrected'])
  })

  it('waits as long as the site says', async () => {
    const elsewhere = await makeOffice(db, { company_id: office.company_id })
    const key = await makeIngestKey(db, elsewhere.office_id)
    const user = await makeUser(db, 'User', elsewhere, {})
    const tag = await makeDevice(db, 'vital', elsewhere.office_id)
    await makeWear(db, user.user_id, tag.device_id)
    const type = 'GENERAL_ALERT_SETTING'
    await db
      .insertInto('master_setting')
      .values({ company_id: office.company_id, office_id: elsewhere.office_id, type, key: 'ALARM_CANCEL_SECONDS', value: '0' })
      .execute()
    await app.inject({
      method: 'POST',
      url: '/api/ingest',
      headers: { authorization: key.bearer },
      payload: { readings: [readingOf(tag)(0, { alarm: 'heat' })] },
    })
    const rows = await db.selectFrom('alert').select('alert.kind').where('alert.user_id', '=', user.user_id).execute()
    expect(rows).toEqual([{ kind: 'deviceHeat' }])
  })
})

it('alarms of two days ago are forgotten, and those that are pending are not', async () => {
  const { reading, tag } = await wearer()
  await send(0, reading(0, { alarm: 'fall' }))
  const stored = () =>
    db.selectFrom('device_alarm').select('device_alarm.state').where('device_alarm.device_id', '=', tag.device_id).execute()
  time.now = at(3 * 86_400)
  await takeTurn(context, forgetAlarmsJob)
  expect(await stored()).toEqual([{ state: 'pending' }])
  await wait(3 * 86_400)
  await takeTurn(context, forgetAlarmsJob)
  expect(await stored()).toEqual([])
})
