import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { makeDevice } from '../../../shared/organisation/test-factories.ts'
import { createHeatSites } from '../test-heat-site.ts'

const sites = await createHeatSites()
const { db } = sites.context
afterAll(() => sites.close())

const minutes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** A site with a gateway at work and one at a resting place, and somebody who is heard once a minute. */
const siteOfOne = async (restPlace: { readonly rest_place?: boolean; readonly location_name?: string } = { rest_place: true }) => {
  const made = await sites.site({ acclimatised: true })
  const { company_id, office_id } = made.office
  const { user, pulse } = await made.worker()
  const work = await makeDevice(db, 'gateway', office_id)
  const shade = await makeDevice(db, 'gateway', office_id, restPlace)
  const heardBy =
    (serial: string) =>
    (from: number, to: number, values: object = {}) =>
      minutes(from, to).map((m) => ({ ...pulse(m), gateway: serial, interval: 1, ...values }))
  const rests = async () => {
    const rows = await db.selectFrom('rest').selectAll().where('rest.user_id', '=', user.user_id).orderBy('rest.began_at').execute()
    const ago = (instant: Date | null) => (instant === null ? null : Math.round((instant.getTime() - sites.time.now.getTime()) / 60_000))
    return rows.map((row) => ({ from: ago(row.began_at), to: ago(row.ended_at), source: row.source, by: row.ended_by, row }))
  }
  const sendToRest = (from: number, values: object = {}) =>
    db
      .insertInto('rest')
      .values({
        company_id,
        office_id,
        user_id: user.user_id,
        began_at: sites.at(from),
        sent_at: sites.at(from),
        source: 'leader',
        ...values,
      })
      .execute()
  return { ...made, user, pulse, shade, atWork: heardBy(work.serial), atRest: heardBy(shade.serial), rests, sendToRest }
}

const rest = (from: number, to: number | null, more: object = {}) =>
  expect.objectContaining({ from, to, source: 'place', by: to === null ? null : 'place', ...more }) as object

test('somebody who is heard at a resting place for five minutes rests, until they are heard elsewhere', async () => {
  const { post, heat, atWork, atRest, rests, shade, office } = await siteOfOne()
  await post(...minutes(-60, -31).map((m) => heat(m, 29.5)), ...atWork(-60, -31), ...atRest(-30, -26))
  expect(await rests()).toEqual([])
  await post(...atRest(-25, -25))
  expect(await rests()).toEqual([rest(-30, null)])
  const [{ row } = { row: undefined }] = await rests()
  expect(row).toMatchObject({ excess: 1.5, gateway_id: shade.device_id, office_id: office.office_id, sent_at: null })
  await post(...atRest(-24, -10), ...atWork(-9, -5))
  expect(await rests()).toEqual([rest(-30, -9)])
})

test('a gateway whose place has the name of a resting place is one', async () => {
  const { post, atRest, rests, office } = await siteOfOne({ location_name: '詰所' })
  await post(...atRest(-60, -50))
  expect(await rests()).toEqual([])
  await db
    .insertInto('named_place')
    .values({ company_id: office.company_id, office_id: office.office_id, name: '詰所', rest_place: true })
    .execute()
  await post(...atRest(-49, -49))
  expect(await rests()).toEqual([rest(-60, null)])
})

test('silence does not count, nor a tag that lies there', async () => {
  const { post, atWork, atRest, rests } = await siteOfOne()
  await post(...atRest(-60, -58), ...atRest(-45, -42))
  expect(await rests()).toEqual([])
  await post(...atRest(-41, -40), ...atWork(-20, -15))
  expect(await rests()).toEqual([rest(-45, -40)])
  await post(...atRest(-10, -1, { heartRate: undefined }))
  expect(await rests()).toHaveLength(1)
})

test('readings that come late count in their places', async () => {
  const { post, atWork, atRest, rests } = await siteOfOne()
  await post(...atWork(-90, -61))
  await post(...atWork(-40, -31))
  await post(...atRest(-60, -41))
  expect(await rests()).toEqual([rest(-60, -40)])
  await post(...atRest(-30, -26))
  await post(...atRest(-20, -20), ...atRest(-25, -21))
  expect(await rests()).toEqual([rest(-60, -40), rest(-30, null)])
})

test('a rest by a leader’s word arrives there, lasts through silence, and ends when the person is heard at work', async () => {
  const { post, atWork, atRest, rests, sendToRest, shade } = await siteOfOne()
  await sendToRest(-60)
  await post(...atWork(-62, -56))
  expect(await rests()).toMatchObject([{ to: null, row: { arrived_at: null } }])
  await post(...atRest(-55, -49))
  expect(await rests()).toMatchObject([
    { from: -60, to: null, source: 'leader', row: { arrived_at: sites.at(-55), gateway_id: shade.device_id } },
  ])
  await post(...atRest(-35, -30))
  expect(await rests()).toMatchObject([{ from: -60, to: null }])
  await post(...atWork(-29, -20))
  expect(await rests()).toMatchObject([{ from: -60, to: -29, source: 'leader', by: 'place' }])
})

test('a rest that a leader has ended remains ended while the person still sits there', async () => {
  const { post, atRest, rests, user } = await siteOfOne()
  await post(...atRest(-60, -40))
  await db
    .updateTable('rest')
    .set({ ended_at: sites.at(-40), ended_by: 'leader' })
    .where('rest.user_id', '=', user.user_id)
    .execute()
  await post(...atRest(-39, -30))
  expect(await rests()).toEqual([rest(-60, -40, { by: 'leader' })])
})

test('readings that fill the time between two rests make them one', async () => {
  const { post, atWork, atRest, rests } = await siteOfOne()
  await post(...atRest(-60, -40))
  await post(...atRest(-20, -15))
  expect(await rests()).toEqual([rest(-60, -40), rest(-20, null)])
  await post(...atRest(-39, -21))
  expect(await rests()).toEqual([rest(-60, null)])
  await post(...atRest(-14, -11), ...atWork(-10, -8))
  expect(await rests()).toEqual([rest(-60, -10)])
})

test('so do those that hold the way back to work, too', async () => {
  const { post, atWork, atRest, rests } = await siteOfOne()
  await post(...atRest(-60, -40))
  await post(...atRest(-20, -15))
  await post(...atRest(-39, -21), ...atRest(-14, -11), ...atWork(-10, -8))
  expect(await rests()).toEqual([rest(-60, -10)])
})

test('a rest that readings lengthen ends where the leader’s next one begins', async () => {
  const { post, atRest, rests, sendToRest, user } = await siteOfOne()
  await post(...atRest(-60, -40))
  const silent = { ended_at: sites.at(-40), ended_by: 'limit' }
  await db.updateTable('rest').set(silent).where('rest.user_id', '=', user.user_id).execute()
  await sendToRest(-30)
  await post(...atRest(-20, -15))
  expect(await rests()).toMatchObject([rest(-60, -40, { by: 'limit' }), { from: -30, to: null, source: 'leader' }])
  await post(...atRest(-39, -21))
  expect(await rests()).toMatchObject([rest(-60, -30), { from: -30, to: null, source: 'leader', row: { arrived_at: sites.at(-30) } }])
})

test('a rest that cannot be stored loses no readings', async () => {
  const { post, atRest, rests, user } = await siteOfOne()
  await sql`alter table rest add constraint none_here check (user_id <> ${sql.lit(user.user_id)})`.execute(db)
  await post(...atRest(-60, -40))
  expect(await rests()).toEqual([])
  const { count } = await db
    .selectFrom('reading')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('reading.user_id', '=', user.user_id)
    .executeTakeFirstOrThrow()
  expect(count).toBe(21)
  await sql`alter table rest drop constraint none_here`.execute(db)
  await post(...atRest(-39, -39))
  expect(await rests()).toEqual([rest(-60, null)])
})

test('silence that ended a rest is filled by readings that come late', async () => {
  const { post, atWork, atRest, rests, user } = await siteOfOne()
  const endBySilence = (ended: number) =>
    db
      .updateTable('rest')
      .set({ ended_at: sites.at(ended), ended_by: 'limit' })
      .where('rest.user_id', '=', user.user_id)
      .execute()
  await post(...atRest(-120, -100))
  await endBySilence(-100)
  await post(...atWork(-10, -9))
  expect(await rests()).toEqual([rest(-120, -100, { by: 'limit' })])
  await post(...atRest(-99, -80), ...atWork(-79, -78))
  expect(await rests()).toEqual([rest(-120, -79)])
})

test('a rest that a leader has ended does not begin again while the person sits there for hours', async () => {
  const { post, atRest, rests, user } = await siteOfOne()
  await post(...atRest(-200, -180))
  await db
    .updateTable('rest')
    .set({ ended_at: sites.at(-180), ended_by: 'leader' })
    .where('rest.user_id', '=', user.user_id)
    .execute()
  for (const from of [-179, -140, -100, -60]) await post(...atRest(from, from + 38))
  expect(await rests()).toEqual([rest(-200, -180, { by: 'leader' })])
})
