import { liveEvents } from '@mimamori/contract'
import { expect, test } from 'vitest'
import { makeTenants } from '../../shared/monitoring/workers/test-workers.ts'
import { announce } from '../../shared/announcements/announce.ts'
import { makeDevice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { startLiveTests } from '../../test-live.ts'
import type { StreamEvent } from '../../platform/http/test-stream.ts'

const { product, listen } = await startLiveTests()
const tenants = await makeTenants(product.context.db)

const now = new Date('2026-07-20T13:00:00+09:00')

const beltsIn = (events: readonly StreamEvent[]) =>
  events.filter(({ event }) => event === 'belt').flatMap(({ data }) => liveEvents.belt.parse(data))
const isBelt = ({ event }: StreamEvent) => event === 'belt'

/** A worn belt at a reference barometer, both heard. */
const makeBelt = async () => {
  const { db } = product.context
  const { office, group } = tenants
  const wearer = await makeUser(db, 'User', { ...office, group_id: group.group_id })
  const barometer = await makeDevice(db, 'barometer', office.office_id)
  const gateway = await makeDevice(db, 'gateway', office.office_id, { location_name: '北棟 3階' })
  const belt = await makeDevice(db, 'belt', office.office_id, { linked_device_id: barometer.device_id })
  await makeWear(db, wearer.user_id, belt.device_id, { slot: 'belt' })
  const { company_id } = belt
  await db.insertInto('device_state').values({ company_id, device_id: barometer.device_id, last_at: now, pressure: 100_812.4 }).execute()
  await db
    .insertInto('device_state')
    .values({ company_id, device_id: belt.device_id, last_at: now, hook: 0, battery: 5, slave_battery: 4, signal: 3, altitude_cm: 482.6 })
    .execute()
  await db.updateTable('device_state').set({ gateway_id: gateway.device_id }).where('device_id', '=', belt.device_id).execute()
  return { belt, wearer }
}
const tell = (...deviceIds: number[]) =>
  announce(product.context.db, { companyId: tenants.office.company_id, officeId: tenants.office.office_id, deviceIds })
const settled = () => new Promise((resolve) => setTimeout(resolve, 500))

test('a belt reaches unit administrators, and the base administrator where belts are displayed', async () => {
  const { db } = product.context
  const { people, office, sibling, group, otherGroup } = tenants
  const { belt, wearer } = await makeBelt()
  const seeing = await Promise.all([people.service, people.contract, people.base].map((person) => listen(person)))
  seeing.push(await listen(people.contract, `?officeId=${office.office_id}&groupId=${group.group_id}`))
  const blind = await Promise.all(
    [people.leader, people.subLeader, people.worker, people.foreignContract, people.foreignBase].map((person) => listen(person)),
  )
  blind.push(await listen(people.contract, `?officeId=${sibling.office_id}`))
  blind.push(await listen(people.base, `?groupId=${otherGroup.group_id}`))
  await tell(belt.device_id)
  for (const stream of seeing) await stream.find(isBelt)
  const row = {
    deviceId: belt.device_id,
    serialNumber: belt.serial,
    userId: wearer.user_id,
    fullName: wearer.full_name,
    officeId: office.office_id,
    baseName: office.name,
    groupId: group.group_id,
    groupName: group.name,
    situation: '0',
    state: 'high',
    status: '',
    bateryLevel: 5,
    slaveBateryLevel: 4,
    waveLevel: null,
    locationName: '北棟 3階',
    referenceAirPressure: 1008.12,
    altitude: 4.83,
    accuracy: 100,
    settingAltitude: 200,
    alertTime: '2026-07-20T13:00:00+09:00',
    alertSince: null,
  }
  expect(seeing.map(({ events }) => beltsIn(events))).toEqual([[{ ...row, waveLevel: 3 }], [row], [row], [row]])
  await settled()
  for (const stream of blind) expect(beltsIn(stream.events)).toEqual([])

  // The site's setting overrides the company's, and acts at once.
  const setting = { company_id: office.company_id, type: 'SAFETY_BELT_DISPLAY_SETTING', key: 'DISPLAY' }
  await db
    .insertInto('master_setting')
    .values({ ...setting, office_id: office.office_id, value: '0' })
    .execute()
  const [contract, base] = await Promise.all([people.contract, people.base].map((person) => listen(person)))
  await tell(belt.device_id)
  await contract?.find(isBelt)
  await base?.find(({ event }) => event === 'device')
  expect(beltsIn(base?.events ?? [])).toEqual([])
  await db.updateTable('master_setting').set({ office_id: null }).execute()
  const listener = await listen(people.base)
  await tell(belt.device_id)
  await listener.find(({ event }) => event === 'device')
  expect(beltsIn(listener.events)).toEqual([])
  await db.deleteFrom('master_setting').execute()
})

test('a belt that was never heard, that nobody wears or whose wearer withdrew consent says nothing it does not know', async () => {
  const { db } = product.context
  const { people, office } = tenants
  const stream = await listen(people.base)
  const unheard = await makeDevice(db, 'belt', office.office_id)
  const { belt, wearer } = await makeBelt()
  await db.updateTable('app_user').set({ consent_withdrawn_at: now }).where('user_id', '=', wearer.user_id).execute()
  await db.updateTable('device_state').set({ altitude_cm: null, hook: 1 }).where('device_id', '=', belt.device_id).execute()
  await tell(unheard.device_id, belt.device_id)
  await stream.find(isBelt)
  const nobody = { userId: null, fullName: null, groupId: null, groupName: null, waveLevel: null, altitude: null }
  expect(beltsIn(stream.events)).toMatchObject([
    { ...nobody, deviceId: unheard.device_id, situation: null, bateryLevel: null, referenceAirPressure: null, alertTime: null },
    { ...nobody, deviceId: belt.device_id, situation: '1', referenceAirPressure: 1008.12 },
  ])
})

test('a console that resumes gets the belts that were heard meanwhile', async () => {
  const { people } = tenants
  const { position } = await listen(people.base)
  const { belt } = await makeBelt()
  expect(beltsIn((await listen(people.base, '', position)).events).map(({ deviceId }) => deviceId)).toContain(belt.device_id)
  expect(beltsIn((await listen(people.leader, '', position)).events)).toEqual([])
})
