import type { AlertEpisode } from '@mimamori/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDevice, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { createCrew, minutes } from '../../test-crew.ts'

let crew: Awaited<ReturnType<typeof createCrew>>
let beside: Awaited<ReturnType<typeof makeOffice>>
let contract: Awaited<ReturnType<typeof makeUser>>
let baseBeside: Awaited<ReturnType<typeof makeUser>>
beforeAll(async () => {
  crew = await createCrew()
  beside = await makeOffice(crew.db, { company_id: crew.office.company_id })
  contract = await makeUser(crew.db, 'AdminUnitContract', crew.office, { full_name: '契約　管理' })
  baseBeside = await makeUser(crew.db, 'HeadquartersAdmin', beside)
})
afterAll(() => crew.close())

// Each test continues from the current time of the clock.
const now = () => Math.ceil((crew.time.now.getTime() - crew.at(0).getTime()) / 60_000)
const listOf = async (viewer: { user_id: number }) => {
  const { body } = await crew.askAs(viewer, 'GET', '/api/HealthCondition/Alert?limit=100')
  return (body as { data: AlertEpisode[] }).data
}

/** Somebody far past the maximum limit for so many minutes, who then goes to the site beside. */
const movedAfter = async (dangerMinutes: number) => {
  const { user, tag } = await crew.makeWearer()
  const t = now() + 5
  await crew.send(
    tag,
    minutes(t, t + dangerMinutes).map((minute) => ({ minute, heartRate: 195 })),
  )
  const before = await crew.alertsOf(user.user_id)
  const moved = t + dangerMinutes + 1
  crew.time.now = crew.at(moved)
  const there = { companyId: beside.company_id, officeId: beside.office_id }
  expect(await crew.askAs(contract, 'PUT', `/api/UserRole/${user.user_id}`, there)).toMatchObject({ status: 200 })
  const tagThere = await makeDevice(crew.db, 'vital', beside.office_id)
  await makeWear(crew.db, user.user_id, tagThere.device_id, { worn_from: crew.at(moved) })
  const pulse = (from: number, to: number, heartRate: number) =>
    crew.send(
      tagThere,
      minutes(moved + from, moved + to).map((minute) => ({ minute, heartRate })),
    )
  const rowsAt = async (place: { office_id: number }) =>
    (await crew.alertsOf(user.user_id)).filter(({ office_id }) => office_id === place.office_id)
  return { user, tag, t, moved, before, pulse, rowsAt }
}

test('an emergency and its condition go along: ended as handed over there, open at once here, with level and peak', async () => {
  const { user, moved, before, rowsAt } = await movedAfter(20)
  expect(before.map(({ kind }) => kind).toSorted()).toEqual(['condition', 'emergency'])
  const left = { ending: 'handedOver', ended_at: crew.at(moved), handling: 'closed', outcome: null, handled_by_name: '契約　管理' }
  const [atFirst, here] = [await rowsAt(crew.office), await rowsAt(beside)]
  expect(atFirst).toMatchObject([left, left])
  for (const row of before)
    expect(here.find(({ kind }) => kind === row.kind)).toMatchObject({
      level: row.level,
      peak_level: row.peak_level,
      cause: row.cause,
      heart_rate: row.heart_rate,
      started_at: crew.at(moved),
      ended_at: null,
      handling: 'open',
      base_name: beside.name,
      location_name: null,
      group_name: null,
    })
  expect(await crew.eventsOf(here[0]?.alert_id)).toEqual([{ event: 'opened', note: '別の拠点から引き継ぎました' }])
  expect((await crew.eventsOf(atFirst[0]?.alert_id)).at(-1)).toEqual({ event: 'handedOver', note: '別の拠点に移りました' })

  expect((await listOf(crew.base)).filter(({ userId }) => userId === user.user_id)).toEqual([])
  const shown = (await listOf(baseBeside)).filter(({ userId }) => userId === user.user_id)
  expect(shown.map(({ kind }) => kind)).toEqual(['emergency', 'condition'])
  expect(JSON.stringify(shown)).not.toContain(crew.office.name)
})

test('it continues and ends only at the new site, also after closing', async () => {
  const { moved, pulse, rowsAt } = await movedAfter(20)
  const emergency = (await rowsAt(beside)).find(({ kind }) => kind === 'emergency')
  const closing = { outcome: 'medical', note: '' }
  expect((await crew.askAs(crew.base, 'POST', `/api/Alert/${emergency?.alert_id ?? 0}/Close`, closing)).status).toBe(404)
  expect((await crew.askAs(baseBeside, 'POST', `/api/Alert/${emergency?.alert_id ?? 0}/Close`, closing)).status).toBe(200)
  const condition = (await rowsAt(beside)).find(({ kind }) => kind === 'condition')
  await crew.askAs(baseBeside, 'POST', `/api/Alert/${condition?.alert_id ?? 0}/Close`, closing)
  await pulse(1, 30, 195)
  await pulse(31, 60, 80)
  const atFirst = await rowsAt(crew.office)
  expect(atFirst).toHaveLength(2)
  expect(atFirst).toMatchObject([{ ended_at: crew.at(moved) }, { ended_at: crew.at(moved) }])
  const conditions = (await rowsAt(beside)).filter(({ kind }) => kind === 'condition')
  expect(conditions.length).toBeGreaterThan(1)
  expect(conditions.at(-1)).toMatchObject({ ending: 'recovered' })
})

test('the time that adds up to an emergency goes along', async () => {
  const { before, pulse, rowsAt } = await movedAfter(14)
  expect(before.map(({ kind }) => kind)).toEqual(['condition'])
  await pulse(1, 9, 195)
  expect((await rowsAt(beside)).map(({ kind }) => kind).toSorted()).toEqual(['condition', 'emergency'])
  expect((await rowsAt(crew.office)).map(({ kind }) => kind)).toEqual(['condition'])
})

test('what a person closed before the move opens again at the new site, if it continues there', async () => {
  const { user, tag } = await crew.makeWearer()
  const t = now() + 10
  await crew.send(
    tag,
    minutes(t - 6, t).map((minute) => ({ minute, heartRate: 150 })),
  )
  const [alert] = await crew.alertsOf(user.user_id)
  await crew.closeAlert(alert?.alert_id, t + 0.5)
  crew.time.now = crew.at(t + 1)
  await crew.askAs(contract, 'PUT', `/api/UserRole/${user.user_id}`, { companyId: beside.company_id, officeId: beside.office_id })
  const tagThere = await makeDevice(crew.db, 'vital', beside.office_id)
  await makeWear(crew.db, user.user_id, tagThere.device_id, { worn_from: crew.at(t + 1) })
  const rows = () => crew.alertsOf(user.user_id)
  await crew.send(tagThere, [{ minute: t + 2, heartRate: 150 }])
  expect(await rows()).toMatchObject([{ ending: 'closed', outcome: 'sentHome' }])
  await crew.send(
    tagThere,
    minutes(t + 3, t + 30).map((minute) => ({ minute, heartRate: 150 })),
  )
  expect((await rows())[0]).toMatchObject({ office_id: crew.office.office_id, ending: 'closed', outcome: 'sentHome', handling: 'closed' })
  expect((await rows()).slice(1)).not.toEqual([])
  for (const row of (await rows()).slice(1)) expect(row).toMatchObject({ office_id: beside.office_id })
})

test('readings that were still on their way when somebody moved are reported at the new site', async () => {
  const { user, tag } = await crew.makeWearer()
  const t = now() + 5
  await crew.send(tag, [{ minute: t, heartRate: 80 }])
  crew.time.now = crew.at(t + 10)
  await crew.askAs(contract, 'PUT', `/api/UserRole/${user.user_id}`, { companyId: beside.company_id, officeId: beside.office_id })
  crew.time.now = crew.at(t + 11)
  await crew.send(
    tag,
    minutes(t + 1, t + 9).map((minute) => ({ minute, heartRate: 195 })),
    true,
  )
  expect(await crew.alertsOf(user.user_id)).toMatchObject([{ kind: 'condition', office_id: beside.office_id, ended_at: null }])
})

test.each([
  ['before anything is heard at the new site', false],
  ['after the new tag has been heard', true],
])('a late reading from before the move, judged again %s, takes nothing back', async (_, isHeard) => {
  const { tag, t, pulse, rowsAt } = await movedAfter(20)
  if (isHeard) await pulse(1, 3, 195)
  const openHere = await rowsAt(beside)
  await crew.send(tag, [{ minute: t + 5.5, heartRate: 195 }])
  expect(await rowsAt(beside)).toMatchObject(openHere.map(({ alert_id }) => ({ alert_id, ended_at: null, withdrawn: false })))
  expect(await rowsAt(crew.office)).toMatchObject([{ ending: 'handedOver' }, { ending: 'handedOver' }])
})
