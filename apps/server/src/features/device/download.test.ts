import { barometerSortKeys, deviceSortKeys, gatewaySortKeys, heatWatcherSortKeys } from '@mimamori/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeDevice, makeUser, makeWear } from '../../shared/organisation/test-factories.ts'
import { startDeviceApp } from './test-devices.ts'

const site = await startDeviceApp()

beforeAll(async () => {
  const { db, office, sibling } = site
  const watcher = await makeDevice(db, 'heat', office.office_id, { serial: '000102', location_name: '門' })
  const barometer = await makeDevice(db, 'barometer', office.office_id, { serial: 'X102' })
  for (const [at, office_id] of [office.office_id, office.office_id, sibling.office_id].entries()) {
    await makeDevice(db, 'heat', office_id, { serial: `00011${at}`, installation_status: [9, 0, 1][at] ?? 1 })
    const type = 1 + (at % 2)
    const place = { location_name: ['西', '東', null][at] ?? null }
    await makeDevice(db, 'gateway', office_id, {
      serial: `X11${at}`,
      type,
      ...place,
      ...(at === 0 && { linked_device_id: watcher.device_id }),
    })
    await makeDevice(db, 'barometer', office_id, { serial: `X11${at}`, ...place })
    const device = await makeDevice(db, 'vital', office_id, { serial: `11${at}`, type: [3, 1, 1][at] ?? 1 })
    const wearer = await makeUser(db, 'User', { company_id: office.company_id, office_id }, { furigana: ['ワ', 'ア', 'カ'][at] ?? 'ア' })
    await makeWear(db, wearer.user_id, device.device_id)
  }
  await makeDevice(db, 'belt', office.office_id, { serial: '110', linked_device_id: barometer.device_id })
})

const kinds = [
  ['Device', 'シリアル番号', deviceSortKeys, 'deviceType=1,3'],
  ['HeatIndexWatcher', 'SisMil ID', heatWatcherSortKeys, ''],
  ['Gateway', 'ID', gatewaySortKeys, 'gatewayType=1'],
  ['ReferenceBarometer', 'ID', barometerSortKeys, ''],
] as const

const listed = async (resource: string, query: string) =>
  (await site.rows<{ id: string }>(site.people.contract, `/api/${resource}?limit=100&${query}`)).map(({ id }) => id)

const cellsOf = (line: string) => line.slice(1, -1).split('","')

const inFile = async (resource: string, heading: string, query: string) => {
  const { status, body } = await site.call(site.people.contract, 'GET', `/api/${resource}/Download?${query}`)
  if (status !== 200) return status
  const [headings = '', ...lines] = String(body).replace('\uFEFF', '').trim().split('\r\n')
  const place = cellsOf(headings).indexOf(heading)
  return lines.map((line) => cellsOf(line)[place])
}

describe.each(kinds)('a file of %s', (resource, heading, sortKeys, types) => {
  test.each([
    '',
    `officeId=${site.office.office_id}`,
    'serialNumber=11',
    'serialNumber=１１１',
    `officeId=${site.office.office_id}&serialNumber=110`,
    types,
  ])('holds what the list shows for “%s”', async (query) => {
    const rows = await listed(resource, query)
    expect(rows.length).toBeGreaterThan(0)
    expect(await inFile(resource, heading, query)).toEqual(rows)
  })

  test.each(sortKeys)('is sorted by %s as the list is', async (sortKey) => {
    for (const sortOrder of ['ascend', 'desc']) {
      const query = `sortKey=${sortKey}&sortOrder=${sortOrder}`
      expect(await inFile(resource, heading, query)).toEqual(await listed(resource, query))
    }
  })

  test('is refused for a key that the list does not know', async () => {
    expect(await inFile(resource, heading, 'sortKey=nothing')).toBe(400)
  })
})
