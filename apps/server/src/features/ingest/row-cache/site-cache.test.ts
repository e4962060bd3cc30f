import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeDevice, makeOffice, makeUser, makeWear } from '../../../shared/organisation/test-factories.ts'
import { connectDatabase } from '../../../platform/database/database.ts'
import { createCrew } from '../../../test-crew.ts'
import { decode } from '../decode.ts'
import { ingest } from '../pipeline.ts'
import { cacheOf } from './row-cache.ts'

let crew: Awaited<ReturnType<typeof createCrew>>
/** Another process, with a cache of its own. */
let other: ReturnType<typeof connectDatabase>
beforeAll(async () => {
  crew = await createCrew()
  const { isDivided, log } = crew.context
  other = connectDatabase({ url: crew.url, isDivided, log })
})
afterAll(async () => {
  await other.close()
  await crew.close()
})

type Device = Awaited<ReturnType<typeof makeDevice>>

const change = (text: string, ...values: unknown[]) => crew.context.pool.query(text, values)

let minute = 0

/** A site with a watcher, a gateway on a map, and somebody with a tag. */
const makeSite = async () => {
  const { company_id } = crew.office
  const site = await makeOffice(crew.db, { company_id, public_wbgt_station: '44132' })
  const map = await crew.db
    .insertInto('site_map')
    .values({ company_id, office_id: site.office_id, position: 1, location_name: '一階' })
    .returning('map_id')
    .executeTakeFirstOrThrow()
  const watcher = await makeDevice(crew.db, 'heat', site.office_id)
  const gateway = await makeDevice(crew.db, 'gateway', site.office_id, { map_id: map.map_id, linked_device_id: watcher.device_id })
  const user = await makeUser(crew.db, 'User', site)
  const tag = await makeDevice(crew.db, 'vital', site.office_id)
  await makeWear(crew.db, user.user_id, tag.device_id)
  return { site, map, watcher, gateway, user, tag }
}
type Site = Awaited<ReturnType<typeof makeSite>>

/** One reading of a device, which one of two processes takes. */
const send = async (device: Device, values: object, process: 'this' | 'other' = 'this') => {
  crew.time.now = crew.at(minute)
  const decoded = decode({ kind: device.kind, device: device.serial, at: crew.time.now.toISOString(), ...values })
  if ('reason' in decoded) throw new Error(decoded.reason)
  const received = { ...decoded, companyId: device.company_id, officeId: device.office_id, receivedAt: crew.time.now.getTime(), index: 0 }
  const [outcome] = await ingest(process === 'this' ? crew.context : { ...crew.context, ...other }, [received])
  return outcome
}

/** The heat by which the next reading of the site's person is judged. */
const heatOf = async ({ tag, gateway }: Site) => {
  minute += 1
  expect(await send(tag, { heartRate: 100, gateway: gateway.serial })).toBe('accepted')
  return crew.db
    .selectFrom('reading')
    .select(['wbgt', 'wbgt_source'])
    .where('device_id', '=', tag.device_id)
    .where('at', '=', crew.at(minute))
    .executeTakeFirstOrThrow()
}

const measured = (wbgt: number) => ({ wbgt, wbgt_source: 'measured' })
const published = { wbgt: 33, wbgt_source: 'public' }

describe('a reading is judged by what its site has now, though this process knows it from before:', () => {
  let made: Site
  beforeEach(async () => {
    minute += 120
    made = await makeSite()
    await change(
      `insert into public_wbgt (station, at, kind, wbgt) values ('44132', $1, 'measured', 33), ('44133', $1, 'measured', 34)`,
      crew.at(minute),
    )
    await send(made.watcher, { wbgt: 18 })
    for (let n = 0; n < 2; n++) await heatOf(made)
  })

  it('the value that another process took of its watcher', async () => {
    expect(await heatOf(made)).toEqual(measured(18))
    await send(made.watcher, { wbgt: 20 }, 'other')
    expect(await heatOf(made)).toEqual(measured(20))
    const states = () => cacheOf(crew.context.pipelined).sites.findSources(made.site.office_id)
    const before = states()
    expect(await heatOf(made)).toEqual(measured(20))
    expect(states()).toBe(before)
  })

  it('the first value of a watcher whose clock is wrong, for which this process had to make a row', async () => {
    const first = await makeDevice(crew.db, 'heat', made.site.office_id)
    await change('update device set linked_device_id = $2 where device_id = $1', made.gateway.device_id, first.device_id)
    minute += 1
    await send(first, { wbgt: 22, at: crew.at(minute + 180).toISOString() })
    expect(await heatOf(made)).toEqual(measured(22))
  })

  it('a watcher that is there now, and one that has left', async () => {
    const second = await makeDevice(crew.db, 'heat', made.site.office_id)
    await send(second, { wbgt: 21 })
    await change('update device set linked_device_id = $2 where device_id = $1', made.gateway.device_id, second.device_id)
    expect(await heatOf(made)).toEqual(measured(21))
    await change('update device set office_id = $2 where device_id = $1', second.device_id, crew.office.office_id)
    expect(await heatOf(made)).toEqual(measured(18))
  })

  it('where the map says that heat comes from', async () => {
    await change('update site_map set sismil_type = 2 where map_id = $1', made.map.map_id)
    expect(await heatOf(made)).toEqual(published)
    await change('update device set map_id = null where device_id = $1', made.gateway.device_id)
    expect(await heatOf(made)).toEqual(measured(18))
  })

  it('its public station', async () => {
    await change('update site_map set sismil_type = 2 where map_id = $1', made.map.map_id)
    expect(await heatOf(made)).toEqual(published)
    await change(`update office set public_wbgt_station = '44133' where office_id = $1`, made.site.office_id)
    expect(await heatOf(made)).toEqual({ ...published, wbgt: 34 })
  })

  it('whether its gateway is where people rest', async () => {
    const restsOf = () => crew.db.selectFrom('rest').select('source').where('user_id', '=', made.user.user_id).execute()
    await heatOf(made)
    expect(await restsOf()).toEqual([])
    await change('update device set rest_place = true where device_id = $1', made.gateway.device_id)
    for (let n = 0; n < 10; n++) await heatOf(made)
    expect(await restsOf()).toEqual([{ source: 'place' }])
  })

  it('a setting of its company, of its own, and none any more', async () => {
    const emergencyMinutes = () => cacheOf(crew.context.pipelined).wears.find(made.tag.device_id)?.wears[0]?.wear.settings.emergencyMinutes
    const before = emergencyMinutes()
    const set = (officeId: number | null, value: string) =>
      change(
        `insert into master_setting (company_id, office_id, type, key, value)
         values ($1, $2, 'CUMULATIVE_TIME_FOR_EMERGENCY_ALERT_DETECTION', 'ACCUMULATED_TIME', $3)`,
        made.site.company_id,
        officeId,
        value,
      )
    const found: unknown[] = []
    const note = async () => {
      await heatOf(made)
      found.push(emergencyMinutes())
    }
    await set(null, '21')
    await note()
    await set(made.site.office_id, '22')
    await note()
    await change('delete from master_setting where office_id = $1', made.site.office_id)
    await note()
    await change('delete from master_setting where company_id = $1', made.site.company_id)
    await note()
    expect(found).toEqual([21, 22, 21, before])
  })

  it('that its devices and its map are gone', async () => {
    await change('delete from wear where device_id = $1', made.tag.device_id)
    await change('update device set linked_device_id = null, map_id = null where office_id = $1', made.site.office_id)
    for (const table of ['device', 'site_map']) await change(`delete from ${table} where office_id = $1`, made.site.office_id)
    minute += 1
    expect(await send(made.tag, { heartRate: 100, gateway: made.gateway.serial })).toBe('unknownDevice')
  })
})

it('a clock that another process found wrong counts with the next reading', async () => {
  const { tag } = await crew.makeWearer()
  minute += 120
  await send(tag, { heartRate: 100 })
  minute += 1
  await send(tag, { heartRate: 100 })
  const clock = { errorMs: 3_600_000, wasWrong: true, suspicion: null }
  await change('insert into device_state (company_id, device_id, clock) values ($1, $2, $3)', tag.company_id, tag.device_id, clock)
  minute += 1
  // By our clock it is right, which is a jump of a clock that is an hour ahead.
  await send(tag, { heartRate: 100 })
  const now = await crew.db.selectFrom('device_state').select('clock').where('device_id', '=', tag.device_id).executeTakeFirstOrThrow()
  expect(now.clock).not.toEqual(clock)
})

it('two people whose office was read before and after it changed are judged by the office as it is now', async () => {
  minute += 120
  const [first, second] = [await crew.makeWearer(), await crew.makeWearer()]
  await send(first.tag, { heartRate: 100 })
  await change('update office set metabolic_class = 4 where office_id = $1', crew.office.office_id)
  await send(second.tag, { heartRate: 100 })
  minute += 1
  await crew.sendWired(
    crew.office.office_id,
    [first, second].map(({ tag }) => ({ kind: 'vital', device: tag.serial, at: crew.at(minute).toISOString(), heartRate: 100 })),
  )
  const referenceOf = ({ tag }: typeof first) =>
    cacheOf(crew.context.pipelined).wears.find(tag.device_id)?.wears[0]?.wear.settings.referenceWbgt
  expect(referenceOf(first)).toBe(referenceOf(second))
})
