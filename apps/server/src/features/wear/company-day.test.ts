import type { SiteDay } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { storeAnnouncements } from '../../shared/monitoring/public-alerts/test-alerts.ts'
import { makeDuty, makeOffice, makeUser } from '../../shared/organisation/test-factories.ts'
import { setState } from '../../shared/monitoring/workers/test-workers.ts'
import { startHandOut } from './test-wears.ts'

const day = await startHandOut()
const { db, people, office, sibling } = day

const read = async (user: { user_id: number } = people.contract, query = '') =>
  (await day.askAs(user, 'GET', `/api/Company/Day${query}`)).body as { data: SiteDay[]; count: number }
const siteOf = async (officeId: number) => (await read()).data.find((site) => site.officeId === officeId)

test('each site counts its people by the state of their tag, who is in heat for long and who does not rest', async () => {
  day.setTime('20T07:00')
  const [worn, silent] = [await day.newTag(), await day.newTag()]
  await day.give(worn, people.worker)
  await day.give(silent, people.neighbour)
  await day.hear(worn, '20T07:05', people.worker)
  day.setTime('20T07:30')
  const now = day.context.clock()
  await setState(db, people.worker.user_id, now, { heat_minutes_today: 50, heat_minutes_on_end: 50, heat_minutes_longest: 50 })
  await setState(db, people.leader.user_id, new Date(now.getTime() - 3 * 3_600_000), { heat_minutes_longest: 120 })
  await db
    .insertInto('device')
    .values({ company_id: office.company_id, office_id: office.office_id, kind: 'gateway', serial: 'GW-1', rest_place: true })
    .execute()
  await db
    .insertInto('rest')
    .values({
      company_id: office.company_id,
      user_id: people.worker.user_id,
      office_id: office.office_id,
      began_at: new Date(now.getTime() - 11 * 60_000),
      sent_at: new Date(now.getTime() - 11 * 60_000),
      source: 'leader',
    })
    .execute()
  await makeDuty(db, office)
  expect(await siteOf(office.office_id)).toEqual({
    officeId: office.office_id,
    officeName: office.name,
    date: '2026-07-20',
    people: 4,
    states: { worn: 1, notHeard: 1, notHanded: 2, notReturned: 0, returned: 0 },
    notHandedNames: [people.leader.full_name, people.subLeader.full_name],
    // The leader has not been heard for hours.
    longInHeat: 1,
    notResting: 1,
    notRestingNames: [people.worker.full_name],
    notBriefed: 4,
    publicAlerts: [],
  })
  expect(await siteOf(sibling.office_id)).toMatchObject({
    people: 1,
    states: { notHanded: 1 },
    longInHeat: 0,
    notResting: 0,
    notRestingNames: [],
    // No procedures were saved there.
    notBriefed: 0,
  })
})

test('a site that works at night counts by its own day', async () => {
  const night = await makeOffice(db, { company_id: office.company_id, opens_at: '22:00', closes_at: '05:30' })
  await makeUser(db, 'User', night)
  day.setTime('21T03:00')
  expect(await siteOf(night.office_id)).toMatchObject({ date: '2026-07-20', people: 1, states: { notHanded: 1 } })
  expect(await siteOf(office.office_id)).toMatchObject({ date: '2026-07-21' })
})

test('a contract administrator sees their own company alone, a service administrator the one they choose', async () => {
  const own = (await read()).data.map(({ officeId }) => officeId)
  expect(own).toEqual(expect.arrayContaining([office.office_id, sibling.office_id]))
  const foreign = (await read(people.foreignContract)).data.map(({ officeId }) => officeId)
  expect(foreign.some((officeId) => own.includes(officeId))).toBe(false)
  const query = `?companyId=${office.company_id}`
  expect((await read(people.service, query)).data.map(({ officeId }) => officeId)).toEqual(own)
  expect((await day.askAs(people.service, 'GET', '/api/Company/Day')).status).toBe(400)
  expect((await day.askAs(people.foreignContract, 'GET', `/api/Company/Day${query}`)).status).toBe(404)
  for (const person of [people.base, people.leader, people.worker])
    expect((await day.askAs(person, 'GET', '/api/Company/Day')).status).toBe(403)
})

test('a site that is archived has no day any more', async () => {
  const closed = await makeOffice(db, { company_id: office.company_id, archived_at: day.context.clock() })
  expect(await siteOf(closed.office_id)).toBeUndefined()
})

test('each site says what is announced for the area of its own station', async () => {
  day.setTime('20T07:00')
  const setStation = (officeId: number, public_wbgt_station: string | null) =>
    db.updateTable('office').set({ public_wbgt_station }).where('office_id', '=', officeId).execute()
  await setStation(office.office_id, '44132')
  await setStation(sibling.office_id, '62078')
  await storeAnnouncements(
    db,
    { day: '2026-07-21', flag: 1, at: '2026-07-20T05:00' },
    { day: '2026-07-22', flag: 1, at: '2026-07-20T05:00' },
  )
  const alert = { day: '2026-07-21', level: 'alert', area: '東京都', announcedAt: '2026-07-20T05:00:00+09:00' }
  expect((await siteOf(office.office_id))?.publicAlerts).toEqual([alert])
  expect((await siteOf(sibling.office_id))?.publicAlerts).toEqual([])
})
