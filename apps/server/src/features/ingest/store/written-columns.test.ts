import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeDevice } from '../../../shared/organisation/test-factories.ts'
import { createCrew, minutes } from '../../../test-crew.ts'
import { cacheOf } from '../row-cache/row-cache.ts'

let crew: Awaited<ReturnType<typeof createCrew>>
beforeAll(async () => {
  crew = await createCrew()
})
afterAll(() => crew.close())

type Wearer = Awaited<ReturnType<typeof crew.makeWearer>>

/** A state and its version, without what names the person and their tag, which the judge's own state does in two places. */
const rowOf = async ({ user }: Wearer) => {
  const { rows } = await crew.context.pool.query<{ version: string; row: Record<string, unknown> }>(
    `select s.xmin::text as version,
            to_jsonb(s) - 'user_id' - 'device_id' - 'changed_at'
              || jsonb_build_object('judge', jsonb_set(jsonb_set(s.judge::jsonb, '{4,0,0}', '0'), '{15,4,0}', '0')) as row
       from worker_state s where s.user_id = $1`,
    [user.user_id],
  )
  return rows[0] ?? expect.unreachable()
}

const writtenOf = async (wearer: Wearer) => {
  const { version } = await rowOf(wearer)
  return cacheOf(crew.context.pipelined).workers.find(wearer.user.user_id, version)?.written
}

const position = (n: number) => ({ latitude: 35.68 + n / 1_000, longitude: 139.76, accuracy: 4 + n })

it('a state is the same whether all of it is written with a reading or what is new', async () => {
  const [partly, wholly] = [await crew.makeWearer(), await crew.makeWearer()]
  const watcher = await makeDevice(crew.db, 'heat', crew.office.office_id)
  const gateways = [
    await makeDevice(crew.db, 'gateway', crew.office.office_id),
    await makeDevice(crew.db, 'gateway', crew.office.office_id),
  ]
  const gateway = (index: number) => ({ gateway: gateways[index]?.serial })
  const pulse = (minute: number, more: object = {}) => ({ minute, heartRate: 100, interval: 1, ...more })
  const batches = [
    [pulse(0, { battery: 4, signal: 3, ...gateway(0), ...position(0) })],
    [pulse(1, { battery: 4, signal: 3, ...gateway(0), ...position(0) })],
    [pulse(2)],
    [pulse(3, position(1)), pulse(4, { battery: 3 })],
    [pulse(5, { ...gateway(1), signal: 2 })],
    [pulse(6, { ...gateway(1), signal: 2, heartRate: null })],
    [pulse(7, { heartRate: null })],
    ...minutes(8, 24).map((minute) => [pulse(minute, { heartRate: 175, ...position(minute % 3) })]),
    [pulse(5.5, { battery: 1, ...position(9) })],
    [pulse(25, { heartRate: 90 })],
    [pulse(26, { call: true, heartRate: 90 })],
    ...minutes(27, 40).map((minute) => [pulse(minute, { heartRate: 90 })]),
    [pulse(70, { battery: 2 })],
    [pulse(71, { battery: 2, interval: 5 })],
  ]
  for (const [index, batch] of batches.entries()) {
    await crew.send(watcher, [{ minute: batch[0]?.minute ?? 0, wbgt: 24 + (index % 9), temperature: 30 }])
    await crew.send(partly.tag, batch, true)
    // As another process would that wrote the row: what was written last is not known then.
    await crew.context.pool.query('update worker_state s set changed_at = now() where s.user_id = $1', [wholly.user.user_id])
    await crew.send(wholly.tag, batch, true)
    expect((await rowOf(partly)).row).toEqual((await rowOf(wholly)).row)
  }
})

it('what has not changed is not written again, until another process has written', async () => {
  const wearer = await crew.makeWearer()
  const send = (minute: number, more: object = {}) =>
    crew.send(wearer.tag, [{ minute, heartRate: 100, battery: 4, ...position(1), ...more }])
  await send(100)
  await send(101)
  const written = await writtenOf(wearer)
  expect(written).toBeDefined()
  await send(102, { heartRate: 102 })
  expect(await writtenOf(wearer)).toBe(written)
  await crew.context.pool.query('update worker_state s set battery = 1 where s.user_id = $1', [wearer.user.user_id])
  await send(103)
  expect(await rowOf(wearer)).toMatchObject({ row: { battery: 4 } })
})
