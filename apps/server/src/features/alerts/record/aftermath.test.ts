import type { AlertRecord } from '@mimamori/contract'
import { beforeEach, expect, test } from 'vitest'
import { setState, makeAlert } from '../../../shared/monitoring/workers/test-workers.ts'
import { makeDevice } from '../../../shared/organisation/test-factories.ts'
import { at, startRecordTests } from './test-recorded.ts'

const { product, tenants, addReading, addEvent } = await startRecordTests()
const { db } = product.context
const { worker, base } = tenants.people
const { company_id, office_id } = tenants.office

beforeEach(async () => {
  product.time.now = at('13:00')
  await db.deleteFrom('rest').execute()
  await db.deleteFrom('reading').where('reading.user_id', '=', worker.user_id).execute()
  await setState(db, worker.user_id, product.time.now, { own_mean: null })
})

const aftermathOf = async (alertId: number) => {
  const { body } = await product.askAs(base, 'GET', `/api/Alert/${alertId}`)
  return (body as AlertRecord).aftermath
}

/** A danger from 10:00 on, with a heart rate of 150, and readings of so many beats a minute from then on. */
const danger = async (rates: readonly number[] = [], level = 3) => {
  const alert = await makeAlert(db, worker, at('09:50'), { level, peak_level: level, ended_at: at('11:00') })
  await addEvent(alert.alert_id, '10:00', 'raised')
  await db.updateTable('alert_event').set({ heart_rate: 150, level }).where('alert_event.alert_id', '=', alert.alert_id).execute()
  for (const [minute, heart_rate] of rates.entries()) await addReading(`10:${String(minute + 1).padStart(2, '0')}`, { heart_rate })
  return alert.alert_id
}

const rested = (from: string, to: string | null, source: 'leader' | 'place' = 'leader', values: object = {}) =>
  db
    .insertInto('rest')
    .values({
      company_id,
      office_id,
      user_id: worker.user_id,
      began_at: at(from),
      ended_at: to === null ? null : at(to),
      source,
      ...values,
    })
    .execute()

test('the record of a danger says which rest followed it', async () => {
  await rested('09:00', '09:30')
  await rested('10:05', '10:08')
  await rested('10:18', '10:48', 'place')
  expect(await aftermathOf(await danger())).toMatchObject({
    since: '2026-07-20T10:00:00+09:00',
    restedAt: '2026-07-20T10:18:00+09:00',
    restEndedAt: '2026-07-20T10:48:00+09:00',
    source: 'place',
  })
})

test('a rest that lasted already counts from the danger on, one after four hours no more', async () => {
  const alertId = await danger()
  await rested('14:01', null)
  expect(await aftermathOf(alertId)).toMatchObject({ restedAt: null, source: null })
  await rested('09:40', '10:20')
  expect(await aftermathOf(alertId)).toMatchObject({ restedAt: '2026-07-20T10:00:00+09:00', source: 'leader' })
})

test('the heart has come down by its mean of five minutes: 20 under the alarm, or under the own mean', async () => {
  const rates = [150, 148, 120, 120, 120, 120, 120, 120, 98, 98, 98, 98, 98, 98]
  const alertId = await danger(rates)
  expect(await aftermathOf(alertId)).toMatchObject({ recoveredAt: '2026-07-20T10:06:00+09:00', hasHeart: true })
  await setState(db, worker.user_id, product.time.now, { own_mean: 120 })
  expect(await aftermathOf(alertId)).toMatchObject({ recoveredAt: '2026-07-20T10:14:00+09:00' })
  await setState(db, worker.user_id, product.time.now, { own_mean: 80 })
  expect(await aftermathOf(alertId)).toMatchObject({ recoveredAt: null, hasHeart: true })
})

test('without a heart rate after it nobody knows, and of a lesser alert nothing is said', async () => {
  expect(await aftermathOf(await danger())).toMatchObject({ recoveredAt: null, hasHeart: false })
  expect(await aftermathOf(await danger([], 2))).toBeNull()
})

test('who was sent and never seen at the resting places of the site did not rest', async () => {
  const alertId = await danger()
  await rested('10:05', '10:40')
  expect(await aftermathOf(alertId)).toMatchObject({ restedAt: '2026-07-20T10:05:00+09:00' })
  const place = await makeDevice(db, 'gateway', office_id, { rest_place: true })
  expect(await aftermathOf(alertId)).toMatchObject({ restedAt: null, source: null })
  await db
    .updateTable('rest')
    .set({ arrived_at: at('10:09') })
    .execute()
  expect(await aftermathOf(alertId)).toMatchObject({ restedAt: '2026-07-20T10:05:00+09:00' })
  await db.deleteFrom('device').where('device.device_id', '=', place.device_id).execute()
})

test('of a rest that nobody ended, nobody knows how long it was', async () => {
  const alertId = await danger()
  await rested('10:05', '12:05', 'leader', { ended_by: 'limit' })
  expect(await aftermathOf(alertId)).toMatchObject({ restedAt: '2026-07-20T10:05:00+09:00', isRestEndKnown: false })
})

test('a rest that lasts at a resting place needs five minutes after the danger, too', async () => {
  const alertId = await danger()
  await rested('09:50', null, 'place', { heard_at: at('10:04') })
  expect(await aftermathOf(alertId)).toMatchObject({ restedAt: null })
  await db
    .updateTable('rest')
    .set({ heard_at: at('10:05') })
    .execute()
  expect(await aftermathOf(alertId)).toMatchObject({ restedAt: '2026-07-20T10:00:00+09:00', restEndedAt: null })
})

test('the own mean of another shift says nothing: the usual one of that shift counts, then the heart rate at the danger', async () => {
  const rates = [120, 120, 120]
  const alertId = await danger(rates)
  await setState(db, worker.user_id, product.time.now, { own_mean: 100 })
  expect(await aftermathOf(alertId)).toMatchObject({ recoveredAt: null, hasHeart: true })
  const shift = { company_id, user_id: worker.user_id, began_at: at('08:00'), ended_at: at('12:00'), minutes: 200 }
  await db.insertInto('worker_shift').values(shift).execute()
  expect(await aftermathOf(alertId)).toMatchObject({ recoveredAt: '2026-07-20T10:02:00+09:00' })
  await db.deleteFrom('worker_shift').execute()
  product.time.now = new Date(at('10:01').getTime() + 24 * 3_600_000)
  expect(await aftermathOf(alertId)).toMatchObject({ recoveredAt: '2026-07-20T10:02:00+09:00' })
  await db.updateTable('alert_event').set({ heart_rate: null }).where('alert_event.alert_id', '=', alertId).execute()
  expect(await aftermathOf(alertId)).toMatchObject({ recoveredAt: null, hasHeart: false })
})

test('the heart of a tag that sends every ten minutes has come down by two readings that follow each other', async () => {
  const alertId = await danger()
  const hear = (clock: string) => addReading(clock, { heart_rate: 120, gap_seconds: 1_500 })
  await hear('10:10')
  expect(await aftermathOf(alertId)).toMatchObject({ recoveredAt: null, hasHeart: false })
  await hear('10:40')
  expect(await aftermathOf(alertId)).toMatchObject({ recoveredAt: null, hasHeart: false })
  await hear('10:50')
  expect(await aftermathOf(alertId)).toMatchObject({ recoveredAt: '2026-07-20T10:50:00+09:00', hasHeart: true })
})
