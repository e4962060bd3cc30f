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
