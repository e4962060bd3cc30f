import type { AlertRecord } from '@mimamori/contract'
import { beforeEach, expect, test } from 'vitest'
import { setState, makeAlert } from '../../../shared/monitoring/workers/test-workers.ts'
import { at, startRecordTests } from './test-recorded.ts'

const { product, tenants, addReading, addEvent } = await startRecordTests()
const { db } = product.context
const { worker, base } = tenants.people
const { company_id, office_id } = tenants.office

beforeEach(async () => {
  product.time.now = at('13:00')
  await db.deleteFrom('rest').execute()
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

const rested = (from: string, to: string | null, source: 'leader' | 'place' = 'leader') =>
  db
    .insertInto('rest')
    .values({ company_id, office_id, user_id: worker.user_id, began_at: at(from), ended_at: to === null ? null : at(to), source })
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
