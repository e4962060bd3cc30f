import { beforeEach, describe, expect, test, vi } from 'vitest'
import { makeAlert } from '../../shared/monitoring/workers/test-workers.ts'
import { resaved, toCp932 } from '../../platform/exchange/test-upload.ts'
import { makeDevice, makeWear } from '../../shared/organisation/test-factories.ts'
import { startDeviceApp } from './test-devices.ts'
import { type Resource, uploaderOf } from './test-import.ts'

const site = await startDeviceApp()
beforeEach(async () => {
  await site.db.deleteFrom('device').execute()
  await site.db.deleteFrom('audit_log').execute()
})

const upload = uploaderOf(site)

const text = async (resource: Resource, what: string) => String((await site.call(site.people.base, 'GET', `/api/${resource}/${what}`)).body)

/** A file that says what each row gives and leaves the rest empty. */
const fileOf = async (resource: Resource, rows: readonly Record<string, string>[]) => {
  const labels = (await text(resource, 'Template'))
    .replace('\uFEFF', '')
    .trim()
    .split(',')
    .map((cell) => cell.slice(1, -1))
  return [labels, ...rows.map((row) => labels.map((label) => row[label] ?? ''))].map((cells) => cells.join(',')).join('\r\n')
}

const devices = (kind: string) =>
  site.db
    .selectFrom('device')
    .select(['serial', 'type', 'installation_status', 'location_name', 'on_map', 'keep_map_info', 'version'])
    .where('device.kind', '=', kind)
    .where('device.office_id', '=', site.office.office_id)
    .orderBy('serial')
    .execute()

describe('a file of each kind creates, updates by serial and deletes, on record', () => {
  test('heat watchers, whose IDs lost their zeros', async () => {
    const first = await upload(
      'HeatIndexWatcher',
      await fileOf('HeatIndexWatcher', [
        { 'SisMil ID': '123', 設置場所: '北' },
        { 'SisMil ID': '000124', 設置状況: 'メンテナンス中', マップ表示: '表示しない' },
        { 'SisMil ID': '１２５', 設置状況: '0' },
      ]),
    )
    const warnings = {
      2: ['SisMil ID：「123」を「000123」として取り込みました。'],
      4: ['SisMil ID：「125」を「000125」として取り込みました。'],
    }
    expect(first).toEqual({ status: 200, body: { created: 3, updated: 0, deleted: 0, unchanged: 0, warnings } })
    const made = { type: 1, installation_status: 1, location_name: null, on_map: true, keep_map_info: false, version: 1 }
    expect(await devices('heat')).toEqual([
      { ...made, serial: '000123', location_name: '北' },
      { ...made, serial: '000124', installation_status: 9, on_map: false },
      { ...made, serial: '000125', installation_status: 0 },
    ])
    // Listed before anything was heard of them.
    expect(await site.rows(site.people.base, '/api/HeatIndexWatcher')).toHaveLength(3)
    const second = await upload(
      'HeatIndexWatcher',
      await fileOf('HeatIndexWatcher', [{ 'SisMil ID': '123', 設置場所: '南' }, { 'SisMil ID': '124' }, { 'SisMil ID': '125', 削除: '1' }]),
    )
    expect(second).toMatchObject({ status: 200, body: { created: 0, updated: 2, deleted: 1, unchanged: 1 } })
    // What is left empty stays, except the place, which can be removed.
    expect(await devices('heat')).toEqual([
      { ...made, serial: '000123', location_name: '南', version: 2 },
      { ...made, serial: '000124', installation_status: 9, on_map: false },
    ])
    const about = { resource: 'heatWatcher', company_id: site.office.company_id, office_id: site.office.office_id }
    expect((await site.log()).slice(3)).toMatchObject([
      { ...about, action: 'delete', resource_id: '000125', before: { serialNumber: '000125', installationStatus: '0' } },
      { ...about, action: 'update', resource_id: '000123', before: { locationName: '北' }, after: { locationName: '南' } },
    ])
  })

  test('a word that is none of a column’s is answered with those that are', async () => {
    const messagesOf = async (resource: Resource, row: Record<string, string>) =>
      (await upload(resource, await fileOf(resource, [row]))).body
    const statuses = '設置状況：未設置、設置済み、メンテナンス中のどれかを入力してください。'
    expect(
      await messagesOf('Gateway', { 種別: '親', ID: 'G1', 設置状況: '設置済', マップ表示: '有', マップの位置を残す: '有' }),
    ).toMatchObject({
      messages: {
        2: [
          '種別：親機、子機のどちらかを入力してください。',
          statuses,
          'マップ表示：表示する、表示しないのどちらかを入力してください。',
          'マップの位置を残す：はい、いいえのどちらかを入力してください。',
        ],
      },
    })
    expect(await messagesOf('HeatIndexWatcher', { 'SisMil ID': '1', 設置状況: '設置' })).toMatchObject({ messages: { 2: [statuses] } })
    expect(await messagesOf('Device', { 種別: '腕時計', シリアル番号: 'V1' })).toMatchObject({
      messages: { 2: [expect.stringMatching(/^種別：体調デバイス、.*の(どれ|どちら)かを入力してください。$/)] },
    })
  })

  test('worn devices by the hundred: those that differ only in their serials are in one entry of the log', async () => {
    const serials = Array.from({ length: 601 }, (_, n) => `V${String(n).padStart(3, '0')}`)
    const rows = [...serials.map((serial) => ({ 種別: '3', シリアル番号: serial })), { 種別: '2', シリアル番号: 'B-1' }]
    expect((await upload('Device', await fileOf('Device', rows))).body).toMatchObject({ created: 602 })
    const log = await site.log()
    expect(Object.fromEntries(log.map(({ resource_id, after }) => [resource_id, (after as { deviceType: string }).deviceType]))).toEqual({
      'B-1': '2',
      'V000 ほか499台': '3',
      'V500 ほか100台': '3',
    })
    const loggedSerials = log.flatMap(({ after }) => (after as { serialNumber: string }).serialNumber.split('、'))
    expect(loggedSerials.toSorted()).toEqual(['B-1', ...serials])
  })

  test('gateways, with their type', async () => {
    const rows = [
      { 種別: '親機', ID: 'G1', 位置情報名: '東', マップの位置を残す: 'はい' },
      { 種別: '２', ID: 'G2', 設置状況: '未設置' },
    ]
    expect((await upload('Gateway', await fileOf('Gateway', rows))).body).toEqual({ created: 2, updated: 0, deleted: 0, unchanged: 0 })
    expect(await devices('gateway')).toMatchObject([
      { serial: 'G1', type: 1, location_name: '東', keep_map_info: true, installation_status: 1 },
      { serial: 'G2', type: 2, installation_status: 0 },
    ])
    expect((await upload('Gateway', await fileOf('Gateway', [{ 種別: '2', ID: 'G1' }]))).body).toEqual({
      messages: { 2: ['種別は変更できません。'] },
    })
  })

  test('vital devices and belts, distinguished by their type', async () => {
    const rows = [
      { 種別: '体調デバイス', シリアル番号: '5' },
      { 種別: '安全帯', シリアル番号: '5' },
      { 種別: '体調デバイス（新型）', シリアル番号: 'N1' },
    ]
    expect((await upload('Device', await fileOf('Device', rows))).body).toEqual({ created: 3, updated: 0, deleted: 0, unchanged: 0 })
    expect([await devices('vital'), await devices('belt')]).toMatchObject([
      [
        { serial: '5', type: 1 },
        { serial: 'N1', type: 3 },
      ],
      [{ serial: '5', type: 2 }],
    ])
    expect(
      (
        await upload(
          'Device',
          await fileOf('Device', [
            { 種別: '2', シリアル番号: '5', 削除: '1' },
            { 種別: '1', シリアル番号: '5' },
          ]),
        )
      ).body,
    ).toEqual({ created: 0, updated: 1, deleted: 1, unchanged: 1 })
    expect([await devices('vital'), await devices('belt')]).toMatchObject([[{ serial: '5' }, { serial: 'N1' }], []])
  })

  test('reference barometers', async () => {
    expect((await upload('ReferenceBarometer', await fileOf('ReferenceBarometer', [{ ID: 'RB-1', 設置場所: '門' }]))).body).toEqual({
      created: 1,
      updated: 0,
      deleted: 0,
      unchanged: 0,
    })
    expect(await devices('barometer')).toMatchObject([{ serial: 'RB-1', location_name: '門' }])
  })
})

describe.each([
  ['UTF-8', (csv: string) => Buffer.from(csv)],
  ['CP932', (csv: string) => toCp932(csv)],
] as const)('in %s', (_, encode) => {
  test('a downloaded file that was saved again can be imported and changes nothing', async () => {
    const { db, office } = site
    const watcher = await makeDevice(db, 'heat', office.office_id, {
      serial: '000007',
      location_name: '髙﨑①',
      installation_status: 9,
      on_map: false,
    })
    await makeDevice(db, 'gateway', office.office_id, { serial: 'G1', type: 2, keep_map_info: true, linked_device_id: watcher.device_id })
    await makeDevice(db, 'vital', office.office_id, { serial: 'N1', type: 3 })
    await makeDevice(db, 'belt', office.office_id, { serial: 'B1' })
    await makeDevice(db, 'barometer', office.office_id, { serial: 'RB1', location_name: '=門' })
    const before = await db.selectFrom('device').selectAll().orderBy('device_id').execute()
    for (const [resource, updated] of [
      ['HeatIndexWatcher', 1],
      ['Gateway', 1],
      ['Device', 2],
      ['ReferenceBarometer', 1],
    ] as const)
      expect(await upload(resource, encode(resaved(await text(resource, 'Download'), '\r\n')))).toEqual({
        status: 200,
        body: { created: 0, updated, deleted: 0, unchanged: updated },
      })
    expect(await db.selectFrom('device').selectAll().orderBy('device_id').execute()).toEqual(before)
    // Nothing was changed; that the files were taken is on the log.
    expect((await site.log()).filter(({ action }) => action !== 'export')).toEqual([])
  })

  test('every bad row is reported by its number, and nothing is imported', async () => {
    await makeDevice(site.db, 'vital', site.office.office_id, { serial: '8', type: 1 })
    const rows = [
      { 種別: '1', シリアル番号: '1' },
      { 種別: '1', シリアル番号: '32768' },
      { 種別: '3', シリアル番号: 'ABC' },
      {},
      { 種別: '3', シリアル番号: '1' },
      { 種別: '靴', シリアル番号: '' },
      { 種別: '2', シリアル番号: '安1' },
      { 種別: '2', シリアル番号: 'x'.repeat(17) },
      { 種別: '2', シリアル番号: '9', 削除: '1' },
      { 種別: '3', シリアル番号: '8' },
      { 種別: '1', シリアル番号: '2', 削除: 'x' },
    ]
    expect(await upload('Device', encode(await fileOf('Device', rows)))).toEqual({
      status: 400,
      body: {
        messages: {
          3: ['シリアル番号：体調デバイスの番号は、0から32767までの数字で入力してください。'],
          4: ['シリアル番号：数字を1文字以上含めてください。'],
          6: ['シリアル番号：2行目と同じです。'],
          7: [expect.stringMatching(/^種別：体調デバイス、/), 'シリアル番号：この項目は必須です。'],
          8: ['シリアル番号：半角の英数字と . _ - で入力してください。'],
          9: ['シリアル番号：16文字以内で入力してください。'],
          10: ['シリアル番号：削除する機器が見つかりません。'],
          11: ['種別は変更できません。'],
          12: ['削除：1か空にしてください。'],
        },
      },
    })
    expect(await devices('vital')).toHaveLength(1)
  })
})

test('a new key that differs by its zeros only is warned of and imported', async () => {
  await makeDevice(site.db, 'gateway', site.office.office_id, { serial: '0012' })
  const answer = await upload(
    'Gateway',
    await fileOf('Gateway', [
      { 種別: '1', ID: '13' },
      { 種別: '1', ID: '12' },
      { 種別: '1', ID: '0012' },
    ]),
  )
  expect(answer).toEqual({
    status: 200,
    body: {
      created: 2,
      updated: 1,
      deleted: 0,
      unchanged: 1,
      warnings: { 3: ['ID：登録済みの「0012」と先頭の0だけが違います。別の機器として登録しました。'] },
    },
  })
})

test('somebody who waits for a long file reads the warnings from its job', async () => {
  await makeDevice(site.db, 'gateway', site.office.office_id, { serial: '0012' })
  const rows = ['12', ...Array.from({ length: 300 }, (_, n) => `G${n}`)].map((ID) => ({ 種別: '1', ID }))
  // A column that nobody reads makes it long.
  const file = (await fileOf('Gateway', rows))
    .split('\r\n')
    .map((line) => `${line},${'x'.repeat(1_000)}`)
    .join('\r\n')
  const { jobId } = (await upload('Gateway', file)).body as { jobId: string }
  await vi.waitFor(
    async () =>
      expect((await site.call(site.people.base, 'GET', `/api/Job/${jobId}`)).body).toMatchObject({
        state: 'done',
        result: { created: 301, warnings: { 2: ['ID：登録済みの「0012」と先頭の0だけが違います。別の機器として登録しました。'] } },
      }),
    { timeout: 60_000 },
  )
})

test('of many warnings two hundred are listed, and how many more there are', async () => {
  const numbers = Array.from({ length: 250 }, (_, n) => String(n + 1))
  await site.db
    .insertInto('device')
    .values(
      numbers.map((n) => ({ company_id: site.office.company_id, office_id: site.office.office_id, kind: 'gateway', serial: `00${n}` })),
    )
    .execute()
  const { body } = await upload(
    'Gateway',
    await fileOf(
      'Gateway',
      numbers.map((ID) => ({ 種別: '1', ID })),
    ),
  )
  const { warnings } = body as { warnings: Record<string, string[]> }
  expect(Object.keys(warnings)).toHaveLength(200)
  expect(warnings[201]?.[1]).toBe('ほかに、確認の必要な行が50行あります。')
})

test('a deleted device leaves as by hand: alarms end, links and wearers go', async () => {
  const { db, office, people } = site
  const barometer = await makeDevice(db, 'barometer', office.office_id, { serial: 'RB1' })
  const belt = await makeDevice(db, 'belt', office.office_id, {
    serial: 'B1',
    linked_device_id: barometer.device_id,
    altitude_offset_cm: 5,
  })
  await makeWear(db, people.worker.user_id, belt.device_id, { slot: 'belt' })
  const alert = await makeAlert(db, people.worker, site.minutesAgo(5), { kind: 'belt', device_id: belt.device_id })
  await upload('ReferenceBarometer', await fileOf('ReferenceBarometer', [{ ID: 'RB1', 削除: '1' }]))
  expect(await site.deviceOf(belt.device_id)).toMatchObject({ linked_device_id: null, altitude_offset_cm: 0 })
  expect((await upload('Device', await fileOf('Device', [{ 種別: '2', シリアル番号: 'B1', 削除: '1' }]))).body).toMatchObject({
    deleted: 1,
  })
  expect(
    await db.selectFrom('alert').select(['ended_at', 'handling']).where('alert.alert_id', '=', alert.alert_id).executeTakeFirst(),
  ).toEqual({ ended_at: site.time.now, handling: 'open' })
})

describe('a file that is to be asked about', () => {
  const unconfirmed = (resource: Resource, content: string) =>
    upload(resource, content, site.people.base, site.office.office_id, { removalConfirmed: '0' })
  const untouched = { created: 0, updated: 0, deleted: 0, unchanged: 0 }
  const everything = () => site.db.selectFrom('device').selectAll().orderBy('device_id').execute()

  test('deletes what somebody wears or what is linked only once that is confirmed', async () => {
    const { db, office, people } = site
    const barometer = await makeDevice(db, 'barometer', office.office_id, { serial: 'RB1' })
    const belt = await makeDevice(db, 'belt', office.office_id, { serial: 'B1', linked_device_id: barometer.device_id })
    await makeDevice(db, 'belt', office.office_id, { serial: 'B2', linked_device_id: barometer.device_id })
    const vital = await makeDevice(db, 'vital', office.office_id, { serial: '1' })
    const idle = await makeDevice(db, 'vital', office.office_id, { serial: '2' })
    await makeWear(db, people.worker.user_id, belt.device_id, { slot: 'belt' })
    await makeWear(db, people.worker.user_id, vital.device_id)
    await makeWear(db, people.leader.user_id, idle.device_id, { worn_to: site.minutesAgo(5) })
    const before = await everything()
    const file = await fileOf('Device', [
      ...['B1', 'B2'].map((serial) => ({ 種別: '2', シリアル番号: serial, 削除: '1' })),
      ...['1', '2'].map((serial) => ({ 種別: '1', シリアル番号: serial, 削除: '1' })),
      { 種別: '1', シリアル番号: '3' },
    ])
    expect(await unconfirmed('Device', file)).toEqual({
      status: 200,
      body: { ...untouched, unconfirmed: { deleted: 4, worn: 2, linked: 2 } },
    })
    expect([await everything(), await site.log()]).toEqual([before, []])
    const confirmed = await upload('Device', file, people.base, office.office_id, { removalConfirmed: '1' })
    expect(confirmed.body).toEqual({ created: 1, updated: 0, deleted: 4, unchanged: 0 })
  })

  test.each([
    ['heat', 'gateway', 'HeatIndexWatcher', 'SisMil ID', '000123'],
    ['barometer', 'belt', 'ReferenceBarometer', 'ID', 'RB1'],
  ] as const)('counts a %s as linked if a %s is linked to it', async (kind, child, resource, field, serial) => {
    const { db, office } = site
    const parent = await makeDevice(db, kind, office.office_id, { serial })
    for (const one of ['1', '2']) await makeDevice(db, child, office.office_id, { serial: one, linked_device_id: parent.device_id })
    const file = await fileOf(resource, [{ [field]: serial, 削除: '1' }])
    expect((await unconfirmed(resource, file)).body).toEqual({ ...untouched, unconfirmed: { deleted: 1, worn: 0, linked: 1 } })
  })

  test('is imported at once if nothing is linked to what it deletes, and if it deletes nothing', async () => {
    await makeDevice(site.db, 'vital', site.office.office_id, { serial: '1' })
    const deletes = await fileOf('Device', [{ 種別: '1', シリアル番号: '1', 削除: '1' }])
    expect((await unconfirmed('Device', deletes)).body).toEqual({ ...untouched, deleted: 1 })
    expect((await unconfirmed('Device', await fileOf('Device', [{ 種別: '1', シリアル番号: '1' }]))).body).toEqual({
      ...untouched,
      created: 1,
    })
  })

  test('reports its faults first', async () => {
    const vital = await makeDevice(site.db, 'vital', site.office.office_id, { serial: '1' })
    await makeWear(site.db, site.people.worker.user_id, vital.device_id)
    const rows = ['1', '9'].map((serial) => ({ 種別: '1', シリアル番号: serial, 削除: '1' }))
    expect((await unconfirmed('Device', await fileOf('Device', rows))).body).toEqual({
      messages: { 3: ['シリアル番号：削除する機器が見つかりません。'] },
    })
  })

  test('leaves the question with its job where it is long', async () => {
    const gateways = Array.from({ length: 300 }, (_, n) => `G${n}`)
    const watcher = await makeDevice(site.db, 'heat', site.office.office_id)
    for (const serial of gateways.slice(0, 3))
      await makeDevice(site.db, 'gateway', site.office.office_id, { serial, linked_device_id: watcher.device_id })
    const rows = gateways.map((ID, n) => ({ 種別: '1', ID, ...(n < 2 ? { 削除: '1' } : {}) }))
    // A column that nobody reads makes it long.
    const file = (await fileOf('Gateway', rows))
      .split('\r\n')
      .map((line) => `${line},${'x'.repeat(1_000)}`)
      .join('\r\n')
    const { jobId } = (await unconfirmed('Gateway', file)).body as { jobId: string }
    await vi.waitFor(
      async () =>
        expect((await site.call(site.people.base, 'GET', `/api/Job/${jobId}`)).body).toMatchObject({
          state: 'done',
          result: { ...untouched, unconfirmed: { deleted: 2, worn: 0, linked: 2 } },
        }),
      { timeout: 60_000 },
    )
    expect(await devices('gateway')).toHaveLength(3)
  })
})

test('rows that name another company or site than the chosen one are reported, and nothing is imported', async () => {
  const { db, office, sibling } = site
  const nameOf = async ({ office_id }: { office_id: number }) =>
    (await db.selectFrom('office').select('name').where('office_id', '=', office_id).executeTakeFirstOrThrow()).name
  const [here, there] = [await nameOf(office), await nameOf(sibling)]
  const headings = '会社,拠点,種別,ID,設置状況,位置情報名,マップ表示,マップの位置を残す'
  const file = (...rows: string[]) => [headings, ...rows].join('\r\n')
  const good = [`,${here},1,P1,,,,`, ',,1,P4,,,,']
  expect((await upload('Gateway', file(...good, `,${there},1,P2,,,,`, 'よその会社,,1,P3,,,,'))).body).toEqual({
    messages: {
      4: [`拠点：選んだ拠点は「${here}」です。拠点を選び直すか、この欄を空にしてください。`],
      5: [expect.stringMatching(/^会社：選んだ会社は「.+」です。/)],
    },
  })
  expect(await devices('gateway')).toEqual([])
  expect((await upload('Gateway', file(...good))).body).toMatchObject({ created: 2 })
})

test("keys are the site's own, and a foreign site is none", async () => {
  const { db, sibling, foreign, people } = site
  await makeDevice(db, 'gateway', sibling.office_id, { serial: 'G1' })
  const file = await fileOf('Gateway', [{ 種別: '1', ID: 'G1' }])
  expect((await upload('Gateway', file)).body).toMatchObject({ created: 1 })
  expect((await upload('Gateway', file, people.contract, sibling.office_id)).body).toMatchObject({ updated: 1 })
  expect((await upload('Gateway', file, people.base, sibling.office_id)).status).toBe(404)
  expect((await upload('Gateway', file, people.contract, foreign.office_id)).status).toBe(404)
})

test('of two files at once for one site nothing is made twice', async () => {
  const file = await fileOf('ReferenceBarometer', [{ ID: 'T1' }, { ID: 'T2' }])
  const answers = await Promise.all([upload('ReferenceBarometer', file), upload('ReferenceBarometer', file)])
  // The second is asked to try again later, or finds all rows if the first has just ended.
  const [first, second] = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(first).toBe(200)
  expect([200, 409]).toContain(second)
  expect(await devices('barometer')).toHaveLength(2)
})

test('columns may be left out and called as people call them: what they would say stays', async () => {
  const { db, office } = site
  await makeDevice(db, 'heat', office.office_id, { serial: '000042', location_name: '北', installation_status: 9, on_map: false })
  expect(await upload('HeatIndexWatcher', 'シスミルID\n42\n43')).toMatchObject({
    status: 200,
    body: { created: 1, updated: 1, unchanged: 1 },
  })
  expect(await devices('heat')).toMatchObject([
    { serial: '000042', location_name: '北', installation_status: 9, on_map: false, version: 1 },
    { serial: '000043', location_name: null, installation_status: 1, on_map: true },
  ])
  expect(await upload('HeatIndexWatcher', 'シスミルID,ｾｯﾁ\n42,x')).toMatchObject({ status: 200 })
  expect(await upload('HeatIndexWatcher', 'SisMil ID,場所\n42,ﾔﾈ')).toMatchObject({ status: 200, body: { widened: 1 } })
  expect(await devices('heat')).toMatchObject([{ location_name: 'ヤネ', installation_status: 9 }, {}])
})
