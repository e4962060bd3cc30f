import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { readHourlySummaries } from '../monitoring/summaries/read.ts'
import { makeDevice, makeGroup, makeIngestKey, makeOffice, makeUser, makeWear } from '../organisation/test-factories.ts'
import { createTestApp } from '../test-app.ts'

const minuteMs = 60_000
const product = await createTestApp()
const { context, app, askAs, time } = product
const { db } = context
const start = Math.floor(time.now.getTime() / 3_600_000) * 3_600_000 + 10 * minuteMs
let office: Awaited<ReturnType<typeof makeOffice>>
let admin: Awaited<ReturnType<typeof makeUser>>
let key: Awaited<ReturnType<typeof makeIngestKey>>

beforeAll(async () => {
  office = await makeOffice(db)
  key = await makeIngestKey(db, office.office_id)
  admin = await makeUser(db, 'HeadquartersAdmin', office)
})
afterAll(product.close)

const at = (minute: number) => new Date(start + minute * minuteMs)
/** The minute of the server's clock. */
const clockTo = (minute: number) => void (time.now = at(minute))

type Pulse = { readonly minute: number; readonly heartRate: number | null; readonly call?: boolean }

/** Somebody of 40 (limits 140, 159, 180) with a vital tag; `send` posts readings in one message. */
const worker = async () => {
  const group = await makeGroup(db, { office_id: office.office_id })
  const user = await makeUser(db, 'User', { ...office, group_id: group.group_id }, { date_of_birth: '1986-01-01' })
  const tag = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, user.user_id, tag.device_id, { worn_from: at(-1_000) })
  const send = async (pulses: readonly Pulse[], to = app) => {
    const readings = pulses.map(({ minute, ...values }) => ({
      kind: 'vital',
      device: tag.serial,
      at: at(minute).toISOString(),
      interval: 1,
      ...values,
    }))
    const answer = await to.inject({ method: 'POST', url: '/api/ingest', headers: { authorization: key.bearer }, payload: { readings } })
    expect(answer.json()).toMatchObject({ accepted: pulses.length, rejected: [] })
  }
  return { user, tag, send }
}
type Worker = Awaited<ReturnType<typeof worker>>

/** A pulse a minute with this heart rate, from one minute to another. */
const steady = (from: number, to: number, heartRate: number | null): Pulse[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ minute: from + index, heartRate }))

const minuteOf = (instant: Date | null) => (instant === null ? null : (instant.getTime() - start) / minuteMs)

const alertsOf = ({ user }: Worker) =>
  db
    .selectFrom('alert')
    .selectAll()
    .where('alert.user_id', '=', user.user_id)
    .orderBy('alert.started_at')
    .orderBy('alert.alert_id')
    .execute()

/** What stands of a worker's episodes: kind, minutes, highest level, and 'late' or 'withdrawn'. */
const episodesOf = async (one: Worker) =>
  (await alertsOf(one)).map((row) =>
    [
      `${row.kind} ${minuteOf(row.started_at)}–${minuteOf(row.ended_at) ?? ''}`,
      ...(row.peak_level === null ? [] : [`peak ${row.peak_level}`]),
      ...(row.late ? ['late'] : []),
      ...(row.withdrawn ? ['withdrawn'] : []),
    ].join(', '),
  )

const eventsOf = async (alertId: number | undefined) =>
  (
    await db
      .selectFrom('alert_event as e')
      .select('e.event')
      .where('e.alert_id', '=', alertId ?? 0)
      .orderBy('e.event_id')
      .execute()
  ).map(({ event }) => event)

const levelsOf = async ({ user }: Worker) =>
  (
    await db
      .selectFrom('reading as r')
      .select(['r.at', 'r.heart_level', 'r.heat_level', 'r.total_level'])
      .where('r.user_id', '=', user.user_id)
      .orderBy('r.at')
      .execute()
  ).map((row) => ({ ...row, at: minuteOf(row.at) }))

const stateOf = async ({ user }: Worker) => {
  const row = await db.selectFrom('worker_state').selectAll().where('user_id', '=', user.user_id).executeTakeFirstOrThrow()
  const { judge, heart_rate, heart_level, heat_level, total_level, no_heart_rate, last_at } = row
  // The same but for whose tag it is.
  return {
    judge: JSON.parse(JSON.stringify(judge).replaceAll(/"(deviceId|device|down)":\d+/g, '"$1":"the tag"')) as unknown,
    shown: { heart_rate, heart_level, heat_level, total_level, no_heart_rate, last_at: minuteOf(last_at) },
  }
}

const hoursOf = async ({ user }: Worker) => {
  const span = { from: at(-600), to: at(600) }
  const rows = await readHourlySummaries(context.pool, office.company_id, [user.user_id], span)
  return rows.map(({ user_id: _, group_id: __, ...row }) => row)
}

const everythingOf = async (one: Worker) => {
  const episodes = (await episodesOf(one)).filter((line) => !line.endsWith('withdrawn')).map((line) => line.replace(', late', ''))
  const isEmergency = (line: string) => line.startsWith('emergency')
  const { judge, shown } = await stateOf(one)
  const { emergency, ...rest } = judge as { emergency: { open: unknown } }
  return {
    levels: await levelsOf(one),
    episodes: episodes.filter((line) => !isEmergency(line)),
    state: { ...rest, emergency: { ...emergency, open: null }, shown },
    emergencies: episodes.filter(isEmergency).length,
    open: emergency.open,
  }
}

/** An emergency that was told while readings were missing stands, whatever the right order shows; none is missed. */
const expectSame = async (one: Worker, inOrder: Worker) => {
  const { emergencies, open, ...rest } = await everythingOf(one)
  const { emergencies: expectedEmergencies, open: _, ...expected } = await everythingOf(inOrder)
  expect(rest).toEqual(expected)
  expect(emergencies).toBeGreaterThanOrEqual(expectedEmergencies)
  expect(open !== null).toBe(emergencies > 0)
}

const run = fc.record({
  count: fc.integer({ min: 1, max: 25 }),
  heartRate: fc.constantFrom(90, 90, 145, 165, 185, null),
})
const day = fc
  .array(run, { minLength: 4, maxLength: 10 })
  .map((runs) => runs.flatMap(({ count, heartRate }) => Array<number | null>(count).fill(heartRate)))

describe('readings out of order within four hours', () => {
  it('come to the same as in order: levels, state, episodes and summaries', { timeout: 60_000 }, async () => {
    clockTo(239)
    await fc.assert(
      fc.asyncProperty(day, fc.infiniteStream(fc.nat(1_000)), async (rates, numbers) => {
        const pulses = rates.map((heartRate, minute): Pulse => ({ minute, heartRate }))
        const [inOrder, outOfOrder] = [await worker(), await worker()]
        await inOrder.send(pulses)
        // Mostly a little out of order, some of it by hours.
        const next = () => numbers.next().value ?? 0
        const shuffled = pulses
          .map((pulse) => ({ pulse, place: pulse.minute + (next() % 10 === 0 ? next() % 200 : next() % 8) }))
          .toSorted((one, other) => one.place - other.place)
          .map(({ pulse }) => pulse)
        while (shuffled.length > 0) await outOfOrder.send(shuffled.splice(0, 1 + (next() % 20)))
        await expectSame(outOfOrder, inOrder)
        for (const row of await alertsOf(outOfOrder)) if (row.withdrawn) expect(await eventsOf(row.alert_id)).toContain('withdrawn')
        const alerts = async (one: Worker) => (await alertsOf(one)).filter(({ withdrawn }) => !withdrawn).length
        if ((await alerts(outOfOrder)) === (await alerts(inOrder))) expect(await hoursOf(outOfOrder)).toEqual(await hoursOf(inOrder))
      }),
      { numRuns: 5 },
    )
  })

  it('come to the same though two processes take them at once', async () => {
    clockTo(239)
    const other = await buildApp(context)
    const pulses = [...steady(0, 20, 90), ...steady(21, 60, 185), ...steady(61, 110, 95), ...steady(111, 140, 165)]
    const people = await Promise.all(Array.from({ length: 6 }, worker))
    const inOrder = await worker()
    await inOrder.send(pulses)
    await Promise.all(
      people.flatMap((one, index) =>
        Array.from({ length: 14 }, (_, part) =>
          one.send(
            pulses.filter(({ minute }) => (minute + index) % 14 === part),
            part % 2 === 0 ? app : other,
          ),
        ),
      ),
    )
    await other.close()
    for (const one of people) await expectSame(one, inOrder)
  })
})

describe('a late reading', () => {
  it('is judged in its place, and corrects what was judged after it', async () => {
    const one = await worker()
    clockTo(30)
    await one.send([...steady(0, 9, 150), ...steady(11, 20, 150)])
    expect((await stateOf(one)).shown).toMatchObject({ total_level: 2 })
    await one.send([{ minute: 10, heartRate: 90 }])
    const levels = await levelsOf(one)
    expect(levels.find((row) => row.at === 14)).toMatchObject({ heart_level: 0, total_level: 0 })
    expect((await stateOf(one)).shown).toMatchObject({ total_level: 1, heart_rate: 150, last_at: 20 })
  })

  it('older than four hours is stored and summarised, and judges nothing', async () => {
    const one = await worker()
    clockTo(300)
    await one.send(steady(250, 260, 90))
    const before = await stateOf(one)
    await one.send(steady(0, 19, 190))
    expect((await stateOf(one)).judge).toEqual(before.judge)
    expect(await episodesOf(one)).toEqual([])
    const old = (await levelsOf(one)).filter((row) => (row.at ?? 0) < 20)
    expect(old).toHaveLength(20)
    expect(old.every((row) => row.total_level === null)).toBe(true)
    expect((await hoursOf(one)).map((row) => row.heart_rate_max)).toContain(190)
  })

  it('makes due the summaries of the hours it changes', async () => {
    const one = await worker()
    clockTo(230)
    await one.send([...steady(0, 9, 150), ...steady(11, 40, 150)])
    await db.deleteFrom('summary_due').execute()
    await one.send([{ minute: 10, heartRate: 90 }])
    const due = await db.selectFrom('summary_due').select('hour').where('user_id', '=', one.user.user_id).execute()
    expect(due.map(({ hour }) => hour)).toEqual([new Date(start - 10 * minuteMs)])
  })

  it('of a tag that falls back is judged from the first on', async () => {
    const one = await worker()
    clockTo(60)
    await one.send(steady(0, 60, 90))
    clockTo(65)
    await one.send(steady(31, 34, 185).map((pulse) => ({ ...pulse, minute: pulse.minute + 0.5 })))
    const fallen = (await levelsOf(one)).filter((row) => (row.at ?? 0) % 1 !== 0)
    expect(fallen.map((row) => row.total_level)).toEqual([0, 0, 0, 0])
  })
})

describe('episodes', () => {
  it('that were over when their readings came are listed as late, in order or not', async () => {
    const [inOrder, between] = [await worker(), await worker()]
    clockTo(200)
    const bout = [...steady(60, 69, 90), ...steady(70, 89, 185), ...steady(90, 119, 90)]
    await inOrder.send(bout)
    expect(await episodesOf(inOrder)).toEqual(['condition 72–91, peak 3, late', expect.stringMatching(/^emergency 87–/)])
    await between.send(steady(0, 59, 90))
    await between.send(steady(120, 180, 90))
    await between.send(bout)
    expect(await episodesOf(between)).toEqual(await episodesOf(inOrder))
    const [condition] = await alertsOf(between)
    expect(await eventsOf(condition?.alert_id)).toEqual(['opened', 'lowered', 'ended'])
    expect((await askAs(admin, 'GET', '/api/HealthCondition/Alert?allTime=1&kind=condition')).body).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id: condition?.alert_id, late: '1' })]),
    })
  })

  it('begin and end where the right order says', async () => {
    const one = await worker()
    clockTo(60)
    await one.send([...steady(0, 10, 90), ...steady(14, 20, 185)])
    const [opened] = await alertsOf(one)
    expect(minuteOf(opened?.started_at ?? null)).toBe(16)
    await one.send(steady(11, 13, 185))
    expect(await episodesOf(one)).toEqual(['condition 13–, peak 3'])
    expect(await eventsOf(opened?.alert_id)).toEqual(['opened', 'corrected'])
    await one.send(steady(21, 24, 90))
    await one.send(steady(29, 45, 90))
    await one.send(steady(25, 28, 90))
    expect((await alertsOf(one)).map(({ ending }) => ending)).toEqual(['recovered'])
  })

  it('that the right order does not show are withdrawn, with a line in their history', async () => {
    const one = await worker()
    clockTo(60)
    await one.send([...steady(0, 4, 150), ...steady(6, 8, 150)])
    const [opened] = await alertsOf(one)
    expect(opened).toMatchObject({ kind: 'condition', ended_at: null })
    await one.send([{ minute: 5, heartRate: 90 }])
    expect(await episodesOf(one)).toEqual(['condition 6–8, peak 1, withdrawn'])
    expect(await eventsOf(opened?.alert_id)).toEqual(['opened', 'withdrawn'])
    // It comes about after all, as an episode of its own.
    await one.send(steady(9, 12, 150))
    expect(await episodesOf(one)).toEqual(['condition 6–8, peak 1, withdrawn', 'condition 11–, peak 1'])
  })

  it('keep what a person did', async () => {
    const one = await worker()
    clockTo(60)
    await one.send([...steady(0, 4, 150), ...steady(6, 8, 150)])
    const [opened] = await alertsOf(one)
    await askAs(admin, 'POST', `/api/Alert/${opened?.alert_id}/Acknowledge`)
    await one.send([{ minute: 5, heartRate: 90 }])
    expect(await alertsOf(one)).toMatchObject([{ handling: 'acknowledged', withdrawn: false, ended_at: at(8) }])
  })
})

it('moves an episode with its readings, once their clock is found to be two hours slow', async () => {
  const one = await worker()
  clockTo(299)
  await one.send([{ minute: 298, heartRate: 90 }])
  for (let minute = 300; minute <= 306; minute++) {
    clockTo(minute)
    await one.send([{ minute: minute - 120, heartRate: 195 }])
  }
  expect(await episodesOf(one)).toEqual([expect.stringMatching(/^condition 30[2-4]–, peak 3$/)])
  expect((await levelsOf(one)).map((row) => row.at)).toEqual([298, 300, 301, 302, 303, 304, 305, 306])
  expect((await stateOf(one)).shown).toMatchObject({ total_level: 3, last_at: 306 })
})

it('leaves what went on at another site as it is', async () => {
  const one = await worker()
  clockTo(60)
  await one.send(steady(0, 20, 150).filter(({ minute }) => minute !== 10))
  // What a move to another site does.
  const elsewhere = await makeOffice(db, { company_id: office.company_id })
  const tag = await makeDevice(db, 'vital', elsewhere.office_id)
  const { user_id } = one.user
  await db
    .updateTable('alert')
    .set({ ended_at: at(20.5), ending: 'handedOver' })
    .where('user_id', '=', user_id)
    .execute()
  await db
    .updateTable('wear')
    .set({ worn_to: at(20.5) })
    .where('user_id', '=', user_id)
    .execute()
  await db
    .updateTable('app_user')
    .set({ office_id: elsewhere.office_id, group_id: null, group_role: null })
    .where('user_id', '=', user_id)
    .execute()
  await makeWear(db, user_id, tag.device_id, { worn_from: at(20.5) })
  const readings = steady(21, 30, 150).map(({ minute, heartRate }) => ({
    kind: 'vital',
    device: tag.serial,
    at: at(minute).toISOString(),
    heartRate,
    interval: 1,
  }))
  const { bearer } = await makeIngestKey(db, elsewhere.office_id)
  const sent = await app.inject({ method: 'POST', url: '/api/ingest', headers: { authorization: bearer }, payload: { readings } })
  expect(sent.json()).toMatchObject({ accepted: 10 })
  const before = await alertsOf(one)
  expect(before).toMatchObject([{ ending: 'handedOver' }, { office_id: elsewhere.office_id, ended_at: null }])
  await one.send([{ minute: 10, heartRate: 150 }])
  expect(await alertsOf(one)).toEqual(before)
  // The condition began later than it seemed.
  await one.send([{ minute: 10.5, heartRate: 90 }])
  expect(await alertsOf(one)).toMatchObject([
    { withdrawn: false, ending: 'handedOver' },
    { withdrawn: false, ended_at: null },
  ])
})

describe('an episode that a person closed while its condition held', () => {
  const closedOne = async () => {
    const one = await worker()
    clockTo(21)
    await one.send(steady(0, 20, 150).filter(({ minute }) => minute !== 7))
    const [alert] = await alertsOf(one)
    expect((await askAs(admin, 'POST', `/api/Alert/${alert?.alert_id}/Close`, { outcome: 'rested', note: '' })).status).toBe(200)
    const conditions = async () => (await alertsOf(one)).filter(({ kind }) => kind === 'condition')
    return { one, conditions }
  }

  it('keeps its outcome and its end, and what goes on opens a new one in its time', async () => {
    const { one, conditions } = await closedOne()
    clockTo(50)
    await one.send([{ minute: 7, heartRate: 150 }])
    const closed = { handling: 'closed', outcome: 'rested', ending: 'closed', ended_at: at(21) }
    expect(await conditions()).toMatchObject([closed])
    await one.send(steady(22, 30, 150))
    await one.send([{ minute: 21.5, heartRate: 150 }])
    expect(await conditions()).toMatchObject([closed])
    await one.send(steady(31, 40, 150))
    expect(await conditions()).toMatchObject([closed, { handling: 'open', ended_at: null }])
  })

  it('is not held by what the right order does not show', async () => {
    const { one, conditions } = await closedOne()
    clockTo(50)
    await one.send(steady(22, 29, 150).filter(({ minute }) => minute !== 25))
    await one.send(steady(0, 28, 90).map((pulse) => ({ ...pulse, minute: pulse.minute + 0.5 })))
    expect(await conditions()).toMatchObject([{ handling: 'closed', still_held: false }])
  })
})

describe('emergencies', () => {
  it('that late readings show are told', async () => {
    const one = await worker()
    clockTo(90)
    await one.send([...steady(0, 10, 90), ...steady(45, 75, 90)])
    await one.send(steady(11, 40, 190))
    expect(await episodesOf(one)).toEqual([expect.stringMatching(/^condition 13–.*late$/), 'emergency 28–, peak 3'])
    expect((await stateOf(one)).judge).toMatchObject({ emergency: { open: { cause: 'accumulated' } } })
  })

  it('that a person has closed stay closed, whatever comes late', async () => {
    const one = await worker()
    clockTo(40)
    await one.send(steady(0, 30, 190).filter(({ minute }) => minute !== 7))
    const emergency = (await alertsOf(one)).find(({ kind }) => kind === 'emergency')
    expect((await askAs(admin, 'POST', `/api/Alert/${emergency?.alert_id}/Close`, { outcome: 'rested', note: '' })).status).toBe(200)
    clockTo(42)
    await one.send([{ minute: 7, heartRate: 190 }])
    const after = (await alertsOf(one)).filter(({ kind }) => kind === 'emergency')
    expect(after).toMatchObject([{ handling: 'closed', outcome: 'rested' }])
    expect((await stateOf(one)).judge).toMatchObject({ emergency: { open: null } })
  })

  it('stay open though the right order does not show them, until a person closes them', async () => {
    const one = await worker()
    clockTo(60)
    await one.send(steady(0, 20, 190).filter(({ minute }) => minute % 4 === 0))
    expect((await alertsOf(one)).map(({ kind }) => kind)).toContain('emergency')
    await one.send(steady(0, 20, 90).filter(({ minute }) => minute % 4 !== 0))
    const left = (await alertsOf(one)).find(({ kind }) => kind === 'emergency')
    expect(left).toMatchObject({ ended_at: null, handling: 'open', withdrawn: false })
    expect((await askAs(admin, 'POST', `/api/Alert/${left?.alert_id}/Close`, { outcome: 'other', note: '' })).status).toBe(200)
    expect((await stateOf(one)).judge).toMatchObject({ emergency: { open: null } })
  })

  it('begin with a press that comes hours late, and once', async () => {
    const one = await worker()
    clockTo(230)
    await one.send([...steady(0, 59, 90), ...steady(61, 200, 90)])
    const press = { minute: 60, heartRate: 90, call: true }
    await one.send([press])
    expect(await episodesOf(one)).toEqual(['emergency 60–, peak 3'])
    await one.send([{ minute: 30.5, heartRate: 90 }])
    const [called] = await alertsOf(one)
    expect((await askAs(admin, 'POST', `/api/Alert/${called?.alert_id}/Close`, { outcome: 'rested', note: '' })).status).toBe(200)
    clockTo(232)
    await one.send([{ minute: 31.5, heartRate: 90 }])
    expect(await alertsOf(one)).toMatchObject([{ handling: 'closed', called_at: at(60) }])
    expect((await stateOf(one)).judge).toMatchObject({ emergency: { open: null } })
    // Another press, from before the closing but not known then, is a call all the same.
    await one.send([{ minute: 100.5, heartRate: 90, call: true }])
    expect((await alertsOf(one)).map(({ handling }) => handling)).toEqual(['closed', 'open'])
  })

  it.each([
    ['alone', []],
    ['together with one that is put in its place', [{ minute: 150.5, heartRate: 90 }]],
  ])('begin with a press too old to be put in its place, %s', async (_, others) => {
    const one = await worker()
    clockTo(230)
    await one.send(steady(100, 200, 90))
    await one.send([{ minute: -100, heartRate: 90, call: true }, ...others])
    expect(await alertsOf(one)).toMatchObject([{ kind: 'emergency', called_at: at(-100), ended_at: null }])
    expect((await levelsOf(one))[0]).toMatchObject({ at: -100, total_level: null })
    await one.send([{ minute: 120.5, heartRate: 90 }])
    expect(await episodesOf(one)).toEqual(['emergency -100–, peak 3'])
    expect((await stateOf(one)).judge).toMatchObject({ emergency: { open: { cause: 'call' } } })
  })
})
