import { beforeEach, expect, test } from 'vitest'
import { makeDevice } from '../../shared/organisation/test-factories.ts'
import { startDeviceApp } from './test-devices.ts'
import { uploaderOf } from './test-import.ts'

const site = await startDeviceApp()
beforeEach(async () => {
  await site.db.deleteFrom('device').execute()
  await site.db.deleteFrom('audit_log').execute()
})

const upload = uploaderOf(site)

const links = async (kind: string) => {
  const rows = await site.db
    .selectFrom('device as d')
    // By the company as well: a cluster takes no other join.
    .leftJoin('device as p', (join) => join.onRef('p.company_id', '=', 'd.company_id').onRef('p.device_id', '=', 'd.linked_device_id'))
    .select(['d.serial', 'p.serial as parent', 'd.version', 'd.altitude_offset_cm'])
    .where('d.kind', '=', kind as 'gateway')
    .orderBy('d.serial')
    .execute()
  return rows.map(({ serial, parent, version, altitude_offset_cm: offset }) => `${serial} ${parent} ${version} ${offset}`)
}

test('the link of a gateway is imported: to something, to something else, to nothing; and stays if the file does not name it', async () => {
  const { db, office } = site
  const north = await makeDevice(db, 'heat', office.office_id, { serial: '000007', location_name: '北' })
  await makeDevice(db, 'heat', office.office_id, { serial: '000008' })
  for (const serial of ['G1', 'G2', 'G3'])
    await makeDevice(db, 'gateway', office.office_id, { serial, type: 1, linked_device_id: north.device_id })
  const answer = await upload(
    'Gateway',
    ['種別,ID,暑さ指数計', '親機,G1,8', '親機,G2,', '親機,G3,000007', '親機,G4,000008', '子機,G5,'].join('\n'),
  )
  expect(answer).toEqual({
    status: 200,
    body: { created: 2, updated: 3, deleted: 0, unchanged: 1, warnings: { 2: ['暑さ指数計：「8」を「000008」として取り込みました。'] } },
  })
  const hang = ['G1 000008 2 0', 'G2 null 2 0', 'G3 000007 1 0', 'G4 000008 1 0', 'G5 null 1 0']
  expect(await links('gateway')).toEqual(hang)
  // In which order a file's rows are recorded is not promised.
  const entries = (await site.log()).toSorted((a, b) => a.resource_id.localeCompare(b.resource_id))
  expect(entries.map(({ action, resource_id, before, after }) => [action, resource_id, before, after])).toMatchObject([
    ['update', 'G1', { heatIndexWatcherId: '000007' }, { heatIndexWatcherId: '000008' }],
    ['update', 'G2', { heatIndexWatcherId: '000007' }, { heatIndexWatcherId: null }],
    ['create', 'G4', null, { heatIndexWatcherId: '000008' }],
    ['create', 'G5', null, { heatIndexWatcherId: null }],
  ])
  const answerWithoutLinks = await upload('Gateway', '種別,ID,位置\n親機,G1,東')
  expect(answerWithoutLinks).toMatchObject({ status: 200, body: { updated: 1, unchanged: 0 } })
  expect(await links('gateway')).toEqual(['G1 000008 3 0', ...hang.slice(1)])
  expect((await site.log()).at(-1)).toMatchObject({ before: { heatIndexWatcherId: '000008' }, after: { heatIndexWatcherId: '000008' } })
  // A device without a link any more is deleted; the log records its former link.
  expect(await upload('Gateway', '種別,ID,削除\n親機,G1,1')).toMatchObject({ status: 200, body: { deleted: 1 } })
  expect((await site.log()).at(-1)).toMatchObject({ action: 'delete', before: { heatIndexWatcherId: '000008' } })
})

test('the barometer of a belt is imported, whose height is then no longer zeroed, and for nothing else', async () => {
  const { db, office, sibling } = site
  const barometer = await makeDevice(db, 'barometer', office.office_id, { serial: 'RB1' })
  await makeDevice(db, 'barometer', office.office_id, { serial: 'RB2' })
  await makeDevice(db, 'barometer', sibling.office_id, { serial: 'RB9' })
  for (const serial of ['B1', 'B2'])
    await makeDevice(db, 'belt', office.office_id, { serial, linked_device_id: barometer.device_id, altitude_offset_cm: 12 })
  const bad = await upload('Device', ['種別,シリアル番号,気圧基準器', '体調デバイス,1,RB1', '安全帯,B1,RB9', '安全帯,B2,RB8'].join('\n'))
  expect(bad.body).toEqual({
    messages: {
      2: ['気圧基準器：安全帯だけがつながります。空にしてください。'],
      3: ['気圧基準器：別の拠点の機器です。'],
      4: ['気圧基準器：この番号の機器は、拠点に登録されていません。'],
    },
  })
  expect(await upload('Device', ['種別,シリアル番号,基準局', '安全帯,B1,ＲＢ２', '安全帯,B2,RB1'].join('\n'))).toMatchObject({
    status: 200,
    body: { updated: 2, unchanged: 1 },
  })
  expect(await links('belt')).toEqual(['B1 RB2 2 0', 'B2 RB1 1 12'])
})
