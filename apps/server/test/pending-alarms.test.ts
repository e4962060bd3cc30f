import { message } from '@mimamori/contract'
import { beforeEach, expect, it } from 'vitest'
import { deviceAlarmJob } from '../src/features/alerts/device-alarms/device-alarm-jobs.ts'
import { loadAlarmClosings, loadAlarms } from '../src/features/ingest/alarms/load-alarms.ts'
import { findHindrances } from '../src/features/user-role/erasure/hindrances.ts'
import { takeTurn } from '../src/platform/database/recurring.ts'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../src/shared/organisation/test-factories.ts'
import { startTestApp } from '../src/test-app.ts'

// What happens to people and sites while a device may still cancel its alarm, or an alarm of a device is open.
const noon = new Date('2026-07-20T12:00:00+09:00')
const { context, app, time, askAs } = await startTestApp()
const { db } = context

const at = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)

beforeEach(() => {
  time.now = noon
})

/** A site whose only worker's band has just raised an alarm that it may still cancel. */
const makeSite = async () => {
  const office = await makeOffice(db, { name: '豊洲' })
  const contract = await makeUser(db, 'AdminUnitContract', office)
  const { bearer } = await makeIngestKey(db, office.office_id)
  const user = await makeUser(db, 'User', office, { full_name: '倒　太郎', gender: 1, date_of_birth: '1986-01-01' })
  const tag = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, user.user_id, tag.device_id)
  const send = async (second: number, alarm: string | null) => {
    time.now = at(second)
    const readings = [{ kind: 'vital', device: tag.serial, at: at(second).toISOString(), heartRate: 90, interval: 1, alarm }]
    const answer = await app.inject({ method: 'POST', url: '/api/ingest', headers: { authorization: bearer }, payload: { readings } })
    expect(answer.json()).toMatchObject({ rejected: [] })
  }
  await send(0, 'fall')
  const alarms = () =>
    db
      .selectFrom('alert')
      .selectAll()
      .where('alert.user_id', '=', user.user_id)
      .where('alert.kind', '=', 'fall')
      .orderBy('alert.alert_id')
      .execute()
  const mark = () =>
    db
      .selectFrom('worker_state')
      .select(['worker_state.alarm_since', 'worker_state.alarm_kind'])
      .where('worker_state.user_id', '=', user.user_id)
      .executeTakeFirstOrThrow()
  return { office, contract, user, tag, send, alarms, mark }
}

const wait = async (second: number) => {
  time.now = at(second)
  await takeTurn(context, deviceAlarmJob)
}

it('a site is not archived while a device may still cancel its alarm', async () => {
  const { office, contract, send } = await makeSite()
  const archive = () => askAs(contract, 'POST', `/api/Office/${office.office_id}/Archive`, { officeName: '豊洲' })
  expect(await askAs(contract, 'GET', `/api/Office/${office.office_id}/Archive`)).toMatchObject({ body: { emergencies: 1 } })
  expect(await archive()).toEqual({ status: 409, body: [message('archiveInDanger', { count: 1 })] })
  await send(20, null)
  expect(await archive()).toMatchObject({ status: 200 })
})

it('nobody is deleted while a device may still cancel their alarm', async () => {
  const { contract, user, send } = await makeSite()
  const path = `/api/UserRole/${user.user_id}`
  expect(await askAs(contract, 'GET', path)).toMatchObject({ body: { canDelete: false } })
  expect(await findHindrances(db, { companyId: user.company_id, userId: user.user_id }, noon)).toEqual([message('eraseAlertOpen')])
  expect(await askAs(contract, 'DELETE', path)).toEqual({ status: 400, body: [message('alertOpen', { name: '倒　太郎' })] })
  await send(20, null)
  expect(await askAs(contract, 'GET', path)).toMatchObject({ body: { canDelete: true } })
  expect(await askAs(contract, 'DELETE', path)).toMatchObject({ status: 200 })
})

it('an alarm that is pending when its wearer goes to another site opens there', async () => {
  const { office, contract, user, alarms } = await makeSite()
  const beside = await makeOffice(db, { company_id: office.company_id })
  time.now = at(10)
  const there = { companyId: office.company_id, officeId: beside.office_id }
  expect(await askAs(contract, 'PUT', `/api/UserRole/${user.user_id}`, there)).toMatchObject({ status: 200 })
  await wait(31)
  expect(await alarms()).toMatchObject([{ office_id: beside.office_id, ended_at: null }])
})

it('one that withdraws consent within the window is helped nevertheless', async () => {
  const { user, alarms } = await makeSite()
  await db
    .updateTable('app_user')
    .set({ consent_withdrawn_at: at(10) })
    .where('app_user.user_id', '=', user.user_id)
    .execute()
  await wait(31)
  expect(await alarms()).toMatchObject([{ ended_at: null }])
})

it('an open alarm goes along to another site, and is closed there alone', async () => {
  const { office, contract, user, tag, alarms, mark } = await makeSite()
  const beside = await makeOffice(db, { company_id: office.company_id })
  await wait(31)
  time.now = at(60)
  const there = { companyId: office.company_id, officeId: beside.office_id }
  expect(await askAs(contract, 'PUT', `/api/UserRole/${user.user_id}`, there)).toMatchObject({ status: 200 })
  const [left, here] = await alarms()
  expect(left).toMatchObject({ ending: 'handedOver', handling: 'closed' })
  expect(here).toMatchObject({ office_id: beside.office_id, ended_at: null })
  expect(await mark()).toEqual({ alarm_kind: 'fall', alarm_since: here?.started_at })

  const client = await context.pool.connect()
  try {
    const alarmsOfTag = () => loadAlarms(client, office.company_id, [tag.device_id])
    const closings = async () => loadAlarmClosings(client, office.company_id, await alarmsOfTag())
    expect(await alarmsOfTag()).toMatchObject([{ alertId: here?.alert_id }])
    expect(await closings()).toEqual(new Map())
    // Nor is the going itself a closing, where an alarm still names the alert that was left.
    const [stored] = await alarmsOfTag()
    if (stored === undefined || left === undefined) throw new Error('the alarm is stored')
    expect(await loadAlarmClosings(client, office.company_id, [{ ...stored, alertId: left.alert_id }])).toEqual(new Map())

    time.now = at(90)
    const closed = await askAs(contract, 'POST', `/api/Alert/${here?.alert_id}/Close`, { outcome: 'falseAlarm', note: '' })
    expect(closed).toMatchObject({ status: 200 })
    expect([...(await closings()).values()]).toEqual([{ kind: 'fall', at: at(90).getTime() }])
  } finally {
    client.release()
  }
  expect(await mark()).toEqual({ alarm_kind: null, alarm_since: null })
})
