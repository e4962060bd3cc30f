import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeDevice, makeGroup, makeIngestKey, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { readHeatSummaries, readHourlySummaries } from '../../shared/monitoring/summaries/read.ts'
import { summaryJob } from '../../shared/monitoring/summaries/summary-job.ts'
import { expectedHours } from '../../shared/monitoring/summaries/test-expected.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { createTestContext } from '../../platform/test-context.ts'
import { createReceiver } from './receive.ts'

const minuteMs = 60_000
const noon = new Date('2026-07-20T13:00:00+09:00')
const span = { from: new Date(noon.getTime() - 24 * 60 * minuteMs), to: new Date(noon.getTime() + 24 * 60 * minuteMs) }

const { context, time, drop } = await createTestContext()
const { db, pool } = context
const { receive } = createReceiver(context)
let office: Awaited<ReturnType<typeof makeOffice>>
let sender: { companyId: number; officeId: number; keyId: string }

beforeAll(async () => {
  office = await makeOffice(db)
  const { keyId } = await makeIngestKey(db, office.office_id)
  sender = { companyId: office.company_id, officeId: office.office_id, keyId }
})
beforeEach(() => {
  time.now = noon
})
afterAll(drop)

const at = (minutes: number) => new Date(noon.getTime() + minutes * minuteMs).toISOString()
const send = async (...readings: object[]) => expect(await receive(sender, readings)).toMatchObject({ rejected: [] })
const job = () => takeTurn(context, summaryJob)
const pass = (minutes: number) => {
  time.now = new Date(time.now.getTime() + minutes * minuteMs)
}

/** Somebody of 40 in a group, with a vital tag. */
const wearer = async () => {
  const group = await makeGroup(db, { office_id: office.office_id })
  const user = await makeUser(db, 'User', { ...office, group_id: group.group_id }, { date_of_birth: '1986-01-01' })
  const tag = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, user.user_id, tag.device_id)
  const pulse = (heartRate: number | null, minutes: number, more = {}) => ({
    kind: 'vital',
    device: tag.serial,
    at: at(minutes),
    heartRate,
    ...more,
  })
  return { user, tag, group, pulse }
}

const hoursOf = (userId: number) => readHourlySummaries(pool, office.company_id, [userId], span)
const stored = (userId: number) =>
  db.selectFrom('hourly_summary').selectAll().where('user_id', '=', userId).orderBy('hour').orderBy('office_id').execute()
const dueOf = (userId: number) => db.selectFrom('summary_due').select('hour').where('user_id', '=', userId).orderBy('hour').execute()

describe('an hour', () => {
  it('that runs is there without any job, and is stored once it is over', async () => {
    const { user, group, pulse } = await wearer()
    await send(pulse(100, 0), pulse(110, 1))
    const running = await hoursOf(user.user_id)
    expect(running).toMatchObject([
      { hour: noon, office_id: office.office_id, group_id: group.group_id, readings: 2, heart_rate_max: 110, connected_minutes: 2 },
    ])
    pass(64)
    await job()
    expect(await stored(user.user_id)).toEqual([])
    pass(1)
    await job()
    expect(await stored(user.user_id)).toEqual(running.map((row) => ({ ...row, company_id: office.company_id })))
    expect(await hoursOf(user.user_id)).toEqual(running)
    expect(await dueOf(user.user_id)).toEqual([])
  })

  it('is marked by the reading that begins it and not by those that follow', async () => {
    const { user, pulse } = await wearer()
    await send(pulse(100, 0))
    const version = async () => {
      const { rows } = await pool.query<{ version: string }>('select d.xmin::text as version from summary_due d where d.user_id = $1', [
        user.user_id,
      ])
      return rows.map((row) => row.version)
    }
    const before = await version()
    expect(before).toHaveLength(1)
    pass(2)
    await send(pulse(101, 1), pulse(102, 2))
    expect(await version()).toEqual(before)
  })

  it('that was computed is marked again where a late reading of another hour comes before one of it', async () => {
    const { user, pulse } = await wearer()
    await send(pulse(100, 0))
    pass(65)
    await job()
    await send(pulse(101, -6))
    await send(pulse(102, 59))
    pass(5.1)
    await job()
    expect(await stored(user.user_id)).toMatchObject([{ readings: 1 }, { hour: noon, readings: 2, heart_rate_max: 102 }])
  })

  it('of the past is left alone while a backlog fills it, and marked once', async () => {
    const { user, pulse } = await wearer()
    await send(pulse(100, -170))
    const version = async () => {
      const { rows } = await pool.query<{ version: string }>('select d.xmin::text as version from summary_due d where d.user_id = $1', [
        user.user_id,
      ])
      return rows.map((row) => row.version)
    }
    const before = await version()
    await send(pulse(101, -169))
    await job()
    pass(3.9)
    await send(pulse(102, -168))
    pass(4.9)
    await job()
    expect(await stored(user.user_id)).toEqual([])
    expect(await version()).toEqual(before)
    pass(0.2)
    await job()
    expect(await stored(user.user_id)).toMatchObject([{ readings: 3 }])
    await send(pulse(103, -167))
    await job()
    expect(await stored(user.user_id)).toMatchObject([{ readings: 3 }])
    await send(pulse(104, -166), pulse(105, -110))
    await job()
    expect(await stored(user.user_id)).toMatchObject([{ readings: 5, heart_rate_max: 104 }])
    pass(5.1)
    await job()
    expect(await stored(user.user_id)).toMatchObject([{ readings: 5 }, { readings: 1 }])
  })

  it('is marked again by what comes after it was left for long', async () => {
    const { user, pulse } = await wearer()
    await send(pulse(100, -170))
    pass(4.5)
    const marked = await dueOf(user.user_id)
    await db.deleteFrom('summary_due').where('user_id', '=', user.user_id).execute()
    await send(pulse(101, -169))
    expect(await dueOf(user.user_id)).toEqual(marked)
  })

  it('counts a minute once, however many readings it has, at the highest of their levels', async () => {
    const { user, pulse } = await wearer()
    const seconds = (second: number) => `2026-07-20T12:30:${String(second).padStart(2, '0')}+09:00`
    await send(...Array.from({ length: 59 }, (_, second) => pulse(100, 0, { at: seconds(second) })))
    expect(await hoursOf(user.user_id)).toMatchObject([{ readings: 59, connected_minutes: 1, level1_minutes: 0 }])
    for (let second = 0; second < 59; second++)
      await db
        .updateTable('reading')
        .set({ total_level: second % 3 })
        .where('user_id', '=', user.user_id)
        .where('at', '=', new Date(seconds(second)))
        .execute()
    expect(await hoursOf(user.user_id)).toMatchObject([{ level_max: 2, level1_minutes: 0, level2_minutes: 1, level3_minutes: 0 }])
  })

  it('is computed again once a late reading comes into it', async () => {
    const { user, pulse } = await wearer()
    await send(pulse(100, -90))
    pass(6)
    await job()
    expect(await stored(user.user_id)).toMatchObject([{ readings: 1, heart_rate_max: 100 }])
    await send(pulse(100, -5), pulse(120, -80))
    expect(await stored(user.user_id)).toMatchObject([{ readings: 1 }])
    expect(await hoursOf(user.user_id)).toMatchObject([{ readings: 2, heart_rate_max: 120 }, { readings: 1 }])
    await job()
    expect(await stored(user.user_id)).toMatchObject([{ readings: 2, heart_rate_sum: 220, heart_rate_count: 2, heart_rate_max: 120 }])
  })

  it('has the alerts that began in it, also where it has no reading', async () => {
    const { user, pulse } = await wearer()
    await send(pulse(100, -1), pulse(100, -2, { call: true }))
    const hour = new Date(at(-60))
    expect(await hoursOf(user.user_id)).toMatchObject([{ hour, readings: 2, alerts: 1 }])
    await db.deleteFrom('reading').where('user_id', '=', user.user_id).execute()
    pass(6)
    await job()
    expect(await stored(user.user_id)).toMatchObject([{ hour, readings: 0, alerts: 1, group_id: null }])
  })

  it('leaves readings of the belt out', async () => {
    const { user } = await wearer()
    const belt = await makeDevice(db, 'belt', office.office_id)
    await makeWear(db, user.user_id, belt.device_id, { slot: 'belt' })
    await send(
      ...[{ hook: 1 }, { pressure: 100_000 }, { slaveBattery: 4 }].map((more, n) => ({
        kind: 'belt',
        device: belt.serial,
        at: at(-9 + n),
        ...more,
      })),
    )
    expect(await db.selectFrom('reading').select('at').where('user_id', '=', user.user_id).execute()).toHaveLength(3)
    expect(await hoursOf(user.user_id)).toEqual([])
  })

  it('has a row for each site where the worker changed it, and the group of the last reading at each', async () => {
    const { user, tag, group, pulse } = await wearer()
    const second = await makeGroup(db, { office_id: office.office_id })
    await send(pulse(100, -50))
    await db.updateTable('app_user').set({ group_id: second.group_id }).where('user_id', '=', user.user_id).execute()
    await send(pulse(101, -40))
    const other = await makeOffice(db, { company_id: office.company_id })
    const otherTag = await makeDevice(db, 'vital', other.office_id)
    await db
      .updateTable('app_user')
      .set({ office_id: other.office_id, group_id: null, group_role: null })
      .where('user_id', '=', user.user_id)
      .execute()
    await db
      .updateTable('wear')
      .set({ worn_to: new Date(at(-30)) })
      .where('device_id', '=', tag.device_id)
      .execute()
    await makeWear(db, user.user_id, otherTag.device_id, { worn_from: new Date(at(-30)) })
    await receive({ ...sender, officeId: other.office_id }, [{ ...pulse(102, -20), device: otherTag.serial }])
    pass(10)
    await job()
    expect(group.group_id).not.toBe(second.group_id)
    expect(await stored(user.user_id)).toMatchObject([
      { office_id: office.office_id, group_id: second.group_id, readings: 2, connected_minutes: 2 },
      { office_id: other.office_id, group_id: null, readings: 1, connected_minutes: 1 },
    ])
  })
})

describe('minutes at any interval', () => {
  const every = (minutes: number, from: number, until: number) =>
    Array.from({ length: Math.floor((until - from) / minutes) + 1 }, (_, index) => from + index * minutes)
  /** Two hours of somebody in the heat, from two to four o'clock, by a tag that sends every so many minutes. */
  const twoHours = async (interval: number, more: object) => {
    const { user, pulse } = await wearer()
    const { serial } = await makeDevice(db, 'heat', office.office_id)
    const [from, until] = [60, 180]
    time.now = new Date(at(until + 1))
    const heat = every(10, from, until).map((minutes) => ({ kind: 'heat', device: serial, at: at(minutes), wbgt: 29, temperature: 33 }))
    await send(...heat, ...every(interval, from, until).map((minutes) => pulse(100, minutes, more)))
    await db.deleteFrom('heat_due').execute()
    return (await hoursOf(user.user_id)).filter(({ hour }) => hour < new Date(at(until)))
  }

  it.each([1, 5, 10, 15, 30, 60])('are the same for a tag that says it reports every %i minutes', async (interval) => {
    const hours = await twoHours(interval, { interval })
    const whole = { connected_minutes: 60, heat_minutes: 60, exposure_minutes: 60 }
    expect(hours).toMatchObject([whole, whole])
    expect(hours.map((hour) => hour.level1_minutes + hour.level2_minutes + hour.level3_minutes)).toEqual([60, 60])
  })

  it('are by the spacing of its readings where a tag says no interval', async () => {
    const [first, second] = await twoHours(10, {})
    // Its interval is known from the fourth reading on.
    expect([first?.connected_minutes, second?.connected_minutes]).toEqual([33, 60])
  })

  it('end with the last reading, and across a gap there are none', async () => {
    const { user, pulse } = await wearer()
    const ten = { interval: 10 }
    time.now = new Date(at(60))
    await send(...[0, 20, 45, 50].map((minutes) => pulse(100, minutes, ten)))
    expect(await hoursOf(user.user_id)).toMatchObject([{ readings: 4, connected_minutes: 51 }])
    await send(pulse(100, 25.1, { interval: 10 }))
    expect(await hoursOf(user.user_id)).toMatchObject([{ readings: 5, connected_minutes: 51 }])
    const other = await wearer()
    await send(other.pulse(100, 0, ten), other.pulse(100, 25.1, ten), other.pulse(100, 30, ten))
    expect(await hoursOf(other.user.user_id)).toMatchObject([{ readings: 3, connected_minutes: 7 }])
  })

  it('come into an hour that was stored, from a reading of the next one', async () => {
    const { user, pulse } = await wearer()
    const ten = { interval: 10 }
    time.now = new Date(at(-1))
    await send(...every(10, -59, -9).map((minutes) => pulse(100, minutes, ten)))
    time.now = new Date(at(8))
    await job()
    expect(await stored(user.user_id)).toMatchObject([{ connected_minutes: 51 }])
    time.now = new Date(at(9))
    await send(pulse(100, 9, ten))
    await job()
    expect(await stored(user.user_id)).toMatchObject([{ readings: 6, connected_minutes: 59 }])
    expect(await hoursOf(user.user_id)).toMatchObject([{ connected_minutes: 59 }, { readings: 1, connected_minutes: 10 }])
  })

  it('fill an hour without any reading, between two of a slow tag', async () => {
    const { user, group, pulse } = await wearer()
    const hourly = { interval: 60 }
    time.now = new Date(at(1))
    await send(pulse(100, 0.5, hourly))
    time.now = new Date(at(125))
    await job()
    await send(pulse(100, 124, hourly))
    expect(await hoursOf(user.user_id)).toMatchObject([
      { readings: 1, connected_minutes: 60 },
      { readings: 0, connected_minutes: 60, group_id: group.group_id, heart_rate_count: 0, level_max: null },
      { readings: 1, connected_minutes: 5 },
    ])
  })

  it('of the personal level are those of the heart level', async () => {
    const { user, pulse } = await wearer()
    await send(...every(5, -55, -5).map((minutes) => pulse(150, minutes, { interval: 5 })))
    await db.updateTable('reading').set({ heart_level: 2, total_level: 3 }).where('user_id', '=', user.user_id).execute()
    expect(await hoursOf(user.user_id)).toMatchObject([
      { heart_level_max: 2, heart_level1_minutes: 0, heart_level2_minutes: 51, heart_level3_minutes: 0, level3_minutes: 51 },
    ])
  })
})

describe('minutes in heat', () => {
  const watcher = () => makeDevice(db, 'heat', office.office_id)

  it('count from WBGT 28 °C, or air 31 °C where the WBGT was measured; exposure from the reference value of the not acclimatised', async () => {
    const { user, pulse } = await wearer()
    const gateway = await makeDevice(db, 'gateway', office.office_id, { linked_device_id: (await watcher()).device_id })
    const { serial } = await db
      .selectFrom('device')
      .select('serial')
      .where('device_id', '=', gateway.linked_device_id)
      .executeTakeFirstOrThrow()
    const heat = (wbgt: number, temperature: number, minutes: number) => ({
      kind: 'heat',
      device: serial,
      at: at(minutes),
      wbgt,
      temperature,
    })
    const cases = [
      [25.9, 30.9],
      [26, 30.9],
      [25.9, 31],
      [28, 29],
    ] as const
    for (const [index, [wbgt, temperature]] of cases.entries())
      await send(heat(wbgt, temperature, -50 + index * 10), { ...pulse(90, -50 + index * 10), gateway: gateway.serial })
    expect(await hoursOf(user.user_id)).toMatchObject([{ readings: 4, heat_minutes: 2, exposure_minutes: 2, wbgt_max: 28, wbgt_count: 4 }])
  })

  it('are not known where no reading had a heat value', async () => {
    const bare = await makeOffice(db, { company_id: office.company_id })
    const { user, tag, pulse } = await wearer()
    await db.updateTable('device').set({ office_id: bare.office_id }).where('device_id', '=', tag.device_id).execute()
    await receive({ ...sender, officeId: bare.office_id }, [pulse(90, -1)])
    expect(await hoursOf(user.user_id)).toMatchObject([{ readings: 1, heat_minutes: null, exposure_minutes: null, excess_count: 0 }])
  })
})

describe('ten minutes of a watcher', () => {
  it('are there while they run, are stored, outlive the watcher, and are computed again', async () => {
    const site = await makeOffice(db, { company_id: office.company_id })
    const { device_id, serial } = await makeDevice(db, 'heat', site.office_id)
    const heat = (wbgt: number | null, minutes: number, more = {}) => ({ kind: 'heat', device: serial, at: at(minutes), wbgt, ...more })
    const sendThere = (...readings: object[]) => receive({ ...sender, officeId: site.office_id }, readings)
    const slots = () => readHeatSummaries(pool, { companyId: office.company_id, officeId: site.office_id }, span)
    await sendThere(heat(28.5, -9, { temperature: 33 }), heat(29.1, -1, { temperature: 32.5 }), heat(999, -2), heat(27, 0))
    const values = { device_id, serial, source: 'measured', office_id: site.office_id }
    const first = { ...values, slot: new Date(at(-10)), wbgt_max: 29.1, wbgt_count: 2, temperature_max: 33 }
    const running = await slots()
    expect(running).toMatchObject([first, { ...values, slot: noon, wbgt_max: 27, temperature_max: null }])
    expect(running[0]?.wbgt_sum).toBeCloseTo(57.6, 9)
    pass(5)
    await job()
    expect(await db.selectFrom('heat_summary').selectAll().where('device_id', '=', device_id).execute()).toMatchObject([first])
    await sendThere(heat(30, -5))
    expect(await slots()).toMatchObject([{ ...first, wbgt_max: 30, wbgt_count: 3 }, { slot: noon }])
    await db.deleteFrom('alert').where('device_id', '=', device_id).execute()
    await db.deleteFrom('device').where('device_id', '=', device_id).execute()
    pass(60)
    await job()
    expect(await slots()).toMatchObject([
      { ...first, wbgt_max: 30, wbgt_count: 3 },
      { slot: noon, serial },
    ])
    expect(await db.selectFrom('heat_due').selectAll().execute()).toEqual([])
  })
})

type Act =
  | {
      readonly act: 'send'
      readonly interval: number | null
      readonly readings: readonly { readonly who: number; readonly minutes: number; readonly heartRate: number | null }[]
    }
  | { readonly act: 'heat'; readonly minutes: number; readonly wbgt: number }
  | { readonly act: 'pass'; readonly minutes: number }
  | { readonly act: 'job' | 'jobs' | 'regroup' }

const acts = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        act: fc.constant('send' as const),
        interval: fc.constantFrom(null, 1, 10, 30, 60),
        readings: fc.array(
          fc.record({
            who: fc.integer({ min: 0, max: 1 }),
            minutes: fc.oneof(fc.integer({ min: -200, max: 5 }), fc.integer({ min: -20, max: 2 })),
            heartRate: fc.option(fc.integer({ min: 60, max: 200 })),
          }),
          { minLength: 1, maxLength: 12 },
        ),
      }),
    },
    fc.record({
      act: fc.constant('heat' as const),
      minutes: fc.integer({ min: -30, max: 0 }),
      wbgt: fc.integer({ min: 240, max: 330 }).map((n) => n / 10),
    }),
    fc.record({ act: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 70 }) }),
    fc.record({ act: fc.constantFrom('job' as const, 'jobs' as const, 'regroup' as const) }),
  ),
  { minLength: 3, maxLength: 14 },
)

it('is the function of all readings, whatever came in which order, twice or late, and whenever the job ran', async () => {
  const { serial } = await makeDevice(db, 'heat', office.office_id)
  const once = async () => {
    const client = await pool.connect()
    await summaryJob.run(context, client, new AbortController().signal).finally(() => client.release())
  }
  const check = async (story: readonly Act[]) => {
    time.now = noon
    const people = [await wearer(), await wearer()]
    const userIds = people.map(({ user }) => user.user_id)
    const now = () => (time.now.getTime() - noon.getTime()) / minuteMs
    const follow = async (step: Act): Promise<void> => {
      if (step.act === 'send') {
        const readings = step.readings.map(
          ({ who, minutes, heartRate }) =>
            people[who]?.pulse(heartRate, now() + minutes, step.interval === null ? {} : { interval: step.interval }) ?? {},
        )
        await Promise.all([send(...readings), step.readings.length % 3 === 0 ? once() : undefined])
      } else if (step.act === 'heat')
        await send({ kind: 'heat', device: serial, at: at(now() + step.minutes), wbgt: step.wbgt, temperature: step.wbgt + 3 })
      else if (step.act === 'pass') pass(step.minutes)
      else if (step.act === 'job') await job()
      else if (step.act === 'jobs') await Promise.all([once(), once(), once()])
      else
        await db
          .updateTable('app_user')
          .set({ group_id: people[1]?.group.group_id ?? null })
          .where('user_id', '=', userIds[0] ?? 0)
          .execute()
    }
    for (const step of story) {
      await follow(step)
      expect(await readHourlySummaries(pool, office.company_id, userIds, span)).toEqual(await expectedHours(pool, userIds))
    }
    pass(180)
    await job()
    const rows = await db
      .selectFrom('hourly_summary')
      .selectAll()
      .where('user_id', 'in', userIds)
      .orderBy('user_id')
      .orderBy('hour')
      .orderBy('office_id')
      .execute()
    expect(rows.map(({ company_id, ...row }) => (expect(company_id).toBe(office.company_id), row))).toEqual(
      await expectedHours(pool, userIds),
    )
    expect(await db.selectFrom('summary_due').selectAll().where('user_id', 'in', userIds).execute()).toEqual([])
  }
  await fc.assert(fc.asyncProperty(acts, check), { numRuns: 25 })
}, 300_000)
