import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../platform/database/test-database.ts'
import { rowsOfPerson, rowsOfSessions, type TextPlace, textPlaces } from './text-places.ts'

/** Text and JSON that names nobody: kinds, states, codes, numbers, hashes, and what organisations are called. */
const namesNobody: Readonly<Record<string, readonly string[]>> = {
  acclimatisation_override: ['kind'],
  alert: ['kind', 'company_name', 'base_name', 'cause', 'handling', 'outcome', 'ending', 'source'],
  alert_due: ['event', 'traceparent'],
  alert_event: ['event'],
  alert_notice: ['channel', 'occasion', 'role', 'rota'],
  audit_chain: ['chain'],
  // Names of our own, and what went wrong with a file.
  backup_run: ['kind', 'state', 'file', 'place', 'error', 'warning'],
  belt_setting: ['led_color', 'slave_id'],
  channel_delivery: ['channel_id', 'occasion', 'webhook_id', 'event_type', 'traceparent'],
  company: ['code', 'name'],
  condition_report: ['source', 'state', 'receipt', 'signs'],
  connection: ['connection_id', 'type', 'application_id'],
  connection_application: ['application_id', 'connection_id'],
  connection_device: ['dev_eui', 'connection_id', 'kind', 'serial'],
  connection_message: ['connection_id', 'dev_eui', 'refused_field'],
  consent_act: ['language'],
  device: ['kind', 'serial'],
  device_alarm: ['kind', 'state'],
  device_state: ['judge', 'clock'],
  doubtful_heart: ['kind'],
  downlink: ['payload', 'state'],
  duty_briefing: ['means', 'language'],
  duty_rota_gap_notice: ['shift'],
  duty_rota_override: ['shift'],
  duty_rota_place: ['shift'],
  erased_entry: ['paths'],
  evening_forecast: ['station'],
  forecast_check: ['station'],
  forecast_difference: ['station'],
  heat_due: ['serial'],
  heat_summary: ['serial', 'source'],
  identity_provider: ['issuer', 'client_id', 'claim', 'matches', 'domains'],
  ingest_count: ['key_id', 'outcome', 'reason'],
  ingest_hour: ['key_id', 'outcome', 'reason'],
  ingest_key: ['key_id'],
  // Numbers of devices and values of technical fields, at most 200 of a site.
  ingest_refusal: ['key_id', 'kind', 'serial', 'field', 'reason', 'value'],
  ingest_sender: ['key_id', 'via', 'type'],
  job: ['state', 'kind', 'file_key', 'file_type'],
  // Errors by their code.
  job_run: ['job', 'error'],
  // Freed together with the account that it belongs to.
  login: ['login_key'],
  // Addresses of networks by which nobody is known, for minutes.
  login_failure: ['address'],
  master_setting: ['type', 'key'],
  notification_channel: ['channel_id', 'type', 'masked_url', 'secret_names', 'kinds', 'hours_from', 'hours_to', 'language'],
  office: ['base_code', 'name', 'public_wbgt_station', 'clothing'],
  office_link: ['link_id', 'kind'],
  read_key: ['key_id', 'scopes', 'last_address'],
  read_key_use: ['key_id', 'method', 'path', 'result', 'address'],
  morning_check: ['answers', 'counted', 'source'],
  operation_state: ['part', 'reasons', 'state'],
  // A file's content is emptied as a whole (eraseData).
  outbox_file: ['name', 'media_type'],
  outbox_mail: ['address_key', 'traceparent'],
  outbox_push: ['traceparent'],
  product_secret: ['name', 'value'],
  public_alert: ['area_code', 'area_name', 'station_prefix'],
  public_alert_file: ['state', 'stations_sum'],
  public_station_fetch: ['station'],
  public_wbgt: ['station', 'kind'],
  reading: ['wbgt_source', 'alarm'],
  report_schedule: ['kind', 'problem', 'roles'],
  rest: ['source', 'ended_by'],
  schema_migration: ['name', 'checksum'],
  server_process: ['host', 'version', 'roles', 'facts'],
  session: ['ended_reason', 'confirm_challenge'],
  site_map: ['image_key', 'angle_coordinates'],
  stored_file: ['file_key', 'content_type'],
  table_place: ['name', 'place'],
  // Numbers of devices that nobody has registered.
  unread_field: ['kind', 'field', 'hint', 'key_id', 'serials'],
  unregistered_device: ['kind', 'serial', 'key_id'],
  wear: ['slot', 'swap_reason'],
  work_group: ['code', 'clothing'],
  worker_checkpoint: ['judge'],
  worker_state: ['wbgt_source', 'emergency_cause', 'alarm_kind', 'judge', 'reason'],
}

/** What `emptyAccount`, `scrubLog` and `removeContacts` do by rules of their own. */
const byOtherRules: Readonly<Record<string, readonly string[]>> = {
  audit_log: ['user_name', 'action', 'resource', 'resource_id', 'before', 'after', 'address', 'chain', 'digests'],
  group_email: ['email'],
  master_setting: ['value'],
  office: ['emergency_phone', 'hospital_phone'],
  report_schedule: ['addresses'],
  session: ['address', 'user_agent', 'last_address'],
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const places: Readonly<Record<string, TextPlace>> = textPlaces

test('every column that can hold a name is known to erasures', async () => {
  const { rows } = await database.pool.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
       and format_type(a.atttypid, null) ~ '^(text|character varying|json|jsonb|inet|xml)'
     group by 1 order by 1`)
  const whole: readonly string[] = ['app_user', ...rowsOfPerson, ...rowsOfSessions]
  const unknown = rows.flatMap(({ name, columns }) => {
    const known = [
      ...Object.keys(places[name]?.columns ?? {}),
      ...Object.keys(places[name]?.names ?? {}),
      ...(namesNobody[name] ?? []),
      ...(byOtherRules[name] ?? []),
    ]
    return whole.includes(name) && places[name] === undefined
      ? []
      : columns.filter((column) => !known.includes(column)).map((column) => `${name}.${column}`)
  })
  expect(unknown).toEqual([])
})

test('and none of those known is gone from the schema', async () => {
  const { rows } = await database.pool.query<{ column: string }>(`
    select c.relname || '.' || a.attname as "column" from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relkind in ('r', 'p') and not a.attisdropped and c.relnamespace = current_schema()::regnamespace`)
  const there = new Set(rows.map(({ column }) => column))
  const known = [
    ...Object.entries(places).flatMap(([table, { key, columns, names }]) =>
      [key, columns, names ?? {}].flatMap((of) => Object.keys(of).map((column) => `${table}.${column}`)),
    ),
    ...Object.entries({ ...namesNobody, ...byOtherRules }).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`)),
  ]
  expect(known.filter((column) => !there.has(column))).toEqual([])
})
