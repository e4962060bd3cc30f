import { liveEvents } from '@mimamori/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeGatewayOn, makeMap } from '../../shared/monitoring/map-workers/test-maps.ts'
import { makeTenants, setState } from '../../shared/monitoring/workers/test-workers.ts'
import { announce, announceMaps } from '../../shared/announcements/announce.ts'
import { makeDevice, makeWear, setDeviceState } from '../../shared/organisation/test-factories.ts'
import type { StreamEvent } from '../../platform/http/test-stream.ts'
import { startLiveTests } from '../../test-live.ts'

const { product, listen: open } = await startLiveTests()
const tenants = await makeTenants(product.context.db)
const now = new Date('2026-07-20T13:00:00+09:00')

const listen = (user: { user_id: number }, query = '?places=1', position?: string) => open(user, query, position)
const isPlace = ({ event }: StreamEvent) => event === 'place'
const placesIn = (events: readonly StreamEvent[]) => events.filter(isPlace).flatMap(({ data }) => liveEvents.place.parse(data))
const office = () => ({ companyId: tenants.office.company_id, officeId: tenants.office.office_id })
const settled = () => new Promise((resolve) => setTimeout(resolve, 500))

test('the places of changed people are sent to those who asked for places and may see them', async () => {
  const { db } = product.context
  const { people } = tenants
  const map = await makeMap(db, tenants.office)
  const gateway = await makeGatewayOn(db, map)
  const seeing = await Promise.all([people.service, people.contract, people.base, people.leader].map((person) => listen(person)))
  const blind = await Promise.all([people.worker, people.foreignBase, people.foreignContract].map((person) => listen(person)))
  blind.push(await listen(people.base, ''))
  blind.push(await listen(people.base, `?places=1&groupId=${tenants.otherGroup.group_id}`))
  await setState(db, people.worker.user_id, now, { gateway_id: gateway.device_id, heart_rate: 91 })
  await announce(db, { ...office(), userIds: [people.worker.user_id] })
  for (const stream of seeing) {
    await stream.find(isPlace)
    expect(placesIn(stream.events)).toMatchObject([
      {
        userId: people.worker.user_id,
        workerName: people.worker.full_name,
        heartRate: 91,
        mapIds: [map.map_id],
        gwExtensionId: gateway.serial,
      },
    ])
  }
  await settled()
  for (const stream of blind) expect(placesIn(stream.events)).toEqual([])

  // People who are on no map any more are sent too.
  await setState(db, people.worker.user_id, now, { gateway_id: null })
  await announce(db, { ...office(), userIds: [people.worker.user_id] })
  const [stream] = seeing
  await expect.poll(() => placesIn(stream?.events ?? []).at(-1)).toMatchObject({ userId: people.worker.user_id, mapIds: [] })
})

test('a belt that moves sends the place of its wearer', async () => {
  const { db } = product.context
  const { people } = tenants
  const map = await makeMap(db, tenants.office, { type: 2 })
  const belt = await makeDevice(db, 'belt', tenants.office.office_id)
  await makeWear(db, people.worker.user_id, belt.device_id, { slot: 'belt' })
  await setState(db, people.worker.user_id, now)
  await setDeviceState(db, belt.device_id, { last_at: now, latitude: 35, longitude: 139, position_at: now, accuracy: 8 })
  const stream = await listen(people.leader)
  await announce(db, { ...office(), deviceIds: [belt.device_id] })
  await stream.find(isPlace)
  expect(placesIn(stream.events)).toMatchObject([
    {
      userId: people.worker.user_id,
      mapIds: [map.map_id],
      latitude: 35,
      longitude: 139,
      accuracy: 8,
      positionAt: '2026-07-20T13:00:00+09:00',
    },
  ])
})

test('a viewer who resumes gets the new places of people, and that maps were changed', async () => {
  const { db } = product.context
  const { people } = tenants
  // What has happened until now is long ago for them.
  await sql`update worker_state set changed_at = now() - interval '4 minutes'`.execute(db)
  await sql`update device_state set changed_at = now() - interval '4 minutes'`.execute(db)
  await sql`update office set maps_changed_at = null`.execute(db)
  const { position } = await listen(people.base)
  const unchanged = await listen(people.base, '?places=1', position)
  expect(unchanged.events.filter(({ event }) => event === 'map' || event === 'place')).toEqual([])
  await setState(db, people.worker.user_id, now)
  await announceMaps(db, office())
  const back = await listen(people.base, '?places=1', position)
  expect(placesIn(back.events)).toMatchObject([{ userId: people.worker.user_id }])
  expect(back.events.filter(({ event }) => event === 'map').map(({ data }) => liveEvents.map.parse(data))).toEqual([[office()]])
})

test('changed maps are sent to those at the office', async () => {
  const { people } = tenants
  const seeing = await Promise.all([people.service, people.contract, people.base, people.leader].map((person) => listen(person, '')))
  const blind = await Promise.all([people.foreignBase, people.foreignContract, people.sibling].map((person) => listen(person, '')))
  await announceMaps(product.context.db, office())
  for (const stream of seeing) expect((await stream.find(({ event }) => event === 'map')).data).toEqual([office()])
  await settled()
  for (const stream of blind) expect(stream.events.filter(({ event }) => event === 'map')).toEqual([])
})
