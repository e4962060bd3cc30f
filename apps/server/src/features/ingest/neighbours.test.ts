import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { createTestApp } from '../../test-app.ts'

const { app, context, time, askAs, close } = await createTestApp()
const { db } = context
afterAll(close)

type Office = Awaited<ReturnType<typeof makeOffice>>
let [here, neighbour, stranger]: Office[] = []
const keys = new Map<number, string>()

beforeAll(async () => {
  here = await makeOffice(db, { name: '第一工区' })
  neighbour = await makeOffice(db, { company_id: here.company_id, name: '第二工区' })
  stranger = await makeOffice(db)
  for (const { office_id } of [here, neighbour, stranger]) keys.set(office_id, (await makeIngestKey(db, office_id)).bearer)
})

const send = async (office: Office | undefined, ...readings: object[]) => {
  const authorization = keys.get(office?.office_id ?? 0) ?? ''
  const answer = await app.inject({ method: 'POST', url: '/api/ingest', headers: { authorization }, payload: { readings } })
  return answer.json<{ accepted: number; duplicates: number; rejected: { index: number }[] }>()
}
const officeOf = (office: Office | undefined) => {
  if (office === undefined) throw new Error('no office')
  return office
}

/** Somebody of 第一工区 with a tag, whose readings are of `minutes` before now. */
const wearer = async () => {
  const office = officeOf(here)
  const user = await makeUser(db, 'User', office, { date_of_birth: '1986-01-01' })
  const tag = await makeDevice(db, 'vital', office.office_id)
  await makeWear(db, user.user_id, tag.device_id)
  const pulse = (minutes: number, more: object = {}) => ({
    kind: 'vital',
    device: tag.serial,
    at: new Date(time.now.getTime() - minutes * 60_000).toISOString(),
    heartRate: 195,
    interval: 1,
    ...more,
  })
  const alerts = () => db.selectFrom('alert').select(['kind', 'office_id', 'level']).where('user_id', '=', user.user_id).execute()
  return { user, tag, pulse, alerts }
}

it('a tag that comes in with the key of a neighbouring site is judged for its own site, with its calls', async () => {
  const { user, tag, pulse, alerts } = await wearer()
  const { office_id } = officeOf(here)
  expect(await send(neighbour, pulse(3), pulse(2), pulse(1), pulse(0, { call: true }))).toEqual({
    accepted: 4,
    duplicates: 0,
    rejected: [],
    warnings: [],
  })
  expect(await send(here, pulse(3))).toMatchObject({ accepted: 0, duplicates: 1 })
  expect(new Set((await alerts()).map((row) => `${row.kind} ${row.office_id} ${row.level}`))).toEqual(
    new Set([`condition ${office_id} 2`, `emergency ${office_id} 3`]),
  )
  const rows = await db
    .selectFrom('reading')
    .select(['office_id', 'user_id', 'gateway_id'])
    .where('device_id', '=', tag.device_id)
    .execute()
  expect(rows).toEqual(Array.from({ length: 4 }, () => ({ office_id, user_id: user.user_id, gateway_id: null })))
})

it('names no gateway of the neighbouring site at the people of its own', async () => {
  const { user, pulse } = await wearer()
  const gateway = await makeDevice(db, 'gateway', officeOf(neighbour).office_id)
  await send(neighbour, pulse(0, { gateway: gateway.serial }))
  const state = await db.selectFrom('worker_state').select('gateway_id').where('user_id', '=', user.user_id).executeTakeFirst()
  expect(state).toEqual({ gateway_id: null })
})

it('is shown in the device lists of both sites for a day, and of no other', async () => {
  const { tag, pulse } = await wearer()
  const third = await makeOffice(db, { company_id: officeOf(here).company_id })
  await send(neighbour, pulse(0))
  const seenBy = async (office: Office | undefined) => {
    const { body } = await askAs(await makeUser(db, 'HeadquartersAdmin', officeOf(office)), 'GET', '/api/Device/HeardElsewhere')
    return (body as { data: { serialNumber: string }[] }).data.filter(({ serialNumber }) => serialNumber === tag.serial)
  }
  const expected = [{ serialNumber: tag.serial, officeName: '第一工区', receivingOfficeName: '第二工区' }]
  expect(await seenBy(here)).toMatchObject(expected)
  expect(await seenBy(neighbour)).toMatchObject(expected)
  for (const office of [third, stranger]) expect(await seenBy(office)).toEqual([])
  const before = time.now
  time.now = new Date(before.getTime() + 25 * 3_600_000)
  expect(await seenBy(here)).toEqual([])
  time.now = before
})

it('is judged for the site where it is worn, although the sender’s site has an unworn device of its number', async () => {
  const { user, tag, pulse, alerts } = await wearer()
  const { office_id } = officeOf(here)
  const own = await makeDevice(db, 'vital', officeOf(neighbour).office_id, { serial: tag.serial })
  expect(await send(neighbour, pulse(3), pulse(2), pulse(1), pulse(0, { call: true }))).toMatchObject({ accepted: 4 })
  expect(new Set((await alerts()).map((row) => `${row.kind} ${row.office_id}`))).toEqual(
    new Set([`condition ${office_id}`, `emergency ${office_id}`]),
  )
  // A third site, which has neither, hears the worn one of the two.
  const third = await makeOffice(db, { company_id: officeOf(here).company_id })
  keys.set(third.office_id, (await makeIngestKey(db, third.office_id)).bearer)
  const before = time.now
  time.now = new Date(before.getTime() + 60_000)
  expect(await send(third, pulse(0))).toMatchObject({ accepted: 1, rejected: [] })
  // Handed out at the sender's site, too, it is that site's.
  const second = await makeUser(db, 'User', officeOf(neighbour), { date_of_birth: '1986-01-01' })
  await makeWear(db, second.user_id, own.device_id, { worn_from: before })
  time.now = new Date(before.getTime() + 120_000)
  await send(neighbour, pulse(0))
  const rows = await db
    .selectFrom('reading')
    .select(['user_id', 'office_id'])
    .where('device_id', 'in', [tag.device_id, own.device_id])
    .orderBy('at')
    .execute()
  expect(rows).toEqual([
    ...Array.from({ length: 5 }, () => ({ user_id: user.user_id, office_id })),
    { user_id: second.user_id, office_id: officeOf(neighbour).office_id },
  ])
  time.now = before
})

it('is refused where it is another company’s, or could be of two sites, or is nothing that people carry', async () => {
  const { pulse } = await wearer()
  expect((await send(stranger, pulse(0))).rejected).toHaveLength(1)
  const [one, two] = [
    await makeOffice(db, { company_id: officeOf(here).company_id }),
    await makeOffice(db, { company_id: officeOf(here).company_id }),
  ]
  for (const { office_id } of [one, two]) await makeDevice(db, 'vital', office_id, { serial: 'TWICE' })
  expect((await send(neighbour, { ...pulse(0), device: 'TWICE' })).rejected).toHaveLength(1)
  const watcher = await makeDevice(db, 'heat', officeOf(here).office_id)
  const heat = { kind: 'heat', device: watcher.serial, at: time.now.toISOString(), wbgt: 30 }
  expect((await send(neighbour, heat)).rejected).toHaveLength(1)
})
