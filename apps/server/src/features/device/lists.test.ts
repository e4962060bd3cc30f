import {
  barometerSortKeys,
  type Device,
  deviceSortKeys,
  type Gateway,
  gatewaySortKeys,
  type HeatWatcher,
  heatWatcherSortKeys,
} from '@mimamori/contract'
import { describe, expect, test } from 'vitest'
import { setState } from '../../shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { startDeviceApp } from './test-devices.ts'

const site = await startDeviceApp()

const one = async <Row>(url: string) => (await site.call(site.people.contract, 'GET', url)).body as Row

describe('a heat watcher', () => {
  test('shows its last value, how long ago that was, and the weakest battery of the gateways that carry it', async () => {
    const { db, office, minutesAgo } = site
    const watcher = await makeDevice(db, 'heat', office.office_id, { serial: '000011' })
    await site.setDeviceState(watcher, { last_at: minutesAgo(12), wbgt: 29.4, heat_level: 2, battery: 1 })
    for (const [serial, battery] of [
      ['W2', 4],
      ['W1', 2],
      ['W3', null],
    ] as const) {
      const gateway = await makeDevice(db, 'gateway', office.office_id, { serial, linked_device_id: watcher.device_id })
      await site.setDeviceState(gateway, { battery })
    }
    expect(await one<HeatWatcher>('/api/HeatIndexWatcher/000011')).toMatchObject({
      isAlive: true,
      lastAt: '2026-07-20T12:48:00+09:00',
      elapsedTime: 12,
      wbgtValue: 29.4,
      alertLevel: 2,
      bateryLevel: 2,
      gatewayIDs: ['W1', 'W2', 'W3'],
    })
  })

  test.each([
    [15, null, true],
    [16, null, false],
    [40, 16, true],
    [41, 16, false],
  ])('%i minutes after its last value, at an interval of %s, alive is %s', async (minutes, interval, isAlive) => {
    const watcher = await makeDevice(site.db, 'heat', site.office.office_id)
    await site.setDeviceState(watcher, { last_at: site.minutesAgo(minutes), interval_minutes: interval })
    expect(await one<HeatWatcher>(`/api/HeatIndexWatcher/${watcher.serial}`)).toMatchObject({ isAlive, elapsedTime: minutes })
  })
})

describe('a gateway', () => {
  test('lives by its own messages and by every worker it passes on, and counts the watched of its site', async () => {
    const { db, office, sibling, minutesAgo, time } = site
    const gateway = await makeDevice(db, 'gateway', office.office_id, { serial: 'CROWD' })
    await site.setDeviceState(gateway, { last_at: minutesAgo(60), wave_level: 3, battery: 5 })
    const worker = async (values: object, person: object = {}, place = office) => {
      const user = await makeUser(db, 'User', place, person)
      await setState(db, user.user_id, time.now, { gateway_id: gateway.device_id, ...values })
    }
    await worker({ total_level: 0 })
    await worker({ total_level: 0, last_at: minutesAgo(30) })
    await worker({ total_level: 1, last_at: minutesAgo(30) })
    await worker({ total_level: 2 })
    await worker({ total_level: 3, emergency_since: minutesAgo(1), emergency_cause: 'call' })
    await worker({ total_level: 3 }, { consent_withdrawn_at: minutesAgo(1) })
    await worker({ total_level: 3 }, { deleted_at: minutesAgo(1) })
    await worker({ total_level: 3 }, {}, sibling)
    expect(await one<Gateway>('/api/Gateway/1/CROWD')).toMatchObject({
      isAlive: true,
      isMainGatewayAlive: true,
      elapsedTime: 0,
      waveLevel: 3,
      bateryLevel: 5,
      countEmergency: 1,
      countAlertLevel0: 1,
      countAlertLevel1: 1,
      countAlertLevel2: 1,
      countAlertLevel3: 1,
    })
  })
})

describe('a vital device', () => {
  const wornBy = async (serial: string, values: object, person: object = {}) => {
    const { db, office, time } = site
    const user = await makeUser(db, 'User', office, person)
    const device = await makeDevice(db, 'vital', office.office_id, { serial })
    const wear = await makeWear(db, user.user_id, device.device_id)
    await setState(db, user.user_id, time.now, { device_id: device.device_id, heart_rate: 92, ...values })
    return { user, device, wear }
  }
  const shown = (serial: string) => one<Device>(`/api/Device/${serial}`)

  test.each([
    [5, 1, true],
    [6, 1, false],
    [12, 5, true],
    [13, 5, false],
    [6, null, false],
  ])('%i minutes after its last value, at an interval of %s, is alive (%s) as its wearer is', async (minutes, interval, isAlive) => {
    const serial = `${9_500 + minutes}${interval ?? 0}`
    const { user } = await wornBy(serial, { last_at: site.minutesAgo(minutes), interval_minutes: interval, total_level: 1 })
    expect(await shown(serial)).toMatchObject({ isAlive, elapsedTime: minutes })
    const { data } = await one<{ data: { userId: number; status: string }[] }>(
      `/api/HealthCondition?officeId=${site.office.office_id}&limit=1000`,
    )
    expect(data.find(({ userId }) => userId === user.user_id)?.status).toBe(isAlive ? '' : '0')
  })

  test('shows the heart rate while somebody who consents wears it and it is current', async () => {
    const { minutesAgo } = site
    await wornBy('901', {})
    expect(await shown('901')).toMatchObject({ heartRate: 92, isAlive: true, elapsedTime: 0, bateryLevel: 4 })
    await wornBy('902', { last_at: minutesAgo(10) })
    expect(await shown('902')).toMatchObject({ heartRate: null, isAlive: false, elapsedTime: 10 })
    await wornBy('903', {}, { consent_withdrawn_at: minutesAgo(5) })
    expect(await shown('903')).toMatchObject({ heartRate: null })
    await wornBy('904', { no_heart_rate: true })
    expect(await shown('904')).toMatchObject({ heartRate: null })
    await wornBy('905', { device_id: null })
    expect(await shown('905')).toMatchObject({ heartRate: null, lastAt: null })
  })

  test('that was taken off shows when it was heard, and no heart rate', async () => {
    const { wear } = await wornBy('906', {})
    await site.db.updateTable('wear').set({ worn_to: site.time.now }).where('wear.wear_id', '=', wear.wear_id).execute()
    expect(await shown('906')).toMatchObject({ userId: null, heartRate: null, elapsedTime: 0, lastAt: '2026-07-20T13:00:00+09:00' })
  })
})

describe('a list', () => {
  test('sorts by whatever it says, both ways, and by nothing else', async () => {
    const { people, call } = site
    const lists = {
      HeatIndexWatcher: heatWatcherSortKeys,
      Gateway: gatewaySortKeys,
      Device: deviceSortKeys,
      ReferenceBarometer: barometerSortKeys,
    }
    for (const [resource, keys] of Object.entries(lists)) {
      for (const key of keys)
        for (const order of ['ascend', 'desc'])
          expect({
            key,
            status: (await call(people.contract, 'GET', `/api/${resource}?SortKey=${key}&sortOrder=${order}`)).status,
          }).toEqual({ key, status: 200 })
      expect(await call(people.contract, 'GET', `/api/${resource}?sortKey=nothing`)).toEqual({
        status: 400,
        body: ['並べ替えの項目：選べる値ではありません。'],
      })
    }
  })

  test('sorts by every field that its rows have', async () => {
    const { db, office, people, call, rows, time, minutesAgo } = site
    for (const kind of ['heat', 'gateway', 'vital', 'barometer'] as const) await makeDevice(db, kind, office.office_id)
    for (const resource of ['HeatIndexWatcher', 'Gateway', 'Device', 'ReferenceBarometer']) {
      const [row = {}] = await rows<object>(people.contract, `/api/${resource}?limit=1`)
      for (const key of Object.keys(row))
        expect({ key, ...(await call(people.contract, 'GET', `/api/${resource}?sortKey=${key}&limit=1&offset=1`)) }).toMatchObject({
          key,
          status: 200,
        })
    }
    const [quiet, busy] = [
      await makeDevice(db, 'gateway', office.office_id, { serial: 'SORT-A' }),
      await makeDevice(db, 'gateway', office.office_id, { serial: 'SORT-B', keep_map_info: true }),
    ]
    await site.setDeviceState(quiet, { last_at: minutesAgo(20) })
    for (const total_level of [2, 2])
      await setState(db, (await makeUser(db, 'User', office)).user_id, time.now, { gateway_id: busy.device_id, total_level })
    const serials = async (key: string) =>
      (await rows<Gateway>(people.base, `/api/Gateway?serialNumber=SORT-&sortKey=${key}&sortOrder=DESC`)).map(
        ({ serialNumber }) => serialNumber,
      )
    for (const key of ['countAlertLevel2', 'isMainGatewayAlive', 'lastAt', 'keepMapInfo'])
      expect(await serials(key)).toEqual(['SORT-B', 'SORT-A'])
  })

  test('takes a parameter that was left empty for one that was left out', async () => {
    const { people, call } = site
    for (const url of [
      '/api/HeatIndexWatcher?officeId=&Limit=&Offset=&sortKey=&sortOrder=',
      '/api/Device?OfficeId=&SerialNumber=&DeviceType=',
    ])
      expect((await call(people.contract, 'GET', url)).status).toBe(200)
  })

  test('by place reads as Japanese does, by time the latest first, by state in the order of life', async () => {
    const { db, foreign, people, minutesAgo, rows } = site
    for (const [serial, location_name, minutes, installation_status] of [
      ['A', 'ばし', 30, 9],
      ['B', 'はしご', 5, 0],
      ['C', 'パイプ', null, 1],
      ['D', 'ハジメ', 10, 1],
    ] as const) {
      const barometer = await makeDevice(db, 'barometer', foreign.office_id, { serial, location_name, installation_status })
      if (minutes !== null) await site.setDeviceState(barometer, { last_at: minutesAgo(minutes) })
    }
    const ids = async (query: string) =>
      (await rows<{ id: string }>(people.foreignBase, `/api/ReferenceBarometer?${query}`)).map(({ id }) => id).join('')
    expect(await ids('')).toBe('ABCD')
    expect(await ids('sortKey=locationName')).toBe('CABD')
    expect(await ids('sortKey=elapsedTime')).toBe('BDAC')
    expect(await ids('sortKey=elapsedTime&sortOrder=desc')).toBe('ADBC')
    expect(await ids('sortKey=installationStatusValue')).toBe('BCDA')
    expect(await ids('sortKey=id&sortOrder=desc&limit=2&offset=1')).toBe('CB')
    expect((await site.call(people.foreignBase, 'GET', '/api/ReferenceBarometer?limit=1&offset=9')).body).toEqual({ data: [], count: 4 })
  })

  test('read page by page, from either end, is the whole list in its order', async () => {
    const { people, call } = site
    for (const [resource, key] of [
      ['ReferenceBarometer', 'locationName'],
      ['ReferenceBarometer', 'elapsedTime'],
      ['Device', 'fullName'],
      ['Gateway', 'heatIndexWatcherId'],
      ['HeatIndexWatcher', ''],
    ])
      for (const order of ['asc', 'desc']) {
        const page = async (query: string) =>
          (await call(people.service, 'GET', `/api/${resource}?sortKey=${key}&sortOrder=${order}&${query}`)).body as {
            data: { id: string }[]
            count: number
          }
        const whole = await page('limit=1000')
        const pages = await Promise.all(Array.from({ length: Math.ceil(whole.count / 2) }, (_, n) => page(`limit=2&offset=${2 * n}`)))
        expect(pages.flatMap(({ data }) => data)).toEqual(whole.data)
      }
  })

  test('keeps to its scope and finds part of a serial in any width and case', async () => {
    const { db, office, sibling, foreign, people, rows } = site
    for (const { office_id } of [office, sibling, foreign]) await makeDevice(db, 'gateway', office_id, { serial: 'Find-Me' })
    const offices = async (user: { user_id: number }, query = '') =>
      (await rows<Gateway>(user, `/api/Gateway?serialNumber=${encodeURIComponent('ｎｄ－ＭＥ')}${query}`)).map(({ officeId }) => officeId)
    expect(await offices(people.base)).toEqual([office.office_id])
    expect(await offices(people.contract)).toEqual([office.office_id, sibling.office_id])
    expect(await offices(people.contract, `&OfficeId=${sibling.office_id}`)).toEqual([sibling.office_id])
    expect(await offices(people.contract, `&officeId=${foreign.office_id}`)).toEqual([])
    expect(await offices(people.service)).toHaveLength(3)
    expect(await rows(people.base, '/api/Gateway?gatewayType=2')).toEqual([])
  })
})
