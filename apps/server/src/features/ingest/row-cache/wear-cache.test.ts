import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDevice, makeGroup, makeUser, makeWear } from '../../../shared/organisation/test-factories.ts'
import { japanDay } from '../../../platform/japan-time.ts'
import { createCrew } from '../../../test-crew.ts'
import { findWears } from '../attach/find-wears.ts'
import { loadWears } from '../attach/load-wears.ts'
import { cacheOf } from './row-cache.ts'
import { WearCache, wearsSince } from './wear-cache.ts'

const dayMinutes = 24 * 60

it('are limited in number, and those read last stay', () => {
  const cache = new WearCache(2)
  for (const deviceId of [1, 2, 1, 3]) cache.set([{ deviceId, from: 0, day: '2026-07-20', wears: [] }])
  expect([1, 2, 3].filter((deviceId) => cache.find(deviceId) !== undefined)).toEqual([1, 3])
})

describe('of a crew', () => {
  let crew: Awaited<ReturnType<typeof createCrew>>
  let minute = 0
  beforeAll(async () => {
    crew = await createCrew()
  })
  afterAll(() => crew.close())

  type Device = Awaited<ReturnType<typeof makeDevice>>

  const change = (text: string, ...values: unknown[]) => crew.context.pool.query(text, values)
  const cache = () => cacheOf(crew.context.pipelined).wears
  const cachedNow = (device: Device) => cache().find(device.device_id)?.wears ?? expect.unreachable()

  /** As a process reads it whose cache is empty. */
  const readAgain = async ({ company_id, device_id }: Device) => {
    const client = await crew.context.pool.connect()
    try {
      const wearQuery = { deviceIds: [device_id], from: cache().find(device_id)?.from ?? 0, day: japanDay(crew.time.now) }
      const [read] = await loadWears(client, crew.context.log, company_id, wearQuery)
      return read?.wears
    } finally {
      client.release()
    }
  }

  /** Sends one reading, a minute after the last, unless it is to be of another minute. */
  const send = (device: Device, at = (minute += 1)) =>
    crew.send(device, [{ minute: at, ...(device.kind === 'belt' ? { hook: 1 } : { heartRate: 100 }) }])

  const ofReading = async (device: Device, at = minute) => {
    const reading = crew.db.selectFrom('reading').select(['user_id', 'group_id'])
    return reading.where('device_id', '=', device.device_id).where('at', '=', crew.at(at)).executeTakeFirstOrThrow()
  }

  const makeBeltWearer = async () => {
    const user = await makeUser(crew.db, 'User', crew.office)
    const belt = await makeDevice(crew.db, 'belt', crew.office.office_id)
    await makeWear(crew.db, user.user_id, belt.device_id, { slot: 'belt' })
    return { user, belt }
  }

  it('are used again while nothing changes', async () => {
    const { user, tag } = await crew.makeWearer()
    await send(tag)
    const first = cachedNow(tag)
    expect(first).toMatchObject([{ wear: { userId: user.user_id }, withdrawn: false }])
    await send(tag)
    expect(cachedNow(tag)).toBe(first)
    expect(await readAgain(tag)).toEqual(first)
  })

  it.each<[string, (worn: { userId: number; tag: Device }) => Promise<unknown>]>([
    ['the wear itself', ({ tag }) => change(`update wear set worn_from = '2020-01-02' where device_id = $1`, tag.device_id)],
    ['their worker', ({ userId }) => change(`update app_user set date_of_birth = '1960-01-01' where user_id = $1`, userId)],
    ['their office', () => change(`update office set metabolic_class = 3 where office_id = $1`, crew.office.office_id)],
    ['their group', () => change(`update work_group set metabolic_class = 4 where group_id = $1`, crew.group.group_id)],
    [
      'the settings of their office',
      () =>
        change(
          `insert into master_setting (company_id, office_id, type, key, value) values ($1, $2, 'COMPREHENSIVE_ALERT_DETECTION_DURATION', 'MAXIMUM_HEART_RATE', '9')`,
          crew.office.company_id,
          crew.office.office_id,
        ),
    ],
  ])('are read again once somebody changes %s', async (_, happens) => {
    const { user, tag } = await crew.makeWearer()
    await send(tag)
    const before = cachedNow(tag)
    await happens({ userId: user.user_id, tag })
    await send(tag)
    expect(cachedNow(tag).map(({ wear }) => wear)).not.toEqual(before.map(({ wear }) => wear))
    expect(cachedNow(tag)).toEqual(await readAgain(tag))
  })

  it('are read again once a belt is set up, and once its settings change', async () => {
    const { belt } = await makeBeltWearer()
    await send(belt)
    await change(
      `insert into belt_setting (company_id, device_id, check_altitude, setting_altitude, height_altitude, on_waiting_minutes) values ($1, $2, true, 300, 500, 3)`,
      belt.company_id,
      belt.device_id,
    )
    await send(belt)
    expect(cachedNow(belt)).toMatchObject([{ wear: { beltSettings: { settingAltitudeCm: 300 } } }])
    await change(`update belt_setting set setting_altitude = 400 where device_id = $1`, belt.device_id)
    await send(belt)
    expect(cachedNow(belt)).toMatchObject([{ wear: { beltSettings: { settingAltitudeCm: 400 } } }])
  })

  it('show that a device is worn which nobody wore, and that it has another wearer', async () => {
    const tag = await makeDevice(crew.db, 'vital', crew.office.office_id)
    const [first, second] = [await makeUser(crew.db, 'User', crew.office), await makeUser(crew.db, 'User', crew.office)]
    await send(tag)
    expect(await ofReading(tag)).toMatchObject({ user_id: null })
    await makeWear(crew.db, first.user_id, tag.device_id, { worn_from: crew.at(minute) })
    await send(tag)
    expect(await ofReading(tag)).toMatchObject({ user_id: first.user_id })
    await change(`update wear set worn_to = $2 where device_id = $1`, tag.device_id, crew.at(minute + 0.5))
    await send(tag)
    expect(await ofReading(tag)).toMatchObject({ user_id: null })
    await makeWear(crew.db, second.user_id, tag.device_id, { worn_from: crew.at(minute + 0.5) })
    await send(tag)
    expect(await ofReading(tag)).toMatchObject({ user_id: second.user_id })
    expect(cachedNow(tag)).toHaveLength(2)
    const both = cachedNow(tag)
    await send(tag)
    expect(cachedNow(tag)).toBe(both)
    await change(`delete from wear where device_id = $1 and user_id = $2`, tag.device_id, second.user_id)
    await send(tag)
    expect(await ofReading(tag)).toMatchObject({ user_id: null })
  })

  it("are nobody's once the wearer withdraws their consent, and kept like that", async () => {
    const { user, tag } = await crew.makeWearer()
    await send(tag)
    await change(`update app_user set consent_withdrawn_at = now() where user_id = $1`, user.user_id)
    await send(tag)
    expect(await ofReading(tag)).toMatchObject({ user_id: null })
    const withdrawn = cachedNow(tag)
    await send(tag)
    expect(await ofReading(tag)).toMatchObject({ user_id: null })
    expect(cachedNow(tag)).toBe(withdrawn)
    await change(`update app_user set consent_withdrawn_at = null where user_id = $1`, user.user_id)
    await send(tag)
    expect(await ofReading(tag)).toMatchObject({ user_id: user.user_id })
  })

  it('follow their worker into another group', async () => {
    const { user, tag } = await crew.makeWearer()
    await send(tag)
    const group = await makeGroup(crew.db, { office_id: crew.office.office_id })
    await change(`update app_user set group_id = $2 where user_id = $1`, user.user_id, group.group_id)
    await send(tag)
    expect(await ofReading(tag)).toMatchObject({ user_id: user.user_id, group_id: group.group_id })
  })

  it('show who wore the device at the time of a late reading', async () => {
    const tag = await makeDevice(crew.db, 'vital', crew.office.office_id)
    const [early, late] = [await makeUser(crew.db, 'User', crew.office), await makeUser(crew.db, 'User', crew.office)]
    await makeWear(crew.db, early.user_id, tag.device_id, { worn_from: crew.at(minute - 900), worn_to: crew.at(minute - 600) })
    await makeWear(crew.db, late.user_id, tag.device_id, { worn_from: crew.at(minute - 600) })
    await send(tag)
    expect(cachedNow(tag)).toHaveLength(1)
    await send(tag, minute - 700)
    expect(await ofReading(tag, minute - 700)).toMatchObject({ user_id: early.user_id })
    expect(wearsSince(cache().find(tag.device_id) ?? expect.unreachable(), crew.at(minute - 60).getTime())).toHaveLength(1)
    await send(tag)
    expect(await ofReading(tag)).toMatchObject({ user_id: late.user_id })
  })

  it('are read again for readings that turn out to be older than what was asked for', async () => {
    const tag = await makeDevice(crew.db, 'vital', crew.office.office_id)
    const [early, late] = [await makeUser(crew.db, 'User', crew.office), await makeUser(crew.db, 'User', crew.office)]
    await makeWear(crew.db, early.user_id, tag.device_id, { worn_from: crew.at(minute - 900), worn_to: crew.at(minute - 600) })
    await makeWear(crew.db, late.user_id, tag.device_id, { worn_from: crew.at(minute - 600) })
    await send(tag)
    const client = await crew.context.pool.connect()
    const own = new WearCache()
    const wearersAt = async (at: number) => {
      const wearQuery = { deviceIds: [tag.device_id], since: crew.at(at).getTime(), day: japanDay(crew.time.now) }
      const [read] = await findWears(client, crew.context.log, own, tag.company_id, wearQuery)
      return read?.wears.map(({ wear }) => wear.userId)
    }
    expect(await wearersAt(minute)).toEqual([late.user_id])
    expect(await wearersAt(minute - 700)).toEqual([late.user_id, early.user_id])
    client.release()
  })

  it('count ages again on another day in Japan', async () => {
    const { user, tag } = await crew.makeWearer()
    await change(
      `update app_user set date_of_birth = $2::date + interval '1 day' - interval '50 years' where user_id = $1`,
      user.user_id,
      japanDay(crew.at(minute)),
    )
    await send(tag)
    const [before] = cachedNow(tag)
    minute += dayMinutes
    await send(tag)
    const [after] = cachedNow(tag)
    expect(after?.version).toBe(before?.version)
    expect(after?.wear.settings.limits).not.toEqual(before?.wear.settings.limits)
  })
})
