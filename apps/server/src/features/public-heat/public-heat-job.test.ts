import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeTurn } from '../../platform/database/recurring.ts'
import { testConfig } from '../../platform/test-context.ts'
import { makeDevice, makeIngestKey, makeOffice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { readHeatSummaries } from '../../shared/monitoring/summaries/read.ts'
import { createTestApp } from '../../test-app.ts'
import { tenantsAmong } from '../../shared/organisation/tenant-filter.ts'
import { publicHeatJobWith } from './public-heat-job.ts'
import { stationsInUse } from './stations.ts'
import { forecastRow, refusal, startTestService, success, surveyRow } from './test-service.ts'

type Line = { level: number; msg: string; of?: string; reason?: string; station?: string }

const [warn, debug] = [40, 20]
const surveyPath = '/api/v1/getSurveyData'
const forecastPath = '/api/v1/getForecastData'
const estimatesPath = '/est15WG/dl/wbgt_44132_202607.csv'
const forecastFilePath = '/prev15WG/dl/yohou_44132.csv'
const summer = new Date('2026-07-20T13:00:00+09:00')
const winter = new Date('2026-11-20T13:00:00+09:00')

const service = await startTestService()
const lines: Line[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) })
let made: Awaited<ReturnType<typeof createTestApp>>
let office: Awaited<ReturnType<typeof makeOffice>>

beforeAll(async () => {
  made = await createTestApp({ config: testConfig({ wbgtServiceUrl: `${service.base}/` }), log })
  office = await makeOffice(made.context.db, { public_wbgt_station: '44132' })
})
afterAll(async () => {
  await made.close()
  await service.close()
})
beforeEach(async () => {
  service.answers.clear()
  service.calls.length = 0
  lines.length = 0
  made.time.now = summer
  for (const table of ['public_wbgt', 'public_station_fetch', 'evening_forecast']) await made.context.pool.query(`delete from ${table}`)
})

const run = (stopping?: AbortSignal, timeoutMs = 10_000) =>
  takeTurn(made.context, publicHeatJobWith({ timeoutMs, maxBytes: 20_000 }), stopping)

const storedHeat = () =>
  made.context.db.selectFrom('public_wbgt').select(['station', 'at', 'kind', 'wbgt']).orderBy('at').orderBy('kind').execute()
const logged = (level: number) => lines.filter((line) => line.level === level && 'station' in line)
const paths = () => service.calls.map(({ pathname }) => pathname)
const at = (time: string) => new Date(`2026-07-20T${time}:00+09:00`)

describe('what the service says', () => {
  it('is asked for as documented, and kept, forecast and observation apart', async () => {
    service.answers.set(surveyPath, success(surveyRow('2026/07/20 12:00:00', '29.1', 1), surveyRow('2026/07/20 13:00:00', '29.6')))
    service.answers.set(forecastPath, success(forecastRow('2026/07/20 15:00:00', '305')))
    await run()
    expect(await storedHeat()).toEqual([
      { station: '44132', at: at('12:00'), kind: 'measured', wbgt: 29.1 },
      { station: '44132', at: at('13:00'), kind: 'estimated', wbgt: 29.6 },
      { station: '44132', at: at('15:00'), kind: 'forecast', wbgt: 30.5 },
    ])
    expect(service.calls.map(({ search }) => search)).toEqual([
      '?data_type=0&data_type=1&location_type=1&wbgt_nos=44132&date_from=20260720100000&date_to=20260720130000',
      '?location_type=1&wbgt_nos=44132&date_search_type=3&forecast_origin_date=20260720110000',
    ])
    expect(logged(warn)).toEqual([])
  })

  it('stays with each site that takes it as its ten minutes, the measured value before the estimated one', async () => {
    const other = await makeOffice(made.context.db, { public_wbgt_station: '44132' })
    service.answers.set(surveyPath, success(surveyRow('2026/07/20 12:00:00', '29.1', 1), surveyRow('2026/07/20 12:00:00', '30.4')))
    await run()
    made.time.now = at('13:10')
    service.answers.set(surveyPath, success(surveyRow('2026/07/20 12:00:00', '29.3', 1), surveyRow('2026/07/20 13:00:00', '29.6')))
    await run()
    const site = { companyId: other.company_id, officeId: other.office_id }
    const values = { wbgt_count: 1, estimated_count: null, temperature_max: null }
    const value = { office_id: other.office_id, device_id: 0, serial: '44132', source: 'public', ...values }
    expect(await readHeatSummaries(made.context.pool, site, { from: at('00:00'), to: at('23:00') })).toEqual([
      { ...value, slot: at('12:00'), wbgt_max: 29.3, wbgt_sum: 29.3 },
      { ...value, slot: at('13:00'), wbgt_max: 29.6, wbgt_sum: 29.6 },
    ])
    expect(
      await made.context.db.selectFrom('heat_summary').select('slot').where('office_id', '=', office.office_id).execute(),
    ).toHaveLength(2)
    await made.context.db.updateTable('office').set({ public_wbgt_station: null }).where('office_id', '=', other.office_id).execute()
  })

  it('replaces what it said before; the forecast is asked for once an hour', async () => {
    service.answers.set(surveyPath, success(surveyRow('2026/07/20 12:00:00', '29.1')))
    service.answers.set(forecastPath, success(forecastRow('2026/07/20 15:00:00', '305')))
    await run()
    service.answers.set(surveyPath, success(surveyRow('2026/07/20 12:00:00', '28.8'), surveyRow('2026/07/20 12:00:00', '28.9')))
    made.time.now = at('13:10')
    await run()
    expect((await storedHeat())[0]).toMatchObject({ at: at('12:00'), wbgt: 28.9 })
    expect(paths()).toEqual([surveyPath, forecastPath, surveyPath])
    made.time.now = at('14:00')
    await run()
    expect(paths().slice(3)).toEqual([surveyPath, forecastPath])
  })

  it('is left where it is outside its time or implausible', async () => {
    service.answers.set(
      surveyPath,
      success(
        surveyRow('2026/07/20 13:00:00', '77.0'),
        surveyRow('2026/07/20 08:00:00', '20.0'),
        surveyRow('2026/07/20 18:00:00', '21.0'),
        surveyRow('2026/07/20 12:30:00', '22.0'),
      ),
    )
    await run()
    expect((await storedHeat()).map(({ wbgt }) => wbgt)).toEqual([22])
  })

  it('comes of a station as soon as a site takes it, however lately others were asked for', async () => {
    service.answers.set(surveyPath, success(surveyRow('2026/07/20 12:00:00', '29.1')))
    await run()
    await run()
    expect(paths()).toEqual([surveyPath, forecastPath, forecastPath, forecastFilePath])
    const other = await makeOffice(made.context.db, { public_wbgt_station: '62078' })
    service.calls.length = 0
    await run()
    expect(service.calls.map(({ searchParams }) => searchParams.get('wbgt_nos'))).toEqual(['62078', '62078', '62078', null])
    await made.context.db.updateTable('office').set({ public_wbgt_station: null }).where('office_id', '=', other.office_id).execute()
  })

  it('is requested again soon while a forecast that was announced has not come', async () => {
    service.answers.set(surveyPath, success())
    const issued = (time: string) => success({ ...forecastRow('2026/07/21 12:00:00', '305'), reference_time: `2026/07/20 ${time}:00` })
    service.answers.set(forecastPath, issued('11:00'))
    made.time.now = at('16:55')
    await run()
    service.calls.length = 0
    for (const time of ['17:02', '17:05', '17:15']) {
      made.time.now = at(time)
      await run()
    }
    expect(paths().filter((path) => path === forecastPath)).toHaveLength(2)
    service.answers.set(forecastPath, issued('17:00'))
    for (const time of ['17:25', '17:35', '17:45']) {
      made.time.now = at(time)
      await run()
    }
    expect(paths().filter((path) => path === forecastPath)).toHaveLength(3)
  })

  it('is requested again after ten minutes where the service did not answer, and then once an hour', async () => {
    service.answers.set(surveyPath, success())
    service.answers.set(forecastPath, 503)
    const requested = async (time: string) => {
      made.time.now = at(time)
      service.calls.length = 0
      await run()
      return paths().includes(forecastPath)
    }
    expect(await requested('13:00')).toBe(true)
    expect(await requested('13:09')).toBe(false)
    expect(await requested('13:10')).toBe(true)
    service.answers.set(forecastPath, success(forecastRow('2026/07/20 15:00:00', '305')))
    expect(await requested('13:20')).toBe(true)
    expect(await requested('13:30')).toBe(false)
    expect(await requested('14:20')).toBe(true)
  })

  it('is read of the sites of companies that can be reached alone', async () => {
    const { db } = made.context
    const other = await makeOffice(db, { public_wbgt_station: '62078' })
    const stationsOf = async (companyIds: number[] | null) =>
      (await stationsInUse(db, tenantsAmong(companyIds))).map(({ station }) => station).toSorted()
    expect(await stationsOf(null)).toEqual(['44132', '62078'])
    expect(await stationsOf([other.company_id])).toEqual(['62078'])
    await db.updateTable('office').set({ public_wbgt_station: null }).where('office_id', '=', other.office_id).execute()
  })

  it('replaces no newer forecast by an older one', async () => {
    const issued = (time: string, tenfold: string) =>
      success({ ...forecastRow('2026/07/21 12:00:00', tenfold), reference_time: `2026/07/20 ${time}:00` })
    for (const [now, time, tenfold] of [
      ['12:00', '11:00', '300'],
      ['17:30', '17:00', '310'],
      ['18:30', '11:00', '300'],
      // A forecast of the future would keep its place before all later ones.
      ['19:30', '23:00', '305'],
      ['20:30', '17:00', '310'],
    ] as const) {
      made.time.now = at(now)
      service.answers.set(forecastPath, issued(time, tenfold))
      await run()
    }
    expect(await storedHeat()).toMatchObject([{ wbgt: 31 }])
  })

  it('comes for every station in use, once each, whatever else the field holds', async () => {
    const { db } = made.context
    const others = [
      await makeOffice(db, { public_wbgt_station: '44132' }),
      await makeOffice(db, { public_wbgt_station: '62078' }),
      await makeOffice(db, { public_wbgt_station: '大阪' }),
    ]
    await run()
    expect(
      service.calls.filter(({ pathname }) => pathname === surveyPath).map(({ searchParams }) => searchParams.get('wbgt_nos')),
    ).toSatisfy((requested: string[]) => requested.toSorted().join() === '44132,62078')
    await db
      .updateTable('office')
      .set({ public_wbgt_station: null })
      .where(
        'office.office_id',
        'in',
        others.map(({ office_id }) => office_id),
      )
      .execute()
  })
})

describe('the files replace it', () => {
  const files = () => {
    service.answers.set(estimatesPath, 'Date,Time,44132\n2026/7/20,12:00,28.4\n2026/7/20,13:00,28.9\n2026/7/20,14:00,\n')
    service.answers.set(forecastFilePath, ',,2026072015,2026072018\n44132,2026/07/20 11:25, 300, 280\n')
  }

  it.each<[string, Parameters<typeof service.answers.set>[1], number?]>([
    ['is not there', 404],
    ['is broken', 500],
    ['refuses', refusal('しきい値を超えています。')],
    ['answers garbage', '<html>メンテナンス中</html>'],
    ['answers too much', 'x'.repeat(20_001)],
    // The files must answer within it, too.
    ['never answers', () => undefined, 2_000],
    ['breaks off', (response) => void response.writeHead(200, { 'content-length': 500 }).write('{"status"', () => response.destroy())],
    ['never ends its answer', (response) => void response.writeHead(200).write('{"status"'), 2_000],
  ])('where the interface %s', async (_, answer, timeoutMs = 10_000) => {
    files()
    service.answers.set(surveyPath, answer)
    service.answers.set(forecastPath, answer)
    await run(undefined, timeoutMs)
    expect((await storedHeat()).map(({ kind, wbgt }) => [kind, wbgt])).toEqual([
      ['estimated', 28.4],
      ['estimated', 28.9],
      ['forecast', 30],
      ['forecast', 28],
    ])
    expect(logged(warn)).toEqual([])
  })

  it('but not where it says that nothing was observed', async () => {
    files()
    service.answers.set(surveyPath, success())
    service.answers.set(forecastPath, success())
    await run()
    // A forecast that the interface does not have yet may be in the file.
    expect(paths()).not.toContain(estimatesPath)
    expect((await storedHeat()).map(({ kind }) => kind)).toEqual(['forecast', 'forecast'])
  })
})

describe('nothing to be had', () => {
  it.each([
    ['an empty answer', success()],
    ['404', 404],
    ['a refusal', refusal('対象データがありません。')],
  ])('is normal off season: %s', async (_, answer) => {
    made.time.now = winter
    service.answers.set(surveyPath, answer)
    await run()
    const line = { station: '44132', msg: 'no public value' }
    expect(logged(debug)).toMatchObject([
      { ...line, of: 'observed' },
      { ...line, of: 'forecast' },
    ])
    expect(logged(warn)).toEqual([])
  })

  it('prevents no request for a forecast, in any season', async () => {
    made.time.now = winter
    service.answers.set(surveyPath, success())
    service.answers.set(forecastPath, success(forecastRow('2026/11/20 15:00:00', '152')))
    await run()
    expect(await storedHeat()).toMatchObject([{ kind: 'forecast', wbgt: 15.2 }])
  })

  it('is said in season, and so is a service that fails, at any time', async () => {
    service.answers.set(surveyPath, success())
    await run()
    expect(logged(warn)).toMatchObject([{ of: 'observed' }, { of: 'forecast' }])
    made.time.now = winter
    service.answers.set(surveyPath, 503)
    await run()
    expect(logged(warn).slice(2)).toMatchObject([{ of: 'observed', reason: 'HTTP 503' }])
  })

  it('costs no more than three stations’ waiting while the service is down, and puts off only what is due', async () => {
    const { db } = made.context
    service.answers.set(surveyPath, success())
    service.answers.set(forecastPath, success(forecastRow('2026/07/20 15:00:00', '305')))
    await run()
    made.time.now = at('13:11')
    service.calls.length = 0
    const stations = ['11001', '11016', '11046']
    const others = await Promise.all(stations.map((public_wbgt_station) => makeOffice(db, { public_wbgt_station })))
    service.answers.set(surveyPath, 500)
    service.answers.set(forecastPath, 500)
    await run()
    expect(paths().filter((path) => path === surveyPath)).toHaveLength(3)
    // The stations that were never requested come first, so that this one is put off.
    const putOff = await db.selectFrom('public_station_fetch').selectAll().where('station', '=', '44132').executeTakeFirst()
    expect(putOff).toMatchObject({ observed_requested_at: at('13:11'), forecast_requested_at: at('13:00'), forecast_answered: true })
    await db
      .updateTable('office')
      .set({ public_wbgt_station: null })
      .where(
        'office.office_id',
        'in',
        others.map(({ office_id }) => office_id),
      )
      .execute()
  })

  it('is over at once when the process stops', async () => {
    const stopping = new AbortController()
    service.answers.set(surveyPath, () => stopping.abort())
    // Far longer than a test may take.
    await run(stopping.signal, 600_000)
    expect(paths()).toEqual([surveyPath])
    expect(logged(warn)).toEqual([])
  })

  it('is not asked for where no service is configured', async () => {
    await takeTurn({ ...made.context, config: testConfig() }, publicHeatJobWith({ timeoutMs: 1, maxBytes: 1 }))
    expect(service.calls).toEqual([])
  })
})

describe('a worker on a site without watchers', () => {
  const wearer = async () => {
    const { db } = made.context
    const user = await makeUser(db, 'User', office, { date_of_birth: '1986-01-01' })
    const tag = await makeDevice(db, 'vital', office.office_id)
    await makeWear(db, user.user_id, tag.device_id)
    return { user, tag }
  }
  const post = async (...readings: readonly object[]) => {
    const { bearer } = await makeIngestKey(made.context.db, office.office_id)
    const { body } = await made.ask('POST', '/api/ingest', { headers: { authorization: bearer }, payload: { readings } })
    expect(body).toEqual({ accepted: readings.length, duplicates: 0, rejected: [], warnings: [] })
  }
  const stateOf = (userId: number) =>
    made.context.db
      .selectFrom('worker_state')
      .select(['wbgt', 'wbgt_source', 'excess', 'heat_level'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  const pulse = (device: string, time: Date, more: object = {}) => ({
    kind: 'vital',
    device,
    at: time.toISOString(),
    heartRate: 90,
    ...more,
  })

  it('is judged by the public value, measured before estimated, as long as it is at most 90 minutes old', async () => {
    const { user, tag } = await wearer()
    service.answers.set(surveyPath, success(surveyRow('2026/07/20 12:00:00', '30.5', 1), surveyRow('2026/07/20 12:00:00', '29.0')))
    await run()
    await post(pulse(tag.serial, at('12:59')))
    expect(await stateOf(user.user_id)).toEqual({ wbgt: 30.5, wbgt_source: 'public', excess: 2.5, heat_level: 2 })
    expect(
      await made.context.db
        .selectFrom('reading')
        .select(['wbgt', 'wbgt_source', 'wbgt_device_id'])
        .where('user_id', '=', user.user_id)
        .execute(),
    ).toEqual([{ wbgt: 30.5, wbgt_source: 'public', wbgt_device_id: null }])
    made.time.now = at('13:31')
    await post(pulse(tag.serial, at('13:30')))
    expect(await stateOf(user.user_id)).toMatchObject({ wbgt: 30.5, wbgt_source: 'public' })
    await post(pulse(tag.serial, at('13:31')))
    expect(await stateOf(user.user_id)).toMatchObject({ wbgt: null, wbgt_source: null })
  })

  it('is never judged by a forecast', async () => {
    const { user, tag } = await wearer()
    await made.context.pool.query(`insert into public_wbgt (station, at, kind, wbgt) values ('44132', $1, 'forecast', 31)`, [at('12:50')])
    await post(pulse(tag.serial, at('12:59')))
    expect(await stateOf(user.user_id)).toMatchObject({ wbgt: null, heat_level: null })
  })

  it('keeps the public value before a watcher on a map that says so, and after it on others', async () => {
    const { db } = made.context
    const { user, tag } = await wearer()
    const watcher = await makeDevice(db, 'heat', office.office_id)
    const mapOf = (sismil_type: 1 | 2) =>
      db
        .insertInto('site_map')
        .values({ company_id: office.company_id, office_id: office.office_id, position: sismil_type, location_name: '足場', sismil_type })
        .returningAll()
        .executeTakeFirstOrThrow()
    const byPublic = await makeDevice(db, 'gateway', office.office_id, { map_id: (await mapOf(2)).map_id })
    const byWatcher = await makeDevice(db, 'gateway', office.office_id, { map_id: (await mapOf(1)).map_id })
    service.answers.set(surveyPath, success(surveyRow('2026/07/20 12:00:00', '27.5')))
    await run()
    await post(
      { kind: 'heat', device: watcher.serial, at: at('12:57').toISOString(), wbgt: 31.2 },
      pulse(tag.serial, at('12:58'), { gateway: byPublic.serial }),
    )
    expect(await stateOf(user.user_id)).toMatchObject({ wbgt: 27.5, wbgt_source: 'public' })
    await post(pulse(tag.serial, at('12:59'), { gateway: byWatcher.serial }))
    expect(await stateOf(user.user_id)).toMatchObject({ wbgt: 31.2, wbgt_source: 'measured' })
  })
})
