import { randomBytes, randomUUID } from 'node:crypto'
import type { Role } from '@mimamori/contract'
import { hash } from '@node-rs/argon2'
import { type Insertable, sql, type Updateable } from 'kysely'
import { accessTokens } from '../../platform/secrets/access-token.ts'
import type { Context, Db } from '../../platform/context.ts'
import type { Database } from '../../platform/database/database-types.ts'
import { secretHash } from '../access-keys/ingest-key.ts'
import { providerId } from './keys.ts'
import { claimLogin } from '../accounts/login.ts'

// Codes only have to differ; every test file has a database of its own. All have six digits, so that names made later are
// sorted later: test files that run in one process share this count, and 100 would come before 99.
let made = 100_000
const next = () => (made += 1)

/** A company with a code of its own. */
export const makeCompany = (db: Db, values: Partial<Insertable<Database['company']>> = {}) => {
  const n = next()
  return db
    .insertInto('company')
    .values({ code: `C${n}`, name: `会社${n}`, ...values })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A site whose people are used to the heat (reference 28 °C) unless said otherwise; of a company of its own unless given one. */
export const makeOffice = async (db: Db, values: Partial<Insertable<Database['office']>> = {}) => {
  const n = next()
  const company_id = values.company_id ?? (await makeCompany(db)).company_id
  return db
    .insertInto('office')
    .values({ base_code: `B${n}`, name: `拠点${n}`, acclimatised: true, ...values, company_id })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * The company of a row that a test knows by its number alone; queried first, because a cluster takes no subquery in an insert.
 */
const companyOf = async (table: 'office' | 'device' | 'app_user', number: string, id: number, db: Db): Promise<number> => {
  const { rows } = await sql<{ company_id: number }>`
    select t.company_id from ${sql.table(table)} t where t.${sql.ref(number)} = ${id}`.execute(db)
  if (rows[0] === undefined) throw new Error(`no ${table} ${id}`)
  return rows[0].company_id
}
const companyOfOffice = (db: Db, officeId: number) => companyOf('office', 'office_id', officeId, db)
const companyOfDevice = (db: Db, deviceId: number) => companyOf('device', 'device_id', deviceId, db)
const companyOfUser = (db: Db, userId: number) => companyOf('app_user', 'user_id', userId, db)

/** A group; of a site of its own unless given one. */
export const makeGroup = async (db: Db, values: Partial<Insertable<Database['work_group']>> = {}) => {
  const n = next()
  const office_id = values.office_id ?? (await makeOffice(db)).office_id
  return db
    .insertInto('work_group')
    .values({ code: `G${n}`, name: `グループ${n}`, company_id: await companyOfOffice(db, office_id), ...values, office_id })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Membership = { readonly company_id: number; readonly office_id: number; readonly group_id?: number | null }

const groupRoles: Partial<Record<Role, number>> = { GroupLeader: 1, GroupSubLeader: 2, User: 3 }

const membershipFor = (role: Role, membership: Membership) => {
  if (role === 'AdminUnitService') return { company_id: providerId }
  if (role === 'AdminUnitContract') return { company_id: membership.company_id }
  const inOffice = { company_id: membership.company_id, office_id: membership.office_id }
  const group_role = groupRoles[role]
  return membership.group_id === undefined || membership.group_id === null || group_role === undefined
    ? inOffice
    : { ...inOffice, group_id: membership.group_id, group_role }
}

/** A hash carries the cost by which it is checked: tests sign in by the hundred, and none of them is about how long that takes. */
export const hashCheaply = (password: string) => hash(password, { memoryCost: 1_024, timeCost: 1 })

/**
 * Somebody with a role at a place; the role decides how much of the place is theirs. Somebody with a `password` can sign in
 * with it.
 */
export const makeUser = async (
  db: Db,
  role: Role,
  membership: Membership = { company_id: 0, office_id: 0 },
  values: Partial<Insertable<Database['app_user']>> & { password?: string } = {},
) => {
  const n = next()
  const { password, ...columns } = values
  const login_id = columns.login_id ?? `user-${n}`
  const place = membershipFor(role, membership)
  if (columns.deleted_at === undefined) await claimLogin(db, { companyId: place.company_id, loginId: login_id })
  return db
    .insertInto('app_user')
    .values({
      login_id,
      password_hash: password === undefined ? null : await hashCheaply(password),
      full_name: `見守 太郎${n}`,
      furigana: `ミマモリ タロウ${n}`,
      role,
      ...place,
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Locks somebody out for a quarter of an hour, as ten wrong passwords do, at all places they have not signed in from. */
export const lockOut = (db: Db, person: { company_id: number; user_id: number }, now: Date) =>
  db
    .insertInto('sign_in_place')
    .values({
      company_id: person.company_id,
      user_id: person.user_id,
      address: '',
      failures: 10,
      locks: 1,
      locked_until: new Date(now.getTime() + 15 * 60_000),
    })
    .execute()

/** A device of a site. */
export const makeDevice = async (
  db: Db,
  kind: 'vital' | 'belt' | 'heat' | 'gateway' | 'barometer',
  officeId: number,
  values: Partial<Insertable<Database['device']>> = {},
) =>
  db
    .insertInto('device')
    .values({
      company_id: await companyOfOffice(db, officeId),
      office_id: officeId,
      kind,
      type: kind === 'belt' ? 2 : 1,
      serial: `S${next()}`,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

type StateValues = Omit<Updateable<Database['device_state']>, 'company_id' | 'device_id'>

/** The state of a device, as the ingestion leaves it: heard when its last reading was taken, unless said otherwise. */
export const setDeviceState = async (db: Db, deviceId: number, values: StateValues) => {
  const state = values.last_at === undefined ? values : { heard_at: values.last_at, ...values }
  return db
    .insertInto('device_state')
    .values({ company_id: await companyOfDevice(db, deviceId), device_id: deviceId, ...state })
    .onConflict((conflict) => conflict.columns(['company_id', 'device_id']).doUpdateSet(state))
    .execute()
}

/** Gives a device to a person, from long ago unless said otherwise. */
export const makeWear = async (db: Db, userId: number, deviceId: number, values: Partial<Insertable<Database['wear']>> = {}) =>
  db
    .insertInto('wear')
    .values({
      company_id: await companyOfUser(db, userId),
      user_id: userId,
      device_id: deviceId,
      slot: 'vital',
      worn_from: new Date('2020-01-01T00:00:00Z'),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** An ingest key of a site: `bearer` is what the sender shows. */
export const makeIngestKey = async (db: Db, officeId: number, values: Partial<Insertable<Database['ingest_key']>> = {}) => {
  const keyId = randomBytes(8).toString('hex')
  const secret = randomBytes(24).toString('base64url')
  await db
    .insertInto('ingest_key')
    .values({
      key_id: keyId,
      company_id: await companyOfOffice(db, officeId),
      office_id: officeId,
      name: `ゲート${next()}`,
      secret_hash: secretHash(secret),
      ...values,
    })
    .execute()
  return { keyId, secret, bearer: `Bearer ${keyId}.${secret}` }
}

/** A command to a device, handed out a minute ago and not answered, or what else the values make of it. */
export const makeDownlink = async (
  db: Db,
  device: { device_id: number; office_id: number },
  values: Partial<Insertable<Database['downlink']>> = {},
) => {
  const sent_at = new Date('2026-07-20T12:59:00+09:00')
  return db
    .insertInto('downlink')
    .values({
      company_id: await companyOfOffice(db, device.office_id),
      office_id: device.office_id,
      device_id: device.device_id,
      payload: JSON.stringify({ buzzer: '0' }),
      state: 'sent',
      created_by: '見守 太郎',
      created_at: sent_at,
      sent_at,
      next_try_at: sent_at,
      attempts: 1,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Signs somebody in without their password: the header their requests carry, and the session's id. */
export const signInAs = async ({ config, db, clock }: Context, userId: number) => {
  const sessionId = randomUUID()
  const now = clock()
  const expires_at = new Date(now.getTime() + 14 * 24 * 3_600_000)
  const { company_id: companyId } = await db
    .insertInto('session')
    .values({
      session_id: sessionId,
      company_id: await companyOfUser(db, userId),
      user_id: userId,
      token_hash: randomBytes(32),
      created_at: now,
      rotated_at: now,
      expires_at,
    })
    .returning('session.company_id')
    .executeTakeFirstOrThrow()
  const token = await accessTokens(config.jwtSecrets).sign({ companyId, userId, sessionId }, now)
  return { sessionId, headers: { authorization: `Bearer ${token}` } }
}

/** An open emergency of a person, or what else the values make of it. */
export const makeAlert = (
  db: Db,
  person: { user_id: number; company_id: number; office_id: number | null; group_id: number | null; full_name: string },
  values: Partial<Insertable<Database['alert']>> = {},
) =>
  db
    .insertInto('alert')
    .values({
      kind: 'emergency',
      company_id: person.company_id,
      office_id: person.office_id ?? 0,
      group_id: person.group_id,
      user_id: person.user_id,
      full_name: person.full_name,
      company_name: '会社',
      base_name: '拠点',
      level: 3,
      peak_level: 3,
      cause: '呼び出し',
      started_at: new Date('2026-07-20T12:50:00+09:00'),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A link of an office that is already made, to its wallboard unless another kind is given, and the header a screen sends by it. */
export const makeOfficeLink = async (db: Db, officeId: number, values: Partial<Insertable<Database['office_link']>> = {}) => {
  const [linkId, secret] = [randomBytes(8).toString('hex'), randomBytes(24).toString('base64url')]
  await db
    .insertInto('office_link')
    .values({
      company_id: await companyOfOffice(db, officeId),
      link_id: linkId,
      office_id: officeId,
      kind: 'wallboard',
      name: `事務所${next()}`,
      secret_hash: secretHash(secret),
      created_by: '見守 太郎',
      created_at: new Date('2026-07-20T09:00:00+09:00'),
      ...values,
    })
    .execute()
  return { linkId, secret, headers: { authorization: `Bearer ${linkId}.${secret}` } }
}

/** The first version of a site's reporting line and procedures, in force long since; one that is there stays. */
export const makeDuty = async (
  db: Db,
  { company_id, office_id }: { readonly company_id: number; readonly office_id: number },
  values: Partial<Insertable<Database['duty']>> = {},
) => {
  const made_at = new Date('2026-06-01T00:00:00+09:00')
  const maker = { made_at, made_by: 1, made_by_name: '管理' }
  const content = { line: '[]', employers: '[]', texts: '{}', valid_from: '2026-06-01', starts_at: made_at }
  await db
    .insertInto('duty')
    .values({ company_id, office_id, version: 1, ...content, ...maker, ...values })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
