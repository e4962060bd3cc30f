import type { AlertRecord } from '@mimamori/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeAlert } from '../../../shared/monitoring/workers/test-workers.ts'
import { makeDevice, makeUser } from '../../../shared/organisation/test-factories.ts'
import { at, day, startRecordTests } from './test-recorded.ts'

const { product, tenants, addReading, addEvent } = await startRecordTests()

type User = { readonly user_id: number }

const read = async (viewer: User, id: number) => {
  const { status, body } = await product.ask('GET', `/api/Alert/${id}`, { headers: await product.as(viewer) })
  return { status, record: body as AlertRecord }
}

test('a record shows the episode, its history, who was notified and what was measured around it', async () => {
  const { db } = product.context
  const { worker, leader, base } = tenants.people
  const { company_id } = tenants.office
  await db.updateTable('app_user').set({ date_of_birth: '1986-01-01' }).where('app_user.user_id', '=', worker.user_id).execute()
  const gateway = await makeDevice(db, 'gateway', tenants.office.office_id, { location_name: 'A工区' })
  const { alert_id } = await makeAlert(db, worker, at('12:00'), {
    ended_at: at('12:20'),
    ending: 'recovered',
    peak_level: 3,
    handling: 'closed',
    outcome: 'rested',
  })
  for (const [time, heartRate] of [
    ['11:29', 80],
    ['11:30', 90],
    ['12:00', 150],
    ['12:29', 100],
    ['12:40', 70],
  ] as const)
    await addReading(time, { heart_rate: heartRate, total_level: 1, battery: 4, gateway_id: gateway.device_id, wbgt_source: 'measured' })
  await addEvent(alert_id, '12:00', 'opened')
  await addEvent(alert_id, '12:05', 'acknowledged', leader)
  await addEvent(alert_id, '12:25', 'closed', leader, '日陰で休んだ')
  const mail = await db
    .insertInto('outbox_mail')
    .values({
      company_id,
      alert_id,
      recipients: '{"to":["a@example.com","b@example.com"]}',
      subject: 's',
      body: 'b',
      attempts: 1,
      sent_at: at('12:01'),
      refused: JSON.stringify([{ address: 'b@example.com', reason: '550 no such user' }]),
    })
    .returning('outbox_mail.mail_id')
    .executeTakeFirstOrThrow()
  const notice = { company_id, alert_id, occasion: 'opened', level: 1 }
  await db
    .insertInto('alert_notice')
    .values([
      { ...notice, at: at('12:01'), channel: 'mail', addresses: ['a@example.com', 'b@example.com'], mail_id: mail.mail_id },
      { ...notice, at: at('12:01'), channel: 'push', user_id: leader.user_id, user_name: leader.full_name, role: 'GroupLeader' },
      { ...notice, at: at('12:04'), channel: 'none', occasion: 'escalated', step: 1, role: 'GroupSubLeader' },
    ])
    .execute()

  const { status, record } = await read(base, alert_id)
  expect(status).toBe(200)
  expect(record).toMatchObject({
    episode: { id: alert_id, fullName: worker.full_name, outcome: 'rested', alertLevel: 3 },
    furigana: worker.furigana,
    limits: { sustained: 140, instantaneous: 159, maximum: 180 },
    ageAssumed: false,
    source: { device: { kind: 'vital' }, gateway: { locationName: 'A工区' }, battery: 4, wbgtSource: 'measured', receivedAt: null },
    window: { from: `${day}T11:30:00+09:00`, to: `${day}T12:35:00+09:00` },
    kept: 'kept',
    events: [
      { kind: 'opened', by: null },
      { kind: 'acknowledged', by: leader.full_name },
      { kind: 'closed', by: leader.full_name, note: '日陰で休んだ' },
    ],
    told: [
      {
        channel: 'mail',
        addresses: ['a@example.com', 'b@example.com'],
        addressCount: 2,
        mail: { state: 'refused', refused: ['b@example.com'], refusedCount: 1 },
        answeredAt: null,
      },
      { channel: 'push', name: leader.full_name, mail: null, answeredAt: `${day}T12:05:00+09:00` },
      { channel: 'none', occasion: 'escalated', step: 1, role: 'GroupSubLeader', name: null },
    ],
  })
  expect(record.readings.map(({ time, heartRate }) => [time.slice(11, 16), heartRate])).toEqual([
    ['11:30', 90],
    ['12:00', 150],
    ['12:29', 100],
  ])

  const forLeader = (await read(leader, alert_id)).record
  expect(forLeader.told[0]).toMatchObject({ addresses: [], addressCount: 2, mail: { state: 'refused', refused: [], refusedCount: 1 } })
  expect(JSON.stringify(forLeader)).not.toContain('example.com')
})

test('a record is read by those in whose scope the alert is', async () => {
  const { people } = tenants
  const { alert_id } = await makeAlert(product.context.db, people.worker, at('12:00'))
  const statuses = async (...viewers: User[]) => Promise.all(viewers.map(async (viewer) => (await read(viewer, alert_id)).status))
  const { service, contract, base, leader, subLeader } = people
  expect(await statuses(service, contract, base, leader, subLeader)).toEqual([200, 200, 200, 200, 200])
  expect(await statuses(people.foreignContract, people.foreignBase)).toEqual([404, 404])
  expect(await statuses(people.worker)).toEqual([403])
  const other = await makeAlert(product.context.db, people.neighbour, at('12:00'))
  expect((await read(leader, other.alert_id)).status).toBe(404)
  expect((await read(service, 999_999)).status).toBe(404)
})

test('a belt’s record has its hook and height and no heart rate', async () => {
  const { db } = product.context
  const { worker, base } = tenants.people
  const belt = await makeDevice(db, 'belt', tenants.office.office_id)
  const { alert_id } = await makeAlert(db, worker, at('12:00'), { kind: 'belt', device_id: belt.device_id, ended_at: at('12:05') })
  await addReading('12:00', { device_id: belt.device_id, hook: 0, pressure: 1000, altitude_cm: 523 })
  await addReading('12:05', { device_id: belt.device_id, hook: 1, pressure: 1001, altitude_cm: 180 })
  await addReading('12:01', { heart_rate: 170 })
  const { record } = await read(base, alert_id)
  expect(record).toMatchObject({ limits: null, kept: 'kept', source: { device: { kind: 'belt', serialNumber: belt.serial } } })
  expect(record.readings).toMatchObject([
    { hook: '0', altitude: 5.23, heartRate: null },
    { hook: '1', altitude: 1.8, heartRate: null },
  ])
})

test('the record of a place’s heat has the values of its watcher, or of its public station', async () => {
  const { db } = product.context
  const { worker, base } = tenants.people
  const { company_id, office_id } = tenants.office
  const watcher = await makeDevice(db, 'heat', office_id, { location_name: '屋上' })
  const reason = JSON.stringify({ kind: 'heat', limit: 28, minutes: 0 })
  const ofPlace = { kind: 'siteHeat', user_id: null, full_name: null, group_id: null, reason } as const
  const measured = await makeAlert(db, worker, at('12:00'), { ...ofPlace, device_id: watcher.device_id })
  await addReading('12:00', { device_id: watcher.device_id, user_id: null, wbgt: 30.5 })
  expect((await read(base, measured.alert_id)).record).toMatchObject({
    limits: null,
    source: { device: { kind: 'heat', locationName: '屋上' } },
    readings: [{ wbgtValue: 30.5, excess: 2.5, heartRate: null }],
  })

  await db.updateTable('office').set({ public_wbgt_station: '44132' }).where('office.office_id', '=', office_id).execute()
  await db
    .insertInto('public_wbgt')
    .values({ station: '44132', at: at('12:00'), kind: 'measured', wbgt: 31, fetched_at: at('12:20') })
    .execute()
  const announced = await makeAlert(db, worker, at('12:00'), ofPlace)
  expect((await read(base, announced.alert_id)).record).toMatchObject({ source: null, readings: [{ wbgtValue: 31, excess: 3 }] })
  expect(company_id).toBe(announced.company_id)
})

test.each(['gatewaySilent', 'clock', 'battery'] as const)('a record of %s names the device and has no readings', async (kind) => {
  const { db } = product.context
  const gateway = await makeDevice(db, 'gateway', tenants.office.office_id)
  await addReading('12:00', { heart_rate: 170 })
  const alert = await makeAlert(db, tenants.people.worker, at('12:00'), { kind, user_id: null, device_id: gateway.device_id })
  const { record } = await read(tenants.people.base, alert.alert_id)
  expect(record).toMatchObject({ kept: 'none', readings: [], limits: null, source: { device: { serialNumber: gateway.serial } } })
})

test('a record of the site’s silence has no device', async () => {
  const alert = await makeAlert(product.context.db, tenants.people.worker, at('12:00'), {
    kind: 'siteSilent',
    user_id: null,
    group_id: null,
  })
  expect((await read(tenants.people.base, alert.alert_id)).record).toMatchObject({ kept: 'none', readings: [], source: null })
})

test('readings past the retention are said to be gone; for a late reading the record says when it came', async () => {
  const { db } = product.context
  const { worker, base } = tenants.people
  const old = await makeAlert(db, worker, new Date('2025-01-05T12:00:00+09:00'), { ended_at: new Date('2025-01-05T12:10:00+09:00') })
  expect((await read(base, old.alert_id)).record).toMatchObject({ kept: 'gone', readings: [] })
  const late = await makeAlert(db, worker, at('10:00'), { ended_at: at('10:10'), late: true })
  await addReading('10:00', { heart_rate: 170, received_at: at('12:30') })
  expect((await read(base, late.alert_id)).record).toMatchObject({ kept: 'kept', source: { receivedAt: `${day}T12:30:00+09:00` } })
})

test('a deleted worker’s record stays under their name; one who withdrew consent shows no readings', async () => {
  const { db } = product.context
  const { worker, base } = tenants.people
  const reason = { kind: 'sustained', limit: 122, over: 5, minutes: 8 }
  const { alert_id } = await makeAlert(db, worker, at('12:00'), { reason: JSON.stringify(reason), heart_rate: 127, excess: 1.5 })
  await addReading('12:00', { heart_rate: 170 })
  const set = (values: { deleted_at?: Date | null; consent_withdrawn_at?: Date | null }) =>
    db.updateTable('app_user').set(values).where('app_user.user_id', '=', worker.user_id).execute()
  await set({ deleted_at: at('12:30') })
  expect((await read(base, alert_id)).record).toMatchObject({ episode: { fullName: worker.full_name }, readings: [{ heartRate: 170 }] })
  await db.updateTable('app_user').set({ date_of_birth: null }).where('app_user.user_id', '=', worker.user_id).execute()
  expect((await read(base, alert_id)).record).toMatchObject({ limits: null, ageAssumed: false, readings: [{ heartRate: 170 }] })
  await set({ deleted_at: null, consent_withdrawn_at: at('12:30') })
  expect((await read(base, alert_id)).record).toMatchObject({ kept: 'withheld', readings: [], limits: null, source: null })
  const { age, heartRate, excess, reason: why } = (await read(base, alert_id)).record.episode
  expect({ age, heartRate, excess, why }).toEqual({ age: null, heartRate: null, excess: null, why: '継続心拍の限度 を超過' })
  await set({ consent_withdrawn_at: null })
})

test('what was measured at another office stays there', async () => {
  const { db } = product.context
  const { alert_id } = await makeAlert(db, tenants.people.worker, at('12:00'))
  await addReading('12:00', { heart_rate: 170 })
  await addReading('12:01', { heart_rate: 99, office_id: tenants.sibling.office_id })
  expect((await read(tenants.people.base, alert_id)).record.readings).toMatchObject([{ heartRate: 170 }])
})

test('of an alert at a former office a leader without a group reads values of their own and no names', async () => {
  const { db } = product.context
  const { office, sibling, people } = tenants
  const mover = await makeUser(db, 'GroupLeader', sibling)
  const there = { ...mover, office_id: office.office_id }
  const { alert_id } = await makeAlert(db, there, at('12:00'), { base_name: '秘密の拠点', note: '秘密' })
  await addEvent(alert_id, '12:05', 'acknowledged', { ...people.base, full_name: '秘密の管理者' }, '秘密の申し送り')
  await addReading('12:00', { heart_rate: 170, user_id: mover.user_id })
  const { status, record } = await read(mover, alert_id)
  expect(status).toBe(200)
  expect(record).toMatchObject({ source: null, told: [], events: [{ by: null, note: null }], readings: [{ heartRate: 170 }] })
  expect(JSON.stringify(record)).not.toContain('秘密')
  const note = await product.ask('POST', `/api/Alert/${alert_id}/Note`, { headers: await product.as(mover), payload: { note: 'x' } })
  expect(note.status).toBe(404)
})

test('a note is added to the record under the name of who wrote it, and is on the audit log', async () => {
  const { db } = product.context
  const { worker, leader, foreignBase } = tenants.people
  const { alert_id } = await makeAlert(db, worker, at('12:00'), { handling: 'closed', outcome: 'rested', ended_at: at('12:05') })
  const write = async (viewer: User, note: string) =>
    (await product.ask('POST', `/api/Alert/${alert_id}/Note`, { headers: await product.as(viewer), payload: { note } })).status
  expect(await write(leader, ' 翌日は休み ')).toBe(200)
  expect(await write(leader, '  ')).toBe(400)
  expect(await write(leader, 'あ'.repeat(1_001))).toBe(400)
  expect(await write(foreignBase, '見えない')).toBe(404)
  const { record } = await read(leader, alert_id)
  expect(record.events).toMatchObject([{ kind: 'noted', by: leader.full_name, note: '翌日は休み', at: `${day}T13:00:00+09:00` }])
  expect(record.episode).toMatchObject({ handling: 'closed', outcome: 'rested' })
  const audited = await product.recordedOf('alert')
  expect(audited).toMatchObject([{ action: 'noted', resource: 'alert', resource_id: String(alert_id), after: { note: '翌日は休み' } }])
})

test('a record names the channels outside that were notified, and no events of webhooks', async () => {
  const { db } = product.context
  const { worker, base } = tenants.people
  const { company_id, office_id } = tenants.office
  const { alert_id } = await makeAlert(db, worker, at('12:00'))
  const channel = { company_id, office_id, level: 3, kinds: ['condition'], created_at: at('09:00') }
  await db
    .insertInto('notification_channel')
    .values([
      { ...channel, channel_id: 'a', type: 'teams', name: '安全管理チャネル' },
      { ...channel, channel_id: 'b', type: 'webhook', name: '勤怠システム' },
    ])
    .execute()
  const delivery = { company_id, channel_id: 'a', office_id, alert_id, level: 3, next_try_at: at('12:01') }
  const sent = await db
    .insertInto('channel_delivery')
    .values([
      { ...delivery, created_at: at('12:01'), occasion: 'opened', attempts: 1, sent_at: at('12:02') },
      { ...delivery, created_at: at('12:06'), occasion: 'escalated', step: 1, attempts: 2 },
      { ...delivery, created_at: at('12:07'), channel_id: 'b' },
    ])
    .returning('delivery_id')
    .execute()
  const notice = { company_id, alert_id, channel: 'channel', channel_name: '安全管理チャネル', level: 3 }
  const [first, second] = sent.map(({ delivery_id }) => delivery_id)
  await db
    .insertInto('alert_notice')
    .values([
      { ...notice, at: at('12:01'), occasion: 'opened', delivery_id: first },
      { ...notice, at: at('12:06'), occasion: 'escalated', step: 1, delivery_id: second },
      { ...notice, at: at('12:11'), occasion: 'escalated', step: 1, channel: 'none' },
    ])
    .execute()
  expect((await read(base, alert_id)).record.told).toMatchObject([
    { channel: 'channel', occasion: 'opened', destination: { name: '安全管理チャネル', type: 'teams', state: 'sent' } },
    { channel: 'channel', occasion: 'escalated', step: 1, destination: { state: 'retrying' } },
    { channel: 'none', occasion: 'escalated', step: 1, destination: { name: '安全管理チャネル', type: null, state: 'passed' } },
  ])
  await sql`delete from notification_channel where channel_id = 'a'`.execute(db)
  expect((await read(base, alert_id)).record.told[0]?.destination).toEqual({ name: '安全管理チャネル', type: null, state: 'unknown' })
})
