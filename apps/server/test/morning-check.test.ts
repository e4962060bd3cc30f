import type { HealthDetail, HealthRow } from '@mimamori/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { setState } from '../src/shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeGroup, makeIngestKey, makeOffice, makeUser, makeWear } from '../src/shared/organisation/test-factories.ts'
import { startTestApp } from '../src/test-app.ts'

// A site that is open from 06 to 20, so that its working day ends at 01:00; everybody is acclimatised: reference 28 °C.
const product = await startTestApp()
const { context, app, askAs, time } = product
const { db } = context
const other = await buildApp(context)
const office = await makeOffice(db, { acclimatised: true, metabolic_class: 2 })
const group = await makeGroup(db, { office_id: office.office_id })
const leader = await makeUser(db, 'GroupLeader', { ...office, group_id: group.group_id })
const key = await makeIngestKey(db, office.office_id)
const watcher = await makeDevice(db, 'heat', office.office_id)

const at = (clock: string) => new Date(`2026-07-${clock}:00+09:00`)

const post = async (readings: readonly object[], to = app, sender = key) => {
  const answer = await to.inject({ method: 'POST', url: '/api/ingest', headers: { authorization: sender.bearer }, payload: { readings } })
  expect(answer.json()).toMatchObject({ accepted: readings.length, rejected: [] })
}

/** Somebody of the group with a tag. `hear` sends a heart rate and 27 °C of that time, without the clock moving. */
const makeWorker = async (profile: Parameters<typeof makeUser>[3] = {}) => {
  const user = await makeUser(db, 'User', { ...office, group_id: group.group_id }, { date_of_birth: '1986-01-01', ...profile })
  const tag = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, user.user_id, tag.device_id, { worn_from: at('19T00:00') })
  const hear = (clock: string, { to = app, wbgt = 27 }: { to?: typeof app; wbgt?: number } = {}) =>
    post(
      [
        { kind: 'heat', device: watcher.serial, at: at(clock).toISOString(), wbgt: wbgt + Math.random() / 100 },
        { kind: 'vital', device: tag.serial, at: at(clock).toISOString(), heartRate: 90, interval: 1 },
      ],
      to,
    )
  const answer = (answers: object, more: object = {}, by: { user_id: number } = leader) =>
    askAs(by, 'POST', '/api/MorningCheck', { userId: user.user_id, answers, ...more })
  const excesses = async () => {
    const rows = await db
      .selectFrom('reading as r')
      .select(['r.at', 'r.excess'])
      .where('r.user_id', '=', user.user_id)
      .orderBy('r.at')
      .execute()
    return rows.map(({ excess }) => Math.round(excess ?? Number.NaN))
  }
  const row = async (reader: { user_id: number } = leader) => {
    const { body } = await askAs(reader, 'GET', '/api/HealthCondition?limit=1000')
    return (body as { data: HealthRow[] }).data.find(({ userId }) => userId === user.user_id)
  }
  const detail = async (offset = 0, reader: { user_id: number } = leader) =>
    (await askAs(reader, 'GET', `/api/HealthCondition/${user.user_id}/${offset}`)).body as HealthDetail
  return { user, tag, hear, answer, excesses, row, detail }
}

const clockTo = (clock: string) => void (time.now = at(clock))
beforeEach(() => clockTo('20T07:30'))

describe('somebody 要注意', () => {
  test('is judged by the values of the not acclimatised from their next reading on, in each process', async () => {
    const { hear, answer, excesses, row } = await makeWorker()
    await hear('20T07:28')
    await hear('20T07:29', { to: other })
    expect(await answer({ sleep: 'poor', water: 'good' })).toEqual({ status: 200, body: { attention: true } })
    clockTo('20T07:32')
    await hear('20T07:31')
    await hear('20T07:32', { to: other })
    expect(await excesses()).toEqual([-1, -1, 1, 1])
    expect(await row()).toMatchObject({ attention: true, alertLevel: 2 })
  })

  test('is so until the working day ends, and not before the check', async () => {
    const { hear, answer, excesses, row } = await makeWorker()
    await answer({ illness: true })
    clockTo('21T00:59')
    await hear('21T00:59')
    expect(await row()).toMatchObject({ attention: true })
    clockTo('21T01:00')
    await hear('21T01:00')
    expect(await row()).toMatchObject({ attention: false })
    expect(await excesses()).toEqual([1, -1])
  })

  test('no longer is after better answers; readings that come late take what held at their time', async () => {
    const { hear, answer, excesses, row } = await makeWorker()
    await hear('20T07:20')
    await answer({ alcohol: 'poor' })
    clockTo('20T08:00')
    await hear('20T08:00')
    clockTo('20T08:01')
    expect(await answer({ alcohol: 'fair' })).toMatchObject({ body: { attention: false } })
    expect(await row()).toMatchObject({ attention: false })
    clockTo('20T08:10')
    await hear('20T08:10')
    // A tag that was out of reach for a while.
    for (const late of ['20T07:25', '20T07:40', '20T08:05']) await hear(late)
    expect(await excesses()).toEqual([-1, -1, 1, 1, -1, -1])
  })

  test('is so from when they answered, though it was sent later', async () => {
    const { hear, answer, excesses } = await makeWorker()
    await hear('20T07:29')
    clockTo('20T07:50')
    await answer({ sleep: 'poor' }, { at: at('20T07:31').toISOString() })
    await hear('20T07:30')
    await hear('20T07:32')
    await hear('20T07:50')
    expect(await excesses()).toEqual([-1, -1, 1, 1])
  })

  test('stays so whatever their own setting says, without consent and with a heart that is not judged', async () => {
    const worker = await makeWorker({ acclimatised: true, heart_judged: false })
    await worker.answer({ breakfast: 'poor' })
    await worker.hear('20T07:30')
    expect(await worker.row()).toMatchObject({ attention: true, personalLevel: 2 })
    const withdrawn = await makeWorker({ consent_withdrawn_at: at('19T00:00') })
    expect(await withdrawn.answer({ breakfast: 'poor' })).toEqual({ status: 200, body: { attention: true } })
  })

  test('lowers the value by which the heat of the site counts for them', async () => {
    const site = await makeOffice(db, { acclimatised: true, metabolic_class: 2 })
    const [instrument, sender] = [await makeDevice(db, 'heat', site.office_id), await makeIngestKey(db, site.office_id)]
    const [user, base] = [await makeUser(db, 'User', site), await makeUser(db, 'HeadquartersAdmin', site)]
    await setState(db, user.user_id, at('20T07:30'), { wbgt_device_id: instrument.device_id, wbgt_source: 'measured' })
    const measure = async (clock: string, wbgt: number) => {
      clockTo(clock)
      await post([{ kind: 'heat', device: instrument.serial, at: at(clock).toISOString(), wbgt }], app, sender)
      return db.selectFrom('alert').select('alert_id').where('office_id', '=', site.office_id).where('kind', '=', 'siteHeat').execute()
    }
    expect(await measure('20T07:30', 26.4)).toEqual([])
    await askAs(base, 'POST', '/api/MorningCheck', { userId: user.user_id, answers: { water: 'poor' } })
    expect(await measure('20T07:31', 26.5)).toHaveLength(1)
  })

  test('is shown with the reason and the reference value, and to those alone who may see it', async () => {
    const { answer, detail, row, user } = await makeWorker()
    await answer({ sleep: 'poor' })
    const span = { from: '2026-07-20T07:30:00+09:00', to: '2026-07-21T01:00:00+09:00' }
    expect(await detail()).toMatchObject({ referenceWbgt: 26, attention: [span], now: { attention: true } })
    expect(await detail(1)).toMatchObject({ referenceWbgt: 28, attention: [] })
    const [site, contract, service] = [
      await makeUser(db, 'HeadquartersAdmin', office),
      await makeUser(db, 'AdminUnitContract', office),
      await makeUser(db, 'AdminUnitService'),
    ]
    for (const reader of [site, contract]) expect((await row(reader))?.attention).toBe(true)
    expect(await detail(0, user)).toMatchObject({ now: { attention: true } })
    expect((await row(service))?.attention).toBeNull()
    expect(await detail(0, service)).toMatchObject({ attention: null, now: { attention: null } })
    clockTo('21T07:30')
    expect(await detail()).toMatchObject({ referenceWbgt: 28 })
    expect(await detail(1)).toMatchObject({ referenceWbgt: 26, attention: [span] })
  })
})
