import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type makeDevice, makeIngestKey, makeOffice, makeUser } from '../../../shared/organisation/test-factories.ts'
import { createCrew } from '../../../test-crew.ts'

let crew: Awaited<ReturnType<typeof createCrew>>
let elsewhere: Awaited<ReturnType<typeof makeOffice>>
let boss: Awaited<ReturnType<typeof makeUser>>
beforeAll(async () => {
  crew = await createCrew()
  const { company_id } = crew.office
  elsewhere = await makeOffice(crew.db, { company_id })
  boss = await makeUser(crew.db, 'AdminUnitContract', crew.office)
})
afterAll(() => crew.close())

/** Until so many transactions wait for a lock. */
const untilWaiting = (count: number) =>
  expect
    .poll(
      async () => {
        const text = `select from pg_stat_activity a where a.datname = current_database() and a.wait_event_type = 'Lock'`
        return (await crew.context.pool.query(text)).rows.length
      },
      { interval: 20 },
    )
    .toBe(count)

/** Holds what a statement locks until the answered function is called. */
const hold = async (text: string, deviceId: number) => {
  const client = await crew.context.pool.connect()
  await client.query('begin')
  await client.query(text, [deviceId])
  return async () => {
    await client.query('commit')
    client.release()
  }
}
const lockClock = 'select from device_state where device_id = $1 for update'
const lockWear = 'select from wear where device_id = $1 for update'

type Tag = Awaited<ReturnType<typeof makeDevice>>

/** A press of the call button, with the time of a clock that is behind by some minutes. */
const press = (tag: Tag, minute: number, behind = 0) =>
  crew.sendWired(tag.office_id, [
    { kind: 'vital', device: tag.serial, at: crew.at(minute - behind).toISOString(), heartRate: 100, call: true },
  ])

const moveAway = (userId: number) => crew.askAs(boss, 'PUT', `/api/UserRole/${userId}`, { officeId: elsewhere.office_id })

const openAlerts = async (userId: number) =>
  (await crew.alertsOf(userId)).filter(({ ended_at }) => ended_at === null).map(({ kind, office_id }) => ({ kind, office_id }))

describe('a press of somebody who moves to another office meanwhile opens an alert there, and none at the office that they have left,', () => {
  it('where the batch waited for the clock of their device', async () => {
    const { user, tag } = await crew.makeWearer()
    await crew.send(tag, [{ minute: 0, heartRate: 100 }])
    crew.time.now = crew.at(1)
    await crew.sendWired(tag.office_id, [{ kind: 'vital', device: tag.serial, at: crew.at(-119).toISOString(), heartRate: 100 }])
    crew.time.now = crew.at(2)
    const release = await hold(lockClock, tag.device_id)
    const sent = press(tag, 2, 120)
    await untilWaiting(1)
    crew.time.now = crew.at(3)
    expect(await moveAway(user.user_id)).toMatchObject({ status: 200 })
    await release()
    await sent
    expect(await openAlerts(user.user_id)).toEqual([{ kind: 'emergency', office_id: elsewhere.office_id }])
  })

  it('where the batch waited for the move', async () => {
    const { user, tag } = await crew.makeWearer()
    const minute = 10
    await crew.send(tag, [{ minute, heartRate: 100 }])
    crew.time.now = crew.at(minute + 2)
    const release = await hold(lockWear, tag.device_id)
    const moved = moveAway(user.user_id)
    await untilWaiting(1)
    const sent = press(tag, minute + 1)
    await untilWaiting(2)
    await release()
    expect(await moved).toMatchObject({ status: 200 })
    await sent
    expect(await openAlerts(user.user_id)).toEqual([{ kind: 'emergency', office_id: elsewhere.office_id }])
  })
})

it('a device that goes to another office while a batch waits for its clock is taken in for that one', async () => {
  const { tag } = await crew.makeWearer()
  const { bearer } = await makeIngestKey(crew.db, tag.office_id)
  const send = async (minute: number) => {
    crew.time.now = crew.at(minute)
    const readings = [{ kind: 'vital', device: tag.serial, at: crew.at(minute - 120).toISOString(), heartRate: 100 }]
    return (await crew.ask('POST', '/api/ingest', { headers: { authorization: bearer }, payload: { readings } })).body
  }
  expect(await send(20)).toMatchObject({ accepted: 1 })
  const release = await hold(lockClock, tag.device_id)
  const sent = send(21)
  await untilWaiting(1)
  await crew.db.updateTable('device').set({ office_id: elsewhere.office_id }).where('device_id', '=', tag.device_id).execute()
  await release()
  expect(await sent).toMatchObject({ accepted: 1, rejected: [] })
  const rows = await crew.db
    .selectFrom('reading')
    .select('office_id')
    .where('device_id', '=', tag.device_id)
    .orderBy('received_at')
    .execute()
  expect(rows.map(({ office_id }) => office_id)).toEqual([tag.office_id, elsewhere.office_id])
})
