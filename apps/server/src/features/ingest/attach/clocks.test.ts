import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readHourlySummaries } from '../../../shared/monitoring/summaries/read.ts'
import { makeDevice, makeOffice, makeUser, makeWear } from '../../../shared/organisation/test-factories.ts'
import { createTestContext } from '../../../platform/test-context.ts'
import { createReceiver } from '../receive.ts'

const minuteMs = 60_000
const noon = new Date('2026-07-20T12:00:00+09:00')
const { context, time, drop } = await createTestContext()
const { db } = context
const { receive } = createReceiver(context)
let office: Awaited<ReturnType<typeof makeOffice>>

beforeAll(async () => {
  office = await makeOffice(db)
})
beforeEach(() => {
  time.now = noon
})
afterAll(drop)

const at = (minutes: number) => new Date(noon.getTime() + minutes * minuteMs)
const send = (...readings: object[]) => receive({ companyId: office.company_id, officeId: office.office_id, keyId: 'key' }, readings)

/** Somebody of 40 (limits 140, 159, 180) whose tag's clock is ahead by so many minutes. */
const wearer = async (aheadMinutes: number) => {
  const user = await makeUser(db, 'User', office, { date_of_birth: '1986-01-01' })
  const tag = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, user.user_id, tag.device_id)
  const pulse = (minutes: number, heartRate: number | null = 90, more = {}) => ({
    kind: 'vital',
    device: tag.serial,
    at: at(minutes + aheadMinutes).toISOString(),
    heartRate,
    interval: 1,
    ...more,
  })
  /** Readings of the minutes given, each sent when it was taken. */
  const live = async (minutes: readonly number[], heartRate: number | null = 90, more = {}) => {
    for (const minute of minutes) {
      time.now = at(minute)
      expect(await send(pulse(minute, heartRate, more))).toEqual({ accepted: 1, duplicates: 0, rejected: [], warnings: [] })
    }
  }
  const stored = async () => {
    const rows = await db
      .selectFrom('reading')
      .select(['at', 'device_at', 'heart_rate', 'user_id', 'total_level'])
      .where('device_id', '=', tag.device_id)
      .orderBy('at')
      .execute()
    return rows.map((row) => ({
      ...row,
      at: (row.at.getTime() - noon.getTime()) / minuteMs,
      device_at: row.device_at === null ? null : (row.device_at.getTime() - noon.getTime()) / minuteMs,
    }))
  }
  const state = () => db.selectFrom('worker_state').selectAll().where('user_id', '=', user.user_id).executeTakeFirstOrThrow()
  const alerts = () => db.selectFrom('alert').selectAll().where('user_id', '=', user.user_id).orderBy('alert_id').execute()
  return { user, tag, pulse, live, stored, state, alerts }
}

const minutes = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)

describe('a clock that is right', () => {
  it('leaves nothing to write, however late its posts come', async () => {
    const { live, stored, tag, pulse } = await wearer(0)
    await live([0, 1])
    time.now = at(6)
    await send(pulse(2), pulse(3))
    expect(await stored()).toMatchObject([0, 1, 2, 3].map((minute) => ({ at: minute, device_at: null })))
    expect(await db.selectFrom('device_state').selectAll().where('device_id', '=', tag.device_id).execute()).toEqual([])
  })
})

describe('a clock that is ahead', () => {
  it('is corrected from the first reading on, with its own time beside it', async () => {
    const { live, stored, state } = await wearer(11)
    await live([0, 1, 2])
    expect(await stored()).toMatchObject([0, 1, 2].map((minute) => ({ at: minute, device_at: minute + 11 })))
    expect((await state()).last_at).toEqual(at(2))
  })

  it('by eight minutes, posting every six: danger and emergency as with the right clock', async () => {
    for (const ahead of [0, 8]) {
      const { live, alerts, state } = await wearer(ahead)
      await live(minutes(0, 120, 6), 195, { interval: 6 })
      expect((await alerts()).map(({ kind, peak_level }) => [kind, peak_level])).toEqual([
        ['condition', 3],
        ['emergency', 3],
      ])
      expect(await state()).toMatchObject({ total_level: 3, last_at: at(120) })
    }
  })
})

describe('a clock that is behind', () => {
  it('is corrected by the third post, and what was stored since the first is moved', async () => {
    const { user, live, stored, state } = await wearer(-120)
    await live([0, 1])
    expect((await stored()).map((row) => row.at)).toEqual([-120, -119])
    await live([2, 3])
    expect(await stored()).toMatchObject([0, 1, 2, 3].map((minute) => ({ at: minute, device_at: minute - 120, total_level: 0 })))
    expect((await state()).last_at).toEqual(at(3))
    const hours = await readHourlySummaries(context.pool, office.company_id, [user.user_id], { from: at(-180), to: at(60) })
    expect(hours).toMatchObject([{ hour: noon, readings: 4, connected_minutes: 4 }])
  })

  it('by half an hour from one moment on is judged all the while', async () => {
    const { live, alerts, state, pulse, stored } = await wearer(0)
    await live(minutes(0, 10), 90)
    for (const minute of minutes(11, 31)) {
      time.now = at(minute)
      expect(await send(pulse(minute - 30.5, 195))).toMatchObject({ accepted: 1 })
    }
    expect((await stored()).map((row) => Math.round(row.at))).toEqual(minutes(0, 31))
    expect((await alerts()).map(({ kind, peak_level }) => [kind, peak_level])).toEqual(
      expect.arrayContaining([
        ['condition', 3],
        ['emergency', 3],
      ]),
    )
    expect(await state()).toMatchObject({ total_level: 3 })
  })

  it('belongs to who wore the device at the corrected time', async () => {
    const { user, tag, live, stored } = await wearer(-120)
    const before = await makeUser(db, 'User', office, {})
    await db
      .updateTable('wear')
      .set({ worn_from: at(-60) })
      .where('user_id', '=', user.user_id)
      .execute()
    await makeWear(db, before.user_id, tag.device_id, { worn_to: at(-60) })
    await live([0, 1])
    expect((await stored()).map((row) => row.user_id)).toEqual([before.user_id, before.user_id])
    await live([2])
    expect((await stored()).map((row) => row.user_id)).toEqual([user.user_id, user.user_id, user.user_id])
    const hours = await readHourlySummaries(context.pool, office.company_id, [before.user_id], { from: at(-180), to: at(60) })
    expect(hours).toEqual([])
  })

  it('is corrected for a watcher, whose ten minutes move with it', async () => {
    const watcher = await makeDevice(db, 'heat', office.office_id)
    for (const minute of [0, 5, 10, 15]) {
      time.now = at(minute)
      await send({ kind: 'heat', device: watcher.serial, at: at(minute - 120).toISOString(), wbgt: 25 + minute / 10, temperature: 30 })
    }
    const rows = await db
      .selectFrom('reading')
      .select(['at', 'wbgt', 'temperature'])
      .where('device_id', '=', watcher.device_id)
      .orderBy('at')
      .execute()
    expect(rows).toEqual([0, 5, 10, 15].map((minute) => ({ at: at(minute), wbgt: 25 + minute / 10, temperature: 30 })))
    const due = await db.selectFrom('heat_due').select('slot').where('device_id', '=', watcher.device_id).orderBy('slot').execute()
    expect(due.map(({ slot }) => slot)).toEqual([-120, -110, 0, 10].map(at))
  })
})

describe('a clock error over two minutes', () => {
  const clockAlerts = (deviceId: number) =>
    db.selectFrom('alert').selectAll().where('device_id', '=', deviceId).where('kind', '=', 'clock').orderBy('alert_id').execute()

  it('is one episode of the device, with its size, until it is within two minutes', async () => {
    const { live, tag } = await wearer(11)
    await live([0, 1, 2])
    expect(await clockAlerts(tag.device_id)).toMatchObject([
      { user_id: null, level: null, started_at: at(0), ended_at: null, reason: { kind: 'clock', minutes: 11, device: tag.serial } },
    ])
    const sendAhead = async (minute: number, ahead: number) => {
      time.now = at(minute)
      await send({ kind: 'vital', device: tag.serial, at: at(minute + ahead).toISOString(), interval: 1 })
    }
    await sendAhead(3, 45)
    expect(await clockAlerts(tag.device_id)).toMatchObject([{ started_at: at(0), ended_at: null, reason: { minutes: 45 } }])
    for (const minute of [4, 5, 6]) await sendAhead(minute, 1.5)
    expect(await clockAlerts(tag.device_id)).toMatchObject([{ started_at: at(0), ended_at: at(6), ending: 'recovered' }])
  })

  it('is recognised by the third post of a clock that is behind', async () => {
    const { live, tag } = await wearer(-125)
    await live([0, 1])
    expect(await clockAlerts(tag.device_id)).toEqual([])
    await live([2])
    expect(await clockAlerts(tag.device_id)).toMatchObject([{ started_at: at(2), reason: { minutes: -125 } }])
  })

  it('is none below that, though it is corrected', async () => {
    const { live, tag, stored } = await wearer(1.9)
    await live([0])
    expect(await stored()).toMatchObject([{ at: 0, device_at: 1.9 }])
    expect(await clockAlerts(tag.device_id)).toEqual([])
  })

  it('is reported for a device that has no reading young enough to keep', async () => {
    const { pulse, tag } = await wearer(-500 * 24 * 60)
    for (const minute of [0, 1, 2]) {
      time.now = at(minute)
      await send(pulse(minute))
    }
    expect(await clockAlerts(tag.device_id)).toMatchObject([{ reason: { minutes: -500 * 24 * 60 } }])
  })
})

describe('a reading that is sent again', () => {
  it('is known by the device’s own time, also when the error has changed since', async () => {
    const { live, pulse, stored, tag } = await wearer(8)
    await live([0, 1])
    expect(await send(pulse(0), pulse(1))).toMatchObject({ duplicates: 2 })
    // Somebody sets the clock right.
    for (const minute of [10, 11, 12]) {
      time.now = at(minute)
      expect(await send({ kind: 'vital', device: tag.serial, at: at(minute).toISOString(), heartRate: 91 })).toMatchObject({ accepted: 1 })
    }
    time.now = at(13)
    expect(await send(pulse(0), pulse(1))).toMatchObject({ accepted: 0, duplicates: 2 })
    expect(await stored()).toHaveLength(5)
  })

  it('is another one than that at the same corrected time, and both are kept', async () => {
    const { live, stored, tag } = await wearer(8)
    await live([0])
    time.now = at(1)
    // Ahead by 17 minutes by now: what it says of 12:17 was taken at noon, as was what it said of 12:08.
    const sent = [at(18), at(17)].map((own) => ({ kind: 'vital', device: tag.serial, at: own.toISOString(), heartRate: 80, interval: 1 }))
    expect(await send(...sent)).toEqual({ accepted: 2, duplicates: 0, rejected: [], warnings: [] })
    const rows = await stored()
    expect(rows.map(({ device_at }) => device_at)).toEqual([8, 17, 18])
    expect(rows.map((row) => row.at * minuteMs)).toEqual([0, 1, minuteMs])
    expect(await send(...sent)).toMatchObject({ duplicates: 2 })
  })
})

describe('a clock that is set back', () => {
  it.each([-60, -180, -30])('by %i minutes, over times it has shown before, hides no danger', async (back) => {
    const { live, alerts, state, pulse, stored } = await wearer(0)
    const known = minutes(back - 60, 0)
    await live(known)
    for (const minute of minutes(1, 28)) {
      time.now = at(minute)
      expect(await send(pulse(minute + back, 190))).toMatchObject({ accepted: 1, duplicates: 0 })
    }
    expect((await stored()).map(({ at: minute, heart_rate }) => [Math.round(minute), heart_rate])).toEqual([
      ...known.map((minute) => [minute, 90]),
      ...minutes(1, 28).map((minute) => [minute, 190]),
    ])
    expect(await state()).toMatchObject({ total_level: 3, last_at: at(28) })
    expect((await alerts()).map(({ kind, peak_level }) => [kind, peak_level])).toEqual([
      ['condition', 3],
      ['emergency', 3],
    ])
  })

  it('keeps what came before it as a repeat, also with the value that it was rounded to', async () => {
    const { live, pulse, stored } = await wearer(0)
    await live([0, 1, 2], 90.4)
    expect(await send(...minutes(0, 2).map((minute) => pulse(minute, 90.4)))).toMatchObject({ accepted: 0, duplicates: 3 })
    expect(await send(pulse(1, 90.4), pulse(1, 91), pulse(1, 91))).toMatchObject({ accepted: 1, duplicates: 2 })
    expect(await stored()).toHaveLength(4)
  })

  it('is heard, though all that it sends has the values of that time', async () => {
    const { live, state, pulse } = await wearer(0)
    await live(minutes(-90, 0))
    for (const minute of minutes(1, 20)) {
      time.now = at(minute)
      expect(await send(pulse(minute - 60))).toMatchObject({ accepted: 0, duplicates: 1 })
    }
    expect((await state()).heard_at).toEqual(at(20))
  })

  it('is another thing than a backlog that comes again: that is no sign of the device', async () => {
    const { live, state, pulse } = await wearer(0)
    await live(minutes(-90, 0))
    for (const minute of minutes(20, 25)) {
      time.now = at(minute)
      await send(...minutes(-90, 0).map((taken) => pulse(taken)))
    }
    expect((await state()).heard_at).toEqual(at(0))
  })

  it('of a belt that leaves its hook is judged, too', async () => {
    const { user, alerts } = await wearer(0)
    const [belt, barometer] = [await makeDevice(db, 'belt', office.office_id), await makeDevice(db, 'barometer', office.office_id)]
    await db.updateTable('device').set({ linked_device_id: barometer.device_id }).where('device_id', '=', belt.device_id).execute()
    await makeWear(db, user.user_id, belt.device_id, { slot: 'belt' })
    const post = (minute: number, own: number, hook: 0 | 1) => {
      time.now = at(minute)
      const reference = { kind: 'barometer', device: barometer.serial, at: at(minute).toISOString(), pressure: 100_000 }
      const worn = { kind: 'belt', device: belt.serial, at: at(own).toISOString(), hook, pressure: 99_800, interval: 1 }
      return send(reference, worn)
    }
    for (const minute of minutes(-70, 0)) await post(minute, minute, 1)
    for (const minute of minutes(1, 10)) expect(await post(minute, minute - 60, 0)).toMatchObject({ accepted: 2 })
    expect((await alerts()).map(({ kind }) => kind)).toEqual(['belt'])
  })
})

describe('heart rates of a worn device', () => {
  it.each([
    ['of 1970', -56.5 * 365 * 24 * 60],
    ['of before the retention', -500 * 24 * 60],
    ['of two years ago, which it begins with', -730 * 24 * 60],
  ])('are judged from the first post on where its clock is %s', async (_, behind) => {
    const { live, stored, alerts } = await wearer(behind)
    await live(minutes(0, 3), 195)
    expect(await stored()).toMatchObject(minutes(0, 3).map((minute) => ({ at: minute, device_at: minute + behind, heart_rate: 195 })))
    expect((await alerts()).map(({ kind, peak_level }) => [kind, peak_level])).toEqual([['condition', 2]])
  })

  it('are judged from the first post on where its clock falls back by days', async () => {
    const { live, pulse, stored, alerts } = await wearer(0)
    await live(minutes(0, 3), 90)
    for (const minute of minutes(4, 7)) {
      time.now = at(minute)
      await send(pulse(minute - 3 * 24 * 60, 195))
    }
    expect((await stored()).map((row) => [row.at, row.heart_rate])).toEqual(minutes(0, 7).map((minute) => [minute, minute < 4 ? 90 : 195]))
    expect((await alerts()).map(({ kind, peak_level }) => [kind, peak_level])).toEqual([['condition', 2]])
  })

  it('are kept until its clock is known where it seems that nobody wore it yet', async () => {
    const { user, tag, live, stored, alerts } = await wearer(-120)
    await db
      .updateTable('wear')
      .set({ worn_from: at(-10) })
      .where('device_id', '=', tag.device_id)
      .execute()
    await live([0, 1], 195)
    expect(await stored()).toMatchObject([-120, -119].map((minute) => ({ at: minute, user_id: null, heart_rate: 195 })))
    await live([2, 3], 195)
    expect(await stored()).toMatchObject(minutes(0, 3).map((minute) => ({ at: minute, user_id: user.user_id, heart_rate: 195 })))
    expect((await alerts()).map(({ kind, peak_level }) => [kind, peak_level])).toEqual([['condition', 2]])
  })

  it.each([
    ['takes it off', { worn_to: at(-5) }, {}],
    ['withdraws consent', {}, { consent_withdrawn_at: at(-5) }],
  ])('are not kept once the wearer %s', async (_, wear, person) => {
    const { user, tag, live, stored } = await wearer(-120)
    await db
      .updateTable('wear')
      .set({ worn_from: at(-10), ...wear })
      .where('device_id', '=', tag.device_id)
      .execute()
    if ('consent_withdrawn_at' in person) await db.updateTable('app_user').set(person).where('user_id', '=', user.user_id).execute()
    await live([0, 1], 195)
    expect((await stored()).map(({ heart_rate }) => heart_rate)).toEqual([null, null])
  })
})

describe('what is past the retention', () => {
  it('is so by its corrected time', async () => {
    const { pulse, stored } = await wearer(0)
    const tooOld = { index: 1, reason: '測定時刻：保存期間より前の測定値です。' }
    expect(await send(pulse(0), pulse(-500 * 24 * 60))).toEqual({ accepted: 1, duplicates: 0, rejected: [tooOld], warnings: [] })
    expect(await stored()).toMatchObject([{ at: 0, device_at: null }])
  })

  it('is not what a clock says rightly after it jumped for once', async () => {
    const { live, stored, tag } = await wearer(0)
    await live([0])
    time.now = at(1)
    await send({ kind: 'vital', device: tag.serial, at: '2099-01-01T00:00:00Z', heartRate: 90 })
    await live([2, 3, 4, 5])
    expect((await stored()).map((row) => row.at)).toEqual([0, 1, 2, 3, 4, 5])
  })

  it.each([
    ['of the year 1', ['0001-01-01T00:00:00Z']],
    ['of the year 9999, then of 1970', ['9999-12-31T00:00:00Z', '1970-01-01T00:00:00Z']],
    ['of the year 9999 until it is set right', ['9999-12-31T00:00:00Z', noon.toISOString()]],
  ])('is looked for no further back, by a clock %s', async (_, begins) => {
    const { stored, pulse } = await wearer(0)
    for (const [turn, begin] of begins.entries())
      for (const minute of minutes(10 * turn, 10 * turn + 3)) {
        time.now = at(minute)
        await send(pulse(0, 90, { at: new Date(Date.parse(begin) + minute * minuteMs).toISOString() }))
      }
    const last = 10 * (begins.length - 1)
    expect((await stored()).map((row) => row.at)).toEqual(expect.arrayContaining([last + 2, last + 3]))
  })

  it('is no press of the call button: corrected by years, it still counts when it came', async () => {
    const behind = -800 * 24 * 60
    const { live, pulse, stored } = await wearer(behind)
    await send(pulse(0), pulse(0, null, { at: '1970-01-01T00:00:00Z', call: true }))
    for (const minute of [1, 2]) {
      time.now = at(minute)
      await send(pulse(minute))
    }
    await live([3])
    expect((await stored()).map((row) => row.at)).toEqual([0, 0, 1, 2, 3])
  })

  it('is no press of the call button either where hundreds come together: each has a time of its own, asked for at once', async () => {
    const { pulse, stored } = await wearer(0)
    const presses = (from: string) =>
      Array.from({ length: 80 }, (_, n) => pulse(0, null, { at: new Date(Date.parse(from) + n * 1_000).toISOString(), call: true }))
    const querySpy = vi.spyOn(pg.Client.prototype, 'query')
    await send(...presses('1970-01-01T00:00:00Z'))
    await send(...presses('1971-01-01T00:00:00Z'))
    const lookups = querySpy.mock.calls.filter(([query]) => JSON.stringify(query)?.includes('ingest-times-taken')).length
    querySpy.mockRestore()
    const times = (await stored()).map((row) => Math.round(row.at * minuteMs))
    expect(times).toEqual(minutes(-79, 0).flatMap((second) => [1_000 * second, 1_000 * second + 1]))
    expect(lookups).toBeLessThanOrEqual(6)
  })
})
