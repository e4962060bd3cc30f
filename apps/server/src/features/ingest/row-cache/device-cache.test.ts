import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDevice, makeOffice } from '../../../shared/organisation/test-factories.ts'
import { createCrew } from '../../../test-crew.ts'
import { DeviceCache, type RegisteredDevice } from './device-cache.ts'
import { cacheOf } from './row-cache.ts'

const tagOf = (deviceId: number): RegisteredDevice => ({
  office_id: 1,
  kind: 'vital',
  serial: `V-${deviceId}`,
  device_id: deviceId,
  linked_device_id: null,
  altitude_offset_cm: 0,
  version: '7',
  map_id: null,
  map_version: null,
  sismil_type: null,
})

it('holds a limited number of devices, of which those that were set last stay', () => {
  const cache = new DeviceCache(2)
  for (const deviceId of [1, 2, 1, 3]) cache.set([tagOf(deviceId)])
  expect([1, 2, 3].filter((deviceId) => cache.find(tagOf(deviceId)) !== undefined)).toEqual([1, 3])
})

describe('of a crew', () => {
  let crew: Awaited<ReturnType<typeof createCrew>>
  beforeAll(async () => {
    crew = await createCrew()
  })
  afterAll(() => crew.close())

  const minutesOf = async (deviceId: number) => {
    const rows = await crew.db.selectFrom('reading').select('at').where('device_id', '=', deviceId).orderBy('at').execute()
    return rows.map(({ at }) => (at.getTime() - crew.at(0).getTime()) / 60_000)
  }

  it('is used from the second reading on, and follows what is registered', async () => {
    const { tag } = await crew.makeWearer()
    const cached = () => cacheOf(crew.context.pipelined).devices.find({ office_id: tag.office_id, kind: 'vital', serial: tag.serial })
    await crew.send(tag, [{ minute: 0, heartRate: 100 }])
    expect(cached()).toMatchObject({ device_id: tag.device_id, linked_device_id: null })
    const first = cached()
    await crew.send(tag, [{ minute: 1, heartRate: 100 }])
    expect(cached()).toBe(first)
    await crew.context.pool.query('update device d set altitude_offset_cm = 40 where d.device_id = $1', [tag.device_id])
    await crew.send(tag, [{ minute: 2, heartRate: 100 }])
    expect(cached()).toMatchObject({ device_id: tag.device_id, altitude_offset_cm: 40 })
    expect(await minutesOf(tag.device_id)).toEqual([0, 1, 2])
  })

  it('finds no device by a serial that another one has now, and one that has left its office at the new one', async () => {
    const { tag } = await crew.makeWearer()
    await crew.send(tag, [{ minute: 10, heartRate: 100 }])
    await crew.context.pool.query(`update device d set serial = 'retired' where d.device_id = $1`, [tag.device_id])
    const other = await makeDevice(crew.db, 'vital', crew.office.office_id, { serial: tag.serial })
    await crew.send(tag, [{ minute: 11, heartRate: 100 }])
    expect(await minutesOf(tag.device_id)).toEqual([10])
    expect(await minutesOf(other.device_id)).toEqual([11])

    const elsewhere = await makeOffice(crew.db, { company_id: crew.office.company_id })
    await crew.context.pool.query('update device d set office_id = $2 where d.device_id = $1', [other.device_id, elsewhere.office_id])
    await crew.send(tag, [{ minute: 12, heartRate: 100 }])
    expect(await minutesOf(other.device_id)).toEqual([11, 12])
    const rows = await crew.db.selectFrom('reading').select('office_id').where('device_id', '=', other.device_id).orderBy('at').execute()
    expect(rows.map(({ office_id }) => office_id)).toEqual([crew.office.office_id, elsewhere.office_id])
  })
})
