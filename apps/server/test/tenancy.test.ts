import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { arrayOf } from '../src/platform/database/columns.ts'
import { markHours } from '../src/shared/monitoring/summaries/due.ts'
import { makeDuty, signInAs } from '../src/shared/organisation/test-factories.ts'
import { startTestApp } from '../src/test-app.ts'
import { makeChannel } from '../src/shared/channels/test-channel-row.ts'
import { makeConnection } from '../src/shared/uplinks/test-connection.ts'
import { makePlot, type Plot } from './permissions/plot.ts'

/** A foreign key of a customer's table: the columns besides the company, and what they point to. */
type Pointer = {
  readonly table: string
  readonly name: string
  readonly columns: string[]
  readonly target: string
  readonly keys: string[]
}

const product = await startTestApp()
const here = await makePlot(product.context, 'HERE')
const elsewhere = await makePlot(product.context, 'FAR')
let pointers: Pointer[]

/** Rows of the tables that a plot has none of. */
const fillTables = async ({ office, group, people, belt, barometer, gateway, newPicture, newJob, newSchedule, readKeys }: Plot) => {
  const { db } = product.context
  const { company_id, office_id } = office
  const worker = people.User
  await newPicture()
  await newSchedule()
  await sql`update stored_file f set uploaded_by = ${worker.user_id} where f.company_id = ${company_id}`.execute(db)
  const job_id = await newJob('HeadquartersAdmin')
  await sql`update job j set office_id = ${office_id} where j.job_id = ${job_id}`.execute(db)
  const { sessionId: session_id } = await signInAs(product.context, worker.user_id)
  const hash = Buffer.from(String(worker.user_id))
  await db
    .insertInto('sign_in_code')
    .values({ company_id, code_hash: hash, user_id: worker.user_id, browser_hash: hash, expires_at: new Date() })
    .execute()
  await db.insertInto('group_email').values({ company_id, group_id: group.group_id, email: 'a@example.com' }).execute()
  await db.insertInto('master_setting').values({ company_id, office_id, type: 't', key: 'k', value: '1' }).execute()
  const heights = { setting_altitude: 200, height_altitude: 150 }
  await db
    .insertInto('belt_setting')
    .values({ company_id, device_id: belt.device_id, ...heights })
    .execute()
  await db
    .insertInto('doubtful_heart')
    .values({ company_id, device_id: belt.device_id, day: '2026-07-01', user_id: worker.user_id, kind: 'narrow' })
    .execute()
  await db.insertInto('doubtful_heart_count').values({ company_id, counted_on: '2026-07-01' }).execute()
  await db.insertInto('unregistered_device').values({ company_id, office_id, kind: 'vital', serial: '1', heard_at: new Date() }).execute()
  const ofKey = { company_id, office_id, key_id: 'k-1' }
  await db
    .insertInto('ingest_count')
    .values({ ...ofKey, minute: new Date(), outcome: 'accepted', reason: '', readings: 1 })
    .execute()
  await db
    .insertInto('ingest_hour')
    .values({ ...ofKey, hour: new Date(), outcome: 'accepted', reason: '', readings: 1 })
    .execute()
  await db
    .insertInto('ingest_sender')
    .values({ ...ofKey, last_at: new Date(), via: 'http' })
    .execute()
  const refused = { day: '2026-07-01', kind: 'heat', serial: '1', field: 'wbgt', reason: '数値', readings: 1 }
  await db
    .insertInto('ingest_refusal')
    .values({ ...ofKey, ...refused, first_at: new Date(), last_at: new Date() })
    .execute()
  await db
    .insertInto('unread_field')
    .values({ ...ofKey, kind: 'heat', field: 'co2', readings: 1, last_at: new Date(), serials: [] })
    .execute()
  await db.insertInto('heard_elsewhere').values({ company_id, device_id: belt.device_id, office_id, heard_at: new Date() }).execute()
  await db.insertInto('barometer_setting').values({ company_id, device_id: barometer.device_id }).execute()
  const { connectionId: connection_id, devEui: dev_eui } = await makeConnection(db, office, { serial: belt.serial })
  await db.insertInto('connection_message').values({ company_id, connection_id, dev_eui, heard_at: new Date() }).execute()
  await db.insertInto('named_place').values({ company_id, office_id, name: '詰所' }).execute()
  await readKeys.newRead()
  await db.insertInto('sign_in_place').values({ company_id, user_id: worker.user_id, address: '' }).execute()
  const held = { reason: '調査', ends_on: '2099-12-31', held_at: new Date(), held_by: 1, held_by_name: '管理' }
  await db
    .insertInto('person_hold')
    .values({ company_id, user_id: worker.user_id, ...held })
    .execute()
  await db
    .insertInto('worker_shift')
    .values({ company_id, user_id: worker.user_id, began_at: new Date(), ended_at: new Date(), minutes: 1 })
    .execute()
  await db
    .insertInto('worker_card')
    .values({ company_id, user_id: worker.user_id, code: `MMC${worker.user_id}`, made_at: new Date() })
    .execute()
  await makeDuty(db, office)
  const hours = arrayOf(Array.from({ length: 24 }), () => 29)
  await sql`
    insert into forecast_check (company_id, office_id, device_id, day, place, station, forecast, site, measured,
                                compared, error_sum, absolute_sum, public_sum, worst_hour, worst_by)
    values (${company_id}, ${office_id}, 0, '2026-07-20', '44132', '44132', ${hours}, ${hours}, ${hours}, 24, 0, 0, 0, 0, 0)`.execute(db)
  const cells = Array.from({ length: 72 })
  await sql`
    insert into forecast_difference (company_id, device_id, office_id, place, station, difference, days, pooled)
    values (${company_id}, ${gateway.device_id}, ${office_id}, '屋上', '44132', ${arrayOf(cells, () => null)}, ${arrayOf(cells, () => 0)},
            ${arrayOf(cells, () => false)})`.execute(db)
  await db
    .insertInto('duty_briefing')
    .values({
      company_id,
      office_id,
      version: 1,
      user_id: worker.user_id,
      briefed_at: new Date(),
      means: 'meeting',
      language: 'ja',
      speaker: '職長',
      recorded_at: new Date(),
      recorded_by: 1,
    })
    .execute()
  const ofRota = { company_id, office_id, duty_on: '2026-07-20', shift: 'day', place: 1 }
  await db
    .insertInto('duty_rota')
    .values({ company_id, office_id, day_from: 360, night_from: 1_200, day_places: 3, night_places: 2 })
    .execute()
  await db
    .insertInto('duty_rota_place')
    .values({ ...ofRota, user_id: worker.user_id })
    .execute()
  await db
    .insertInto('duty_rota_override')
    .values({
      ...ofRota,
      user_id: worker.user_id,
      instead_of: worker.user_id,
      reason: '講習',
      decided_by: 1,
      decided_by_name: '管理',
      decided_at: new Date(),
    })
    .execute()
  await db
    .insertInto('duty_rota_gap_notice')
    .values({ ...ofRota, sent_at: new Date() })
    .execute()
  const check = { company_id, office_id, user_id: worker.user_id, day: '2026-07-20', answered_at: new Date(), source: 'self' }
  await db
    .insertInto('morning_check')
    .values({ ...check, answers: '{}' })
    .execute()
  await db
    .insertInto('consent_act')
    .values({ company_id, user_id: worker.user_id, at: new Date(), given: true, version: 1, language: 'ja' })
    .execute()
  await db
    .insertInto('acclimatisation_override')
    .values({ company_id, user_id: worker.user_id, kind: 'doctor', share: 50, reason: '医師の意見', set_at: new Date(), set_by: 1 })
    .execute()
  await db.insertInto('rest').values({ company_id, office_id, user_id: worker.user_id, began_at: new Date(), source: 'leader' }).execute()
  const planned = { day: '2026-07-20', group_id: 0, issued_at: new Date(), people: 0, unacclimatised: 0, first_hour: new Date() }
  await db
    .insertInto('planned_rest')
    .values({ company_id, office_id, ...planned, work_minutes: [], rest_minutes: [], unacclimatised_minutes: [] })
    .execute()
  await db.insertInto('worker_checkpoint').values({ company_id, user_id: worker.user_id, at: new Date(), judge: '{}' }).execute()
  await db.insertInto('device_state').values({ company_id, device_id: gateway.device_id }).execute()
  await db
    .insertInto('hourly_summary')
    .values({ company_id, office_id, user_id: worker.user_id, hour: new Date('2026-07-20T03:00:00Z') })
    .execute()
  const ofMonth = {
    hour_days: 1,
    reading_days: 1,
    heart_days: 1,
    heat_days: 0,
    long_days: 0,
    heat_minutes: 0,
    heat_by_day: Array.from({ length: 31 }, () => 0),
  }
  await db
    .insertInto('monthly_summary')
    .values({ company_id, office_id, month: '2026-06-01', user_id: worker.user_id, ...ofMonth })
    .execute()
  await db.insertInto('monthly_due').values({ company_id, user_id: worker.user_id }).execute()
  await db.insertInto('group_rest_day').values({ company_id, office_id, day: '2026-07-20', group_id: 0, rest_quarters: 0 }).execute()
  await markHours(db, company_id, [{ userId: worker.user_id, hour: 0 }])
  await db
    .insertInto('summary_recount')
    .values({ company_id, user_id: worker.user_id, hour: new Date(0) })
    .execute()
  const [alert] = await sql<{ alert_id: number }>`
    update alert a set device_id = ${gateway.device_id}, group_id = ${group.group_id} where a.company_id = ${company_id} returning a.alert_id`
    .execute(db)
    .then(({ rows }) => rows)
  const alert_id = alert?.alert_id ?? 0
  const channel_id = await makeChannel(db, office)
  await db
    .insertInto('channel_delivery')
    .values({ company_id, channel_id, office_id, alert_id, created_at: new Date(), next_try_at: new Date() })
    .execute()
  await db.insertInto('alert_event').values({ company_id, alert_id, at: new Date(), event: 'opened' }).execute()
  const { file_id } = await db
    .insertInto('outbox_file')
    .values({ company_id, created_at: new Date(), name: 'n', media_type: 'application/pdf', content: Buffer.alloc(1) })
    .returning('outbox_file.file_id')
    .executeTakeFirstOrThrow()
  const { mail_id } = await db
    .insertInto('outbox_mail')
    .values({ company_id, alert_id, file_id, recipients: '[]', subject: 's', body: 'b' })
    .returning('outbox_mail.mail_id')
    .executeTakeFirstOrThrow()
  const at = new Date()
  const person = { company_id, user_id: worker.user_id }
  await db
    .insertInto('totp')
    .values({ ...person, secret: Buffer.alloc(0), started_at: at })
    .execute()
  await db
    .insertInto('recovery_code')
    .values({ ...person, code_hash: Buffer.alloc(1), salt: Buffer.alloc(0) })
    .execute()
  const key = { credential_id: session_id, name: '鍵', public_key: Buffer.alloc(0), counter: 0, transports: [], created_at: at }
  await db
    .insertInto('passkey')
    .values({ ...person, ...key })
    .execute()
  await db.insertInto('passkey_draft').values({ company_id, session_id, challenge: 'c', name: '鍵', expires_at: at }).execute()
  await db
    .insertInto('sign_in_ticket')
    .values({ ...person, ticket_id: session_id, expires_at: at })
    .execute()
  await db
    .insertInto('kept_answer')
    .values({ ...person, key_hash: hash, request_hash: hash, made_at: at })
    .execute()
  await db
    .insertInto('failed_sign_in')
    .values({ ...person, kind: 'wrong', network: '', first_at: at, last_at: at, address: '192.0.2.1', failures: 1 })
    .execute()
  await db
    .insertInto('identity_subject')
    .values({ ...person, issuer: 'https://id.example', subject: '1' })
    .execute()
  await db.insertInto('drill_schedule').values({ company_id, office_id, weekday: 1, starts_at: '10:00' }).execute()
  await db.insertInto('reference_change').values({ company_id, office_id, people: 1 }).execute()
  await db.insertInto('alert_due').values({ company_id, alert_id, at, event: 'opened' }).execute()
  await db
    .insertInto('condition_report')
    .values({ company_id, office_id, alert_id, user_id: worker.user_id, source: 'self', state: 'unwell', done_at: at, received_at: at })
    .execute()
  await db
    .insertInto('device_alarm')
    .values({
      company_id,
      office_id,
      alert_id,
      device_id: belt.device_id,
      user_id: worker.user_id,
      kind: 'fall',
      since: at,
      last_at: at,
      received_at: at,
      window_ms: 30_000,
      due_at: at,
      state: 'pending',
    })
    .execute()
  await db.insertInto('escalation').values({ company_id, alert_id, since: at, due_at: at }).execute()
  await db.insertInto('alert_notice').values({ company_id, alert_id, at, channel: 'mail', occasion: 'opened', mail_id }).execute()
  const { subscription_id } = await db
    .insertInto('push_subscription')
    .values({ company_id, session_id, endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a', created_at: at })
    .returning('push_subscription.subscription_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('outbox_push')
    .values({ company_id, subscription_id, alert_id, created_at: at, next_try_at: at, payload: '{}' })
    .execute()
}

beforeAll(async () => {
  await fillTables(here)
  await fillTables(elsewhere)
  const { rows } = await sql<Pointer>`
    select k.conrelid::regclass::text as table, k.conname as name, k.confrelid::regclass::text as target,
           (select array_agg(a.attname::text order by n) from unnest(k.conkey) with ordinality as x (number, n)
              join pg_attribute a on a.attrelid = k.conrelid and a.attnum = x.number where n > 1) as columns,
           (select array_agg(a.attname::text order by n) from unnest(k.confkey) with ordinality as x (number, n)
              join pg_attribute a on a.attrelid = k.confrelid and a.attnum = x.number where n > 1) as keys
      from pg_constraint k
     where k.contype = 'f' and k.conparentid = 0 and cardinality(k.conkey) > 1 and k.connamespace = current_schema()::regnamespace
     order by 1, 2`.execute(product.context.db)
  pointers = rows
})

// The key of a login ID follows from the login ID.
const written = (column: string) => (column === 'login_key' ? 'login_id' : column)

/** Stores, in a row of this company, what names a row of the other one; answers PostgreSQL's refusal. */
const pointElsewhere = ({ table, columns, target, keys }: Pointer) => {
  const set = columns.map(
    (column, n) =>
      sql`${sql.ref(written(column))} = (select t.${sql.ref(keys[n] ?? '')} from ${sql.table(target)} t
             where t.company_id = ${elsewhere.office.company_id} limit 1)`,
  )
  return sql`
    update ${sql.table(table)} set ${sql.join(set)}
     where ctid = (select x.ctid from ${sql.table(table)} x
                    where x.company_id = ${here.office.company_id}
                    order by ${sql.ref(`x.${columns[0]}`)} is null limit 1)`
    .execute(product.context.db)
    .then(
      () => 'stored',
      (error: { code?: string; constraint?: string }) => `${error.code} ${error.constraint}`,
    )
}

test('a row that names a row of another company cannot be stored in any table', async () => {
  const answers: string[] = []
  for (const pointer of pointers) answers.push(`${pointer.table}: ${await pointElsewhere(pointer)}`)
  expect(answers).toEqual(pointers.map(({ table, name }) => `${table}: 23503 ${name}`))
})

test('every other table is nobody’s, or names nobody by a foreign key', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
     order by 1`.execute(product.context.db)
  const named = new Set(pointers.map(({ table }) => table))
  expect(rows.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([
    'audit_chain',
    'audit_log',
    'backup_run',
    'broker_layout',
    'company',
    'connection_application',
    // One of a company, and nothing but its company.
    'doubtful_heart_count',
    'duty',
    // Both outlive what they name, and name nothing but their company.
    'erased_entry',
    'erasure',
    'evening_forecast',
    'forecast_due',
    // One of a site, which hours outlive.
    'group_rest_day',
    'heat_due',
    'heat_summary',
    // One of a company, and nothing but its company.
    'identity_provider',
    'job_run',
    'login',
    'login_failure',
    // Of all companies at once.
    'monthly_wait',
    // A site names nothing but its company.
    'office',
    'operation_state',
    'outbox_file',
    'product_secret',
    'public_alert',
    'public_alert_file',
    'public_station_fetch',
    'public_wbgt',
    // One of a company, and nothing but its company.
    'read_key',
    'reading',
    'schema_migration',
    'server_process',
    'table_place',
  ])
})

test('a row cannot be moved to another company while it names what is left behind', async () => {
  for (const { table, columns } of pointers) {
    const moved = sql`
      update ${sql.table(table)} set company_id = ${elsewhere.office.company_id}
       where ctid = (select x.ctid from ${sql.table(table)} x
                      where x.company_id = ${here.office.company_id}
                      order by ${sql.ref(`x.${columns[0]}`)} is null limit 1)`
    await expect(moved.execute(product.context.db), table).rejects.toMatchObject({ code: '23503' })
  }
})
