import { makeSubstitute, placeAt } from '../../src/shared/duty-rota/test-rota.ts'
import { sql } from 'kysely'
import type { Context, Db } from '../../src/platform/context.ts'
import {
  makeAlert,
  makeDevice,
  makeDuty,
  makeGroup,
  makeOffice,
  makeUser,
  makeWear,
  signInAs,
} from '../../src/shared/organisation/test-factories.ts'
import { setState } from '../../src/shared/monitoring/workers/test-workers.ts'
import { makeHour } from '../../src/shared/monitoring/summaries/test-hours.ts'
import { writeAudit } from '../../src/shared/organisation/write-audit.ts'

export const password = 'Right-1234'
const at = (clock: string) => new Date(`2026-07-20T${clock}+09:00`)

type Person = Awaited<ReturnType<typeof makeUser>>

/** An alert about the person that their leader answered, with notes that name people. */
const addAlert = async (db: Db, person: Person, leader: Person, other: Person) => {
  const { alert_id } = await makeAlert(db, person, {
    kind: 'condition',
    started_at: at('10:00:00'),
    ended_at: at('10:40:00'),
    handling: 'closed',
    handled_by: leader.user_id,
    handled_by_name: leader.full_name,
    handled_at: at('10:30:00'),
    outcome: 'rested',
    note: `${leader.full_name}が日陰へ。勅使河原さんも手伝った。綾小路さんは水を飲んだ。`,
    heart_rate: 171,
  })
  const event = { company_id: person.company_id, alert_id, at: at('10:31:00') }
  await db
    .insertInto('alert_event')
    .values({ ...event, event: 'noted', user_id: leader.user_id, user_name: leader.full_name, note: `連絡先 ${other.phone_number ?? ''}` })
    .execute()
  const notice = { company_id: person.company_id, alert_id, at: at('10:01:00'), channel: 'mail', occasion: 'opened', level: 3 }
  await db
    .insertInto('alert_notice')
    .values({ ...notice, user_id: leader.user_id, user_name: leader.full_name, role: 'GroupLeader', addresses: ['chef@example.jp'] })
    .execute()
  const foreign = await makeAlert(db, other, { kind: 'emergency', started_at: at('11:00:00'), ended_at: at('11:10:00') })
  await db
    .insertInto('alert_notice')
    .values({ ...notice, alert_id: foreign.alert_id, user_id: person.user_id, user_name: person.full_name, role: 'User', channel: 'push' })
    .execute()
}

/** How the person signs in, with secrets that no file may have. */
const addAccount = async (context: Context, person: Person) => {
  const { db } = context
  const own = { company_id: person.company_id, user_id: person.user_id }
  const { sessionId: session_id } = await signInAs(context, person.user_id)
  const secret = Buffer.from('secret-of-the-person')
  const rows = [
    db.insertInto('totp').values({ ...own, secret, started_at: at('07:01:00'), confirmed_at: at('07:02:00') }),
    db.insertInto('recovery_code').values({ ...own, code_hash: secret, salt: secret, used_at: at('07:03:00') }),
    db.insertInto('passkey').values({
      ...own,
      credential_id: 'credential',
      name: '自分の鍵',
      public_key: secret,
      counter: 4,
      transports: [],
      created_at: at('07:04:00'),
    }),
    db.insertInto('identity_subject').values({ ...own, issuer: 'https://id.example', subject: 'subject-77' }),
    db.insertInto('sign_in_place').values({ ...own, address: '192.0.2.0/24', seen_at: at('07:05:00') }),
    db.insertInto('failed_sign_in').values({
      ...own,
      kind: 'wrong',
      network: '192.0.2.0/24',
      first_at: at('07:06:00'),
      last_at: at('07:07:00'),
      address: '192.0.2.9',
      failures: 3,
    }),
    db.insertInto('worker_card').values({ ...own, code: 'MMC-OWN', made_at: at('07:08:00'), secret_hash: secret, pin_hash: 'hashed-pin' }),
    db.insertInto('push_subscription').values({
      company_id: own.company_id,
      session_id,
      endpoint: 'https://push.example/capability',
      p256dh: 'p',
      auth: 'a',
      created_at: at('07:09:00'),
    }),
    db.insertInto('job').values({
      ...own,
      job_id: session_id,
      file_name: '心拍_勅使河原　伊右衛門.csv',
      state: 'done',
      created_at: at('07:10:00'),
      kind: 'report',
    }),
    db
      .insertInto('person_hold')
      .values({ ...own, reason: '調査', ends_on: '2099-12-31', held_at: at('07:11:00'), held_by: 1, held_by_name: '管理' }),
    db.insertInto('consent_act').values({ ...own, at: at('07:12:00'), given: true, version: 1, language: 'vi' }),
  ]
  for (const row of rows) await row.execute()
}

/** What was measured of the person, and of the other one at the same minute. */
const addMeasured = async (db: Db, person: Person, other: Person, office: { company_id: number; office_id: number }) => {
  const own = { company_id: person.company_id, user_id: person.user_id }
  const [tag, otherTag] = [await makeDevice(db, 'vital', office.office_id), await makeDevice(db, 'vital', office.office_id)]
  await makeWear(db, person.user_id, tag.device_id, { worn_from: at('06:00:00'), worn_to: at('12:00:00'), swap_reason: 'battery' })
  await makeWear(db, other.user_id, otherTag.device_id)
  for (const clock of ['08:00:00', '10:00:00']) await sql`select ensure_reading_partition(${at(clock)}::timestamptz)`.execute(db)
  const reading = { company_id: office.company_id, office_id: office.office_id, received_at: at('10:00:05') }
  // One second apart over more than a portion, with two in the same millisecond by their microseconds.
  await sql`
    insert into reading (company_id, office_id, device_id, user_id, at, received_at, heart_rate, wbgt, excess)
    select ${office.company_id}, ${office.office_id}, ${tag.device_id}, ${person.user_id},
           ${at('08:00:00')}::timestamptz + n * interval '1 second 1 microsecond', ${at('10:00:05')}, 90 + n % 40, 29.5, 1.5
      from generate_series(0, 2099) n`.execute(db)
  await db
    .insertInto('reading')
    .values({ ...reading, device_id: otherTag.device_id, user_id: other.user_id, at: at('10:00:00'), heart_rate: 203 })
    .execute()
  await makeHour(db, person, '2026-07-20', 9)
  await setState(db, person.user_id, at('10:00:00'), { heart_rate: 111 })
  await db
    .insertInto('rest')
    .values({
      ...own,
      office_id: office.office_id,
      began_at: at('10:10:00'),
      ended_at: at('10:25:00'),
      source: 'leader',
      ended_by: 'leader',
    })
    .execute()
  await db
    .insertInto('worker_shift')
    .values({ ...own, began_at: at('08:00:00'), ended_at: at('11:59:00'), minutes: 239, own_mean: 121.5, own_peak: 139.5 })
    .execute()
  await db
    .insertInto('doubtful_heart')
    .values({ ...own, device_id: tag.device_id, day: '2026-07-19', kind: 'narrow' })
    .execute()
  await db
    .insertInto('device_alarm')
    .values({
      ...own,
      office_id: office.office_id,
      device_id: tag.device_id,
      kind: 'fall',
      since: at('10:30:00'),
      last_at: at('10:31:00'),
      received_at: at('10:30:02'),
      window_ms: 30_000,
      held_until: at('10:30:32'),
      due_at: at('10:30:32'),
      cancelled_at: at('10:40:00'),
      state: 'opened',
    })
    .execute()
}

/** What the person was briefed of, answered in the morning, and said of how they feel. */
const addWorkingDay = async (db: Db, person: Person, leader: Person, office: { company_id: number; office_id: number }) => {
  const own = { company_id: person.company_id, user_id: person.user_id, office_id: office.office_id }
  await makeDuty(db, office)
  await placeAt(db, office, '2026-07-20', 'night', person)
  await makeSubstitute(db, office, { duty_on: '2026-07-21', shift: 'day', place: 1 }, { user_id: person.user_id, by: leader.user_id })
  await db
    .insertInto('duty_briefing')
    .values({
      ...own,
      version: 1,
      briefed_at: at('07:30:00'),
      means: 'meeting',
      language: 'vi',
      speaker: leader.full_name,
      speaker_id: leader.user_id,
      recorded_at: at('07:31:00'),
      recorded_by: leader.user_id,
    })
    .execute()
  await db
    .insertInto('morning_check')
    .values({
      ...own,
      day: '2026-07-20',
      answered_at: at('07:32:00'),
      answers: JSON.stringify({ sleep: 'poor' }),
      counted: ['sleep'],
      source: 'leader',
      answered_by: leader.user_id,
      moved_at: at('07:40:00'),
      moved_by: leader.user_id,
      moved_to: `${leader.full_name}のそば`,
    })
    .execute()
  await db
    .insertInto('acclimatisation_override')
    .values({
      company_id: person.company_id,
      user_id: person.user_id,
      kind: 'doctor',
      share: 50,
      reason: `${leader.full_name}から聞いた`,
      set_at: at('08:00:00'),
      set_by: leader.user_id,
    })
    .execute()
  await db
    .insertInto('condition_report')
    .values({ ...own, source: 'self', state: 'unwell', done_at: at('10:50:00'), received_at: at('10:51:00') })
    .execute()
}

/** The log: what the person did, what was done to them, and who looked at them. */
const addLog = async (db: Db, person: Person, leader: Person, base: Person) => {
  const about = { companyId: person.company_id, officeId: person.office_id, address: '198.51.100.7' }
  const by = ({ user_id: userId, login_id: loginId }: Person) => ({ userId, loginId })
  const write = (entry: Pick<Parameters<typeof writeAudit>[1], 'actor' | 'action' | 'resource' | 'resourceId' | 'after'>) =>
    writeAudit(db, { ...about, ...entry, at: at('10:45:00') })
  await write({
    actor: by(person),
    action: 'beginRest',
    resource: 'user',
    resourceId: leader.user_id,
    after: { fullName: leader.full_name },
  })
  await write({
    actor: by(base),
    action: 'update',
    resource: 'user',
    resourceId: person.user_id,
    after: { affiliation1: '綾小路組', remark: `${leader.full_name}に相談`, fullName: person.full_name },
  })
  await write({
    actor: by(leader),
    action: 'read',
    resource: 'healthCondition',
    resourceId: person.user_id,
    after: { fullName: person.full_name },
  })
}

/** Somebody with a row in every table that is in a file, among people whose data must not be in it. */
export const makeOwnPerson = async (context: Context) => {
  const { db } = context
  const office = await makeOffice(db, { name: '晴海' })
  const group = await makeGroup(db, { company_id: office.company_id, office_id: office.office_id })
  const place = { ...office, group_id: group.group_id }
  const person = await makeUser(db, 'User', place, {
    full_name: '綾小路　千代松',
    furigana: 'アヤノコウジ　チヨマツ',
    worker_code: 'W-4711',
    email: 'chiyo@example.jp',
    phone_number: '090-1111-2222',
    date_of_birth: '1980-02-03',
    password,
  })
  const leader = await makeUser(db, 'GroupLeader', place, { full_name: '五百旗頭　権左衛門', furigana: 'イオキベ　ゴンザエモン' })
  const other = await makeUser(db, 'User', place, {
    full_name: '勅使河原　伊右衛門',
    furigana: 'テシガワラ　イエモン',
    phone_number: '080-7777-8888',
    email: 'iemon@example.jp',
  })
  const base = await makeUser(db, 'HeadquartersAdmin', office, { full_name: '小鳥遊　紗綾香', furigana: 'タカナシ　サヤカ' })
  await addMeasured(db, person, other, office)
  await addAlert(db, person, leader, other)
  await addAccount(context, person)
  await addWorkingDay(db, person, leader, office)
  await addLog(db, person, leader, base)
  return { office, group, person, leader, other, base }
}
