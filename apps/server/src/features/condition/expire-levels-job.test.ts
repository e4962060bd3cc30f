import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDevice, makeGroup, makeIngestKey, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { takeTurn } from '../../platform/database/recurring.ts'
import { createTestApp } from '../../test-app.ts'
import { expireLevelsJob } from './expire-levels-job.ts'

const minuteMs = 60_000
const product = await createTestApp()
const { context, ask, time, close } = product
const { db } = context
const start = time.now.getTime()
let office: Awaited<ReturnType<typeof makeOffice>>
let key: Awaited<ReturnType<typeof makeIngestKey>>
let watcher: Awaited<ReturnType<typeof makeDevice>>

beforeAll(async () => {
  office = await makeOffice(db)
  key = await makeIngestKey(db, office.office_id)
  watcher = await makeDevice(db, 'heat', office.office_id)
})
afterAll(close)

const at = (minute: number) => new Date(start + minute * minuteMs)
const send = async (readings: readonly { minute: number; [field: string]: unknown }[]) => {
  const payload = { readings: readings.map(({ minute, ...values }) => ({ at: at(minute).toISOString(), ...values })) }
  const answer = await ask('POST', '/api/ingest', { headers: { authorization: key.bearer }, payload })
  expect(answer.body).toMatchObject({ rejected: [] })
}
const turnAt = async (minute: number) => {
  time.now = at(minute)
  await takeTurn(context, expireLevelsJob)
}

/** Somebody of 40 (limits 140, 159, 180), whose last reading is of that minute and was judged with 29 °C, one above the reference. */
const inTrouble = async (last: number) => {
  const group = await makeGroup(db, { office_id: office.office_id })
  const user = await makeUser(db, 'User', { ...office, group_id: group.group_id }, { date_of_birth: '1986-01-01' })
  const tag = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, user.user_id, tag.device_id)
  time.now = at(last)
  const pulse = (minute: number, heartRate: number | null) => ({ kind: 'vital', device: tag.serial, minute, heartRate, interval: 1 })
  const heat = [-6, -1].map((minute) => ({ kind: 'heat', device: watcher.serial, minute: last + minute, wbgt: 29 }))
  await send([...heat, ...[-6, -5, -4, -3, -2, -1, 0].map((minute) => pulse(last + minute, 150))])
  const state = () => db.selectFrom('worker_state').selectAll().where('user_id', '=', user.user_id).executeTakeFirstOrThrow()
  const conditions = () =>
    db
      .selectFrom('alert')
      .select(['started_at', 'ended_at', 'ending'])
      .where('user_id', '=', user.user_id)
      .where('kind', '=', 'condition')
      .orderBy('alert_id')
      .execute()
  return { user, pulse, state, conditions }
}

it('takes back the heat after an hour, the heart level after four, and ends the episode as lost', async () => {
  const { state, conditions } = await inTrouble(0)
  expect(await state()).toMatchObject({ heart_level: 1, heat_level: 2, total_level: 2, expires_at: at(60) })
  await turnAt(60)
  expect(await state()).toMatchObject({ heat_level: 2, total_level: 2 })
  await turnAt(61)
  expect(await state()).toMatchObject({ heart_level: 1, heat_level: null, total_level: 1, level_since: at(60), expires_at: at(240) })
  expect((await state()).reason).toMatchObject([{ kind: 'sustained' }])
  expect(await conditions()).toMatchObject([{ ended_at: null }])
  await turnAt(241)
  expect(await state()).toMatchObject({ heart_level: null, total_level: null, level_since: at(240), reason: null, expires_at: null })
  expect(await conditions()).toMatchObject([{ ended_at: at(240), ending: 'lost' }])
  await turnAt(300)
  expect(await conditions()).toHaveLength(1)
})

it('leaves workers alone whose readings continue', async () => {
  const { pulse, state, conditions } = await inTrouble(400)
  time.now = at(430)
  await send([{ ...pulse(430, 150), interval: 20 }])
  await turnAt(462)
  // The watcher has been away since 399: its value counts for an hour from the last reading judged with it.
  expect(await state()).toMatchObject({ heart_level: 2, total_level: 2, expires_at: at(670) })
  expect(await conditions()).toMatchObject([{ ended_at: null }])
})

it('judges a backlog of the time in between as if it had come in time, in the episode that it had ended', async () => {
  const { pulse, state, conditions } = await inTrouble(800)
  await turnAt(1041)
  expect(await state()).toMatchObject({ total_level: null })
  await send([801, 802, 803].map((minute) => pulse(minute, 150)))
  expect(await state()).toMatchObject({ heart_level: 1, total_level: 2 })
  expect(await conditions()).toMatchObject([{ ended_at: null, ending: null }])
  await turnAt(1044)
  expect(await conditions()).toMatchObject([{ ended_at: at(1043), ending: 'lost' }])
})
