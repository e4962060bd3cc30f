import type { AddressInfo } from 'node:net'
import type { AlertEpisode, HealthDetail, HealthRow } from '@mimamori/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStream } from '../src/platform/http/test-stream.ts'
import { makeAlert, makeTenants, setState } from '../src/shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeGroup, makeUser } from '../src/shared/organisation/test-factories.ts'
import { createTestApp } from '../src/test-app.ts'

const secrets = {
  base_name: '秘密の拠点',
  group_name: '秘密の班',
  location_name: '秘密の足場',
  wbgt_point: '秘密の測定点',
  handled_by_name: '秘密の管理者',
  note: '秘密の申し送り',
}

/** Somebody with a past at one site, who is sent to another of the same company by a request. */
const createMoved = async () => {
  const product = await createTestApp()
  const { db } = product.context
  const now = product.time.now
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const { office: former, sibling: next, group: formerGroup, people } = await makeTenants(db)
  const nextGroup = await makeGroup(db, { office_id: next.office_id })
  const nextPeople = {
    base: await makeUser(db, 'HeadquartersAdmin', next),
    leader: await makeUser(db, 'GroupLeader', { ...next, group_id: nextGroup.group_id }),
  }
  const { worker } = people
  const profile = { gender: 1, date_of_birth: '1980-04-01', phone_number: '08000000009' }
  await db.updateTable('app_user').set(profile).where('app_user.user_id', '=', worker.user_id).execute()
  const alert = await makeAlert(db, worker, minutesAgo(20), {
    ...secrets,
    kind: 'emergency',
    level: 3,
    peak_level: 3,
    heart_rate: 171,
    excess: 2.5,
    wbgt: 30.5,
    ended_at: minutesAgo(5),
    handling: 'responding',
    handled_by: people.base.user_id,
    handled_at: minutesAgo(10),
  })
  const [gateway, watcher] = [
    await makeDevice(db, 'gateway', former.office_id, { location_name: '秘密の足場' }),
    await makeDevice(db, 'heat', former.office_id, { location_name: '秘密の測定点' }),
  ]
  await setState(db, worker.user_id, minutesAgo(1), {
    heart_rate: 99,
    total_level: 1,
    gateway_id: gateway.device_id,
    wbgt_device_id: watcher.device_id,
    latitude: 35,
    longitude: 139,
  })
  await sql`select ensure_reading_partition(${minutesAgo(20)}::timestamptz)`.execute(db)
  await db
    .insertInto('reading')
    .values({
      company_id: former.company_id,
      office_id: former.office_id,
      group_id: formerGroup.group_id,
      user_id: worker.user_id,
      device_id: 1,
      at: minutesAgo(20),
      received_at: minutesAgo(20),
      heart_rate: 171,
      wbgt: 30.5,
      excess: 2.5,
      total_level: 3,
    })
    .execute()
  const sent = await product.askAs(people.contract, 'PUT', `/api/UserRole/${worker.user_id}`, { officeId: next.office_id, version: 1 })
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body))
  await product.askAs(nextPeople.base, 'PUT', '/api/Group', { id: nextGroup.group_id, listMember: [worker.user_id] })
  return { ...product, db, now, former, next, people, nextPeople, worker, alert }
}

let moved: Awaited<ReturnType<typeof createMoved>>
beforeAll(async () => {
  moved = await createMoved()
})
afterAll(() => moved.close())

const detailFor = async (viewer: { user_id: number }) => {
  const { status, body } = await moved.askAs(viewer, 'GET', `/api/HealthCondition/${moved.worker.user_id}/0`)
  return { status, detail: body as HealthDetail }
}

const expected = {
  kind: 'emergency',
  alertLevel: 3,
  emergency: '1',
  heartRate: 171,
  excess: 2.5,
  wbgtValue: 30.5,
  startedAt: '2026-07-20T12:40:00+09:00',
  endedAt: '2026-07-20T12:55:00+09:00',
  handling: 'responding',
}
const nameless = {
  baseName: null,
  groupName: null,
  locationName: null,
  wbgtMeasurementPoint: null,
  phoneNumber: null,
  leaderId: null,
  leaderName: null,
  leaderContact: null,
  handledBy: null,
  note: null,
}

describe('the past of somebody who came from another site', () => {
  test.each(['base', 'leader', 'worker'] as const)('shows times and values to the new %s, and no name of the former site', async (who) => {
    const viewer = who === 'worker' ? moved.worker : moved.nextPeople[who]
    const { status, detail } = await detailFor(viewer)
    expect(status).toBe(200)
    expect(detail.listAlert).toMatchObject([{ ...expected, ...nameless }])
    expect(detail.listData).toContainEqual(
      expect.objectContaining({ time: '2026-07-20T12:40:00+09:00', heartRate: 171, wbgtValue: 30.5, excess: 2.5, alertLevel: 3 }),
    )
    expect(detail).toMatchObject({
      officeName: moved.next.name,
      phoneNumber: '08000000009',
      leaderId: moved.nextPeople.leader.user_id,
      leaderName: moved.nextPeople.leader.full_name,
      now: { heartRate: 99, alertLevel: 1, locationName: null },
    })
    expect(JSON.stringify(detail)).not.toMatch(/秘密|09000000001|職長　一/)
  })

  test.each(['contract', 'service'] as const)('is whole for the %s administrator', async (who) => {
    const { detail } = await detailFor(moved.people[who])
    expect(detail.listAlert).toMatchObject([
      {
        ...expected,
        baseName: '秘密の拠点',
        locationName: '秘密の足場',
        handledBy: '秘密の管理者',
        note: '秘密の申し送り',
        leaderName: '職長　一',
      },
    ])
  })

  test.each(['base', 'leader'] as const)('is gone from the former %s, who keeps what happened there', async (who) => {
    const viewer = moved.people[who]
    expect((await detailFor(viewer)).status).toBe(404)
    const { body } = await moved.askAs(viewer, 'GET', '/api/HealthCondition/Alert')
    expect((body as { data: AlertEpisode[] }).data).toMatchObject([
      { id: moved.alert.alert_id, baseName: '秘密の拠点', note: '秘密の申し送り', phoneNumber: null },
    ])
  })

  test('is in no list of alerts of the new site, and nobody there answers it', async () => {
    const { nextPeople, alert } = moved
    for (const viewer of [nextPeople.base, nextPeople.leader]) {
      expect((await moved.askAs(viewer, 'GET', '/api/HealthCondition/Alert?allTime=1')).body).toEqual({ data: [], count: 0 })
      expect((await moved.askAs(viewer, 'POST', `/api/Alert/${alert.alert_id}/Close`, { outcome: 'other' })).status).toBe(404)
    }
  })

  test('leaves no place of the former site in the list of conditions', async () => {
    const { body } = await moved.askAs(moved.nextPeople.base, 'GET', '/api/HealthCondition')
    const row = (body as { data: HealthRow[] }).data.find(({ userId }) => userId === moved.worker.user_id)
    expect(row).toMatchObject({ heartRate: 99, wbgtValue: 26, locationName: null, wbgtMeasurementPoint: null, mapId: null })
  })

  test('is sent live without those names, while the former site can still answer it', async () => {
    const { people, nextPeople, worker, alert, app } = moved
    await app.listen({ port: 0, host: '127.0.0.1' })
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/live`
    const listen = async (viewer: { user_id: number }) => {
      const stream = await openStream(url, await moved.as(viewer))
      await stream.find(({ event }) => event === 'ping')
      return stream
    }
    const streams = await Promise.all([worker, people.contract, people.base, nextPeople.base].map(listen))
    const [own, contract, former, next] = streams
    const closing = { outcome: 'rested', note: '秘密の結び' }
    expect((await moved.askAs(people.base, 'POST', `/api/Alert/${alert.alert_id}/Close`, closing)).status).toBe(200)
    const announced = async (stream: typeof own) => (await stream?.find(({ event }) => event === 'alert'))?.data
    expect(await announced(contract)).toMatchObject([{ note: '秘密の結び', baseName: '秘密の拠点' }])
    expect(await announced(former)).toMatchObject([{ note: '秘密の結び', baseName: '秘密の拠点' }])
    expect(await announced(own)).toMatchObject([{ ...expected, ...nameless, handling: 'closed', outcome: 'rested' }])
    expect(JSON.stringify(own?.events)).not.toMatch(/秘密|09000000001/)
    // Resuming sends the same.
    const resumed = await openStream(url, await moved.as(worker), String(Date.now() - 60_000))
    expect(await announced(resumed)).toMatchObject([nameless])
    expect(next?.events.filter(({ event }) => event === 'alert')).toEqual([])
    for (const stream of [...streams, resumed]) stream.close()
  })
})
