import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../src/platform/database/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../src/platform/database/test-database.ts'

const log = pino({ level: 'silent' })

let database: TestDatabase

/** What a database of the version before may hold, its odd corners included. */
const before = `
  insert into company (code, name) values ('A', '会社A'), ('B', '会社B');
  insert into office (company_id, base_code, name) values (1, 'A1', '拠点A1'), (2, 'B1', '拠点B1');
  insert into work_group (office_id, code, name) values (1, 'G1', '1班');
  insert into app_user (login_id, role, company_id, office_id, group_id, group_role, full_name, furigana, deleted_at) values
    ('admin', 'AdminUnitService', null, null, null, null, '管理者', 'カンリシャ', null),
    ('Tanaka', 'GroupLeader', 1, 1, 1, 1, '田中', 'タナカ', null),
    ('moved', 'User', 2, 2, null, null, '移動', 'イドウ', null),
    ('gone', 'User', null, null, null, null, '退職', 'タイショク', now());
  insert into device (office_id, kind, type, serial) values
    (1, 'vital', 1, 'V1'), (2, 'vital', 1, 'V2'), (1, 'gateway', 1, 'GW'), (2, 'heat', 1, '000001'), (1, 'heat', 1, '000002');
  -- The tag went to company B with its second wearer; the first stayed in A.
  insert into wear (user_id, device_id, slot, worn_from, worn_to) values
    (2, 2, 'vital', '2026-07-01', '2026-07-02'), (2, 1, 'vital', '2026-07-01', null), (3, 2, 'vital', '2026-07-03', null);
  insert into alert (kind, company_id, office_id, user_id, full_name, company_name, base_name, level, cause, started_at, handling, handled_by) values
    ('condition', 1, 1, 3, '移動', '会社A', '拠点A1', 2, 'sustained', '2026-07-02', 'acknowledged', 1),
    ('condition', 1, 1, 2, '田中', '会社A', '拠点A1', 2, 'sustained', '2026-07-20', 'open', null);
  insert into alert_event (alert_id, at, event, user_id) values (1, '2026-07-02', 'acknowledged', 1);
  insert into master_setting (company_id, office_id, type, key, value) values (1, null, 't', 'k', '1'), (null, 1, 't', 'k', '2');
  insert into audit_log (user_name, company_id, action, resource, resource_id) values ('admin', null, 'create', 'company', '1');
  insert into downlink (office_id, device_id, payload, state, created_at) values
    (1, 2, '{}', 'expired', '2026-07-01'), (1, 1, '{}', 'pending', '2026-07-20');
  insert into outbox_mail (alert_id, company_id, recipients, subject, body) values (1, null, '[]', '警報', ''), (null, null, '[]', '試験', '');
  select ensure_reading_partition('2026-07-20'), ensure_reading_partition('2026-07-01');
  insert into reading (device_id, at, user_id, received_at, heart_rate, gateway_id) values
    (1, '2026-07-20 03:00+00', 2, '2026-07-20 03:00+00', 90, 3),
    (2, '2026-07-01 03:00+00', 2, '2026-07-01 03:00+00', 91, 3),
    -- Of deleted devices: worn, heard through a gateway, and neither.
    (77, '2026-07-20 03:00+00', 2, '2026-07-20 03:00+00', 92, null),
    (78, '2026-07-20 03:00+00', null, '2026-07-20 03:00+00', null, 3),
    (79, '2026-07-20 03:00+00', null, '2026-07-20 03:00+00', null, null),
    -- Of a watcher.
    (5, '2026-07-20 03:09+00', null, '2026-07-20 03:09+00', null, null);
  insert into hourly_summary (user_id, hour, readings, connected_minutes, level1_minutes, level2_minutes, alerts) values
    -- Their readings are kept, and those of the last are dropped.
    (2, '2026-07-20 03:00+00', 2, b'1'::bit(60), default, default, 1),
    (2, '2026-07-01 03:00+00', 1, b'1'::bit(60), default, default, 0),
    (2, '2026-05-01 03:00+00', 3, b'111'::bit(60), b'110'::bit(60), b'010'::bit(60), 0);`

const rows = async (statement: string) => (await database.pool.query<Record<string, unknown>>(statement)).rows

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  await migrate({ url: database.url, log, upTo: '0017-stored-files' })
  await database.pool.query(before)
  await migrate({ url: database.url, log })
})
afterAll(() => database.drop())

test('administrators of the service belong to the provider, deleted people of deleted companies to a deleted one', async () => {
  expect(
    await rows(`select u.login_id, u.login_key, u.company_id, c.deleted_at is not null as deleted
                  from app_user u join company c using (company_id) order by u.user_id`),
  ).toEqual([
    { login_id: 'admin', login_key: 'admin', company_id: 0, deleted: false },
    { login_id: 'Tanaka', login_key: 'tanaka', company_id: 1, deleted: false },
    { login_id: 'moved', login_key: 'moved', company_id: 2, deleted: false },
    { login_id: 'gone', login_key: null, company_id: 3, deleted: true },
  ])
  expect(await rows('select l.login_key, l.company_id from login l order by 1')).toEqual([
    { login_key: 'admin', company_id: 0 },
    { login_key: 'moved', company_id: 2 },
    { login_key: 'tanaka', company_id: 1 },
  ])
})

test('readings go to the company of who wore the device, else of the device or the gateway; what names nobody is left out', async () => {
  expect(
    await rows('select r.company_id, r.office_id, r.group_id, r.device_id, r.user_id, r.heart_rate from reading r order by r.device_id'),
  ).toEqual([
    { company_id: 1, office_id: 1, group_id: 1, device_id: 1, user_id: 2, heart_rate: 90 },
    { company_id: 1, office_id: 1, group_id: 1, device_id: 2, user_id: 2, heart_rate: 91 },
    { company_id: 1, office_id: 1, group_id: null, device_id: 5, user_id: null, heart_rate: null },
    { company_id: 1, office_id: 1, group_id: 1, device_id: 77, user_id: 2, heart_rate: 92 },
    { company_id: 1, office_id: 1, group_id: null, device_id: 78, user_id: null, heart_rate: null },
  ])
  expect(await rows(`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'reading'::regclass order by 1`)).toEqual([
    { name: 'reading_20260629' },
    { name: 'reading_20260720' },
  ])
})

test('what crossed from one company to another ends, under the names it had', async () => {
  expect(await rows('select w.company_id, w.user_id, w.device_id from wear w order by 2, 3')).toEqual([
    { company_id: 1, user_id: 2, device_id: 1 },
    { company_id: 2, user_id: 3, device_id: 2 },
  ])
  expect(
    await rows('select a.alert_id, a.user_id, a.full_name, a.ended_at is null as open, a.handled_by_name from alert a order by 1'),
  ).toEqual([
    { alert_id: 1, user_id: null, full_name: '移動', open: false, handled_by_name: '管理者' },
    { alert_id: 2, user_id: 2, full_name: '田中', open: true, handled_by_name: null },
  ])
  expect(await rows('select k.company_id, k.device_id, k.state from downlink k')).toEqual([
    { company_id: 1, device_id: 1, state: 'pending' },
  ])
})

test('settings, the log, the history and mails name their company', async () => {
  expect(await rows('select s.company_id, s.office_id, s.value from master_setting s order by 3')).toEqual([
    { company_id: 1, office_id: null, value: '1' },
    { company_id: 1, office_id: 1, value: '2' },
  ])
  // Those of the companies are of the migration that made the unknown not acclimatised.
  expect(await rows('select l.company_id from audit_log l order by 1')).toEqual([{ company_id: 0 }, { company_id: 1 }, { company_id: 2 }])
  expect(await rows('select e.company_id, e.user_name from alert_event e')).toEqual([{ company_id: 1, user_name: '管理者' }])
  expect(await rows('select m.company_id, m.subject from outbox_mail m order by m.mail_id')).toEqual([
    { company_id: 1, subject: '警報' },
    { company_id: 0, subject: '試験' },
  ])
})

test('summaries are due where readings are kept, and stay as they were where they are dropped', async () => {
  expect(await rows('select d.company_id, d.user_id, d.hour from summary_due d order by d.hour')).toEqual([
    { company_id: 1, user_id: 2, hour: new Date('2026-07-01T03:00:00Z') },
    { company_id: 1, user_id: 2, hour: new Date('2026-07-20T03:00:00Z') },
  ])
  expect(
    await rows(`select h.company_id, h.office_id, h.user_id, h.group_id, h.hour, h.readings, h.excess_count, h.connected_minutes,
                       h.level1_minutes, h.level2_minutes, h.level3_minutes, h.heat_minutes from hourly_summary h`),
  ).toEqual([
    {
      company_id: 1,
      office_id: 1,
      user_id: 2,
      group_id: 1,
      hour: new Date('2026-05-01T03:00:00Z'),
      readings: 3,
      excess_count: null,
      connected_minutes: 3,
      level1_minutes: 1,
      level2_minutes: 1,
      level3_minutes: 0,
      heat_minutes: null,
    },
  ])
  expect(await rows('select d.company_id, d.device_id, d.slot, d.serial from heat_due d')).toEqual([
    { company_id: 1, device_id: 5, slot: new Date('2026-07-20T03:00:00Z'), serial: '000002' },
  ])
})
