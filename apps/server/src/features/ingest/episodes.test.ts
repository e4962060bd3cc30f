import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { readHourlySummaries } from '../../shared/monitoring/summaries/read.ts'
import { createTestApp } from '../../test-app.ts'
import { makeDevice, makeGroup, makeIngestKey, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'

const minute = 60_000
const { context, app, time, close } = await createTestApp()
const { db } = context
let office: Awaited<ReturnType<typeof makeOffice>>
let key: Awaited<ReturnType<typeof makeIngestKey>>

beforeAll(async () => {
  office = await makeOffice(db)
  key = await makeIngestKey(db, office.office_id)
})
afterAll(close)

const at = (minutes: number) => new Date(time.now.getTime() + minutes * minute).toISOString()

const post = async (readings: object[], to = app) => {
  const answer = await to.inject({ method: 'POST', url: '/api/ingest', headers: { authorization: key.bearer }, payload: { readings } })
  expect(answer.json()).toMatchObject({ rejected: [] })
  return answer.json<{ accepted: number; duplicates: number }>()
}

/** Somebody of 40 (limits 140, 159, 180) with a vital tag and a belt. */
const wearer = async () => {
  const group = await makeGroup(db, { office_id: office.office_id })
  const user = await makeUser(db, 'User', { ...office, group_id: group.group_id }, { date_of_birth: '1986-01-01' })
  const barometer = await makeDevice(db, 'barometer', office.office_id)
  const tag = await makeDevice(db, 'vital', office.office_id)
  const belt = await makeDevice(db, 'belt', office.office_id, { linked_device_id: barometer.device_id })
  await makeWear(db, user.user_id, tag.device_id)
  await makeWear(db, user.user_id, belt.device_id, { slot: 'belt' })
  const pulse = (heartRate: number | null, minutes: number, more = {}) => ({
    kind: 'vital',
    device: tag.serial,
    at: at(minutes),
    heartRate,
    ...more,
  })
  return { user, tag, belt, barometer, pulse }
}

const alertsOf = (userId: number) => db.selectFrom('alert').selectAll().where('user_id', '=', userId).orderBy('alert_id').execute()

it('alerts when a belt is unhooked at height, and until it is hooked again', async () => {
  const { user, belt, barometer } = await wearer()
  // 50 Pa less than at the reference is a good four metres.
  const reading = (minutes: number, hook: 0 | 1) => ({ kind: 'belt', device: belt.serial, at: at(minutes), hook, pressure: 100_750 })
  await post([{ kind: 'barometer', device: barometer.serial, at: at(-10), pressure: 100_800, temperature: 30 }, reading(-9, 0)])
  expect(await alertsOf(user.user_id)).toEqual([])
  await post([reading(-8, 0)])
  expect(await alertsOf(user.user_id)).toMatchObject([{ kind: 'belt', cause: 'belt', ended_at: null }])
  await post([reading(-7, 1)])
  const [alert] = await alertsOf(user.user_id)
  expect(alert?.ended_at).toEqual(new Date(at(-7)))
  expect(alert?.ending).toBe('recovered')
  const state = await db.selectFrom('device_state').selectAll().where('device_id', '=', belt.device_id).executeTakeFirstOrThrow()
  expect(state).toMatchObject({ hook: 1 })
  expect(Math.round((state.altitude_cm ?? 0) / 10)).toBeCloseTo(44, 0)
})

it('leaves the height unknown, and unjudged, where the barometer is silent', async () => {
  const { user, belt, barometer } = await wearer()
  await post([{ kind: 'barometer', device: barometer.serial, at: at(-40), pressure: 100_800 }])
  await post([-9, -8, -7].map((minutes) => ({ kind: 'belt', device: belt.serial, at: at(minutes), hook: 0, pressure: 100_700 })))
  expect(await alertsOf(user.user_id)).toEqual([])
  expect(
    (await db.selectFrom('device_state').selectAll().where('device_id', '=', belt.device_id).executeTakeFirstOrThrow()).altitude_cm,
  ).toBeNull()
})

it('reports a battery that runs low, once, and the new one', async () => {
  const { user, pulse } = await wearer()
  await post([pulse(90, -9, { battery: 2 })])
  await post([pulse(90, -8, { battery: 1 })])
  await post([pulse(90, -7, { battery: 0 })])
  expect(await alertsOf(user.user_id)).toMatchObject([{ kind: 'battery', ended_at: null }])
  await post([pulse(90, -6, { battery: 5 })])
  expect((await alertsOf(user.user_id))[0]?.ended_at).not.toBeNull()
})

it('reports when readings continue without a heart rate', async () => {
  const { user, pulse } = await wearer()
  await post([pulse(90, -20)])
  await post([-19, -18, -17, -16].map((minutes) => pulse(null, minutes)))
  expect(await alertsOf(user.user_id)).toEqual([])
  await post([pulse(0, -15), pulse(260, -14)])
  expect(await alertsOf(user.user_id)).toMatchObject([{ kind: 'noHeartRate', ended_at: null }])
  const state = await db.selectFrom('worker_state').selectAll().where('user_id', '=', user.user_id).executeTakeFirstOrThrow()
  expect(state).toMatchObject({ no_heart_rate: true, heart_rate: null, total_level: null })
  await post([pulse(92, -13), pulse(93, -12)])
  expect((await alertsOf(user.user_id))[0]?.ended_at).toBeNull()
  await post([pulse(94, -11)])
  expect((await alertsOf(user.user_id))[0]?.ended_at).toEqual(new Date(at(-11)))
})

it('ends once what readings of one batch continue and end', async () => {
  const { user, pulse } = await wearer()
  await post([pulse(90, -30), ...[-29, -28, -27, -26, -25, -24, -23].map((minutes) => pulse(null, minutes))])
  expect(await alertsOf(user.user_id)).toMatchObject([{ kind: 'noHeartRate', ended_at: null }])
  await post([-22, -21, -20, -19, -18].map((minutes) => pulse(minutes < -20 ? null : 92, minutes)))
  expect(await alertsOf(user.user_id)).toMatchObject([{ kind: 'noHeartRate', ending: 'recovered' }])
})

it('opens one alert, and counts each reading once, though several processes are given the same', async () => {
  const processes = [app, await buildApp(context), await buildApp(context)]
  const people = await Promise.all(Array.from({ length: 10 }, wearer))
  const readings = people.flatMap(({ pulse }) => Array.from({ length: 8 }, (_, m) => pulse(185, m - 30)))
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, turn) => post(turn % 2 === 0 ? readings : readings.toReversed(), processes[turn % 3])),
  )
  await Promise.all(processes.slice(1).map((process) => process.close()))
  expect(answers.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(readings.length)
  for (const { user } of people) {
    expect(await alertsOf(user.user_id)).toMatchObject([{ kind: 'condition', level: 3 }])
    const span = { from: new Date(at(-120)), to: new Date(at(60)) }
    const hours = await readHourlySummaries(context.pool, office.company_id, [user.user_id], span)
    expect(hours.reduce((sum, row) => sum + row.readings, 0)).toBe(8)
    expect(hours.reduce((sum, row) => sum + row.alerts, 0)).toBe(1)
  }
})

it('does not pass the last wearer’s episodes on to a new one', async () => {
  const { tag, pulse, user } = await wearer()
  await post([0, 1, 2, 3].map((m) => pulse(150, m - 30)))
  const next = await makeUser(db, 'User', office, { date_of_birth: '1986-01-01' })
  await db
    .updateTable('wear')
    .set({ worn_to: new Date(at(-26)) })
    .where('device_id', '=', tag.device_id)
    .execute()
  await makeWear(db, next.user_id, tag.device_id, { worn_from: new Date(at(-26)) })
  await post([4, 5, 6, 7].map((m) => pulse(150, m - 30)))
  expect(await alertsOf(user.user_id)).toEqual([])
  expect(await alertsOf(next.user_id)).toEqual([])
  await post([pulse(150, -21)])
  expect(await alertsOf(next.user_id)).toMatchObject([{ kind: 'condition' }])
})
