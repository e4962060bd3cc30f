import { type RawBuilder, sql } from 'kysely'
import type { Role } from '@mimamori/contract'
import type { Db } from '../../platform/context.ts'
import { byColumn } from '../../platform/database/column-of.ts'
import { japanDay, japanDayRange } from '../../platform/japan-time.ts'
import type { Actor } from '../../platform/http/route.ts'
import { companyOf } from '../../shared/organisation/company-of.ts'
import { type PersonKey, providerId } from '../../shared/organisation/keys.ts'
import { claimLogin, releaseLogin } from '../../shared/accounts/login.ts'
import { customersOf } from '../../shared/organisation/scope.ts'
import { storedFields } from './columns.ts'
import type { Draft } from './draft.ts'
import { withinReach, withinReachEver } from './reach.ts'
import type { TableRow } from '../../platform/database/table-row.ts'

export type Locked = PersonKey & {
  readonly loginId: string
  readonly fullName: string
  readonly role: Role
  readonly version: number
  readonly officeId: number | null
  readonly groupId: number | null
  readonly workerCode: string | null
  readonly consentAt: Date | null
  readonly consentWithdrawnAt: Date | null
  readonly passwordHash: string | null
  readonly mustChangePassword: boolean
  readonly disabledAt: Date | null
  readonly deletedAt: Date | null
}

const lockWhere = async (db: Db, { companyId, userId }: PersonKey, isMeant: RawBuilder<boolean>): Promise<Locked | undefined> => {
  const { rows } = await sql<Locked>`
    select u.company_id as "companyId", u.user_id as "userId", u.login_id as "loginId", u.full_name as "fullName", u.role, u.version,
           u.office_id as "officeId", u.group_id as "groupId", u.worker_code as "workerCode", u.consent_at as "consentAt",
           u.consent_withdrawn_at as "consentWithdrawnAt", u.password_hash as "passwordHash",
           u.must_change_password as "mustChangePassword", u.disabled_at as "disabledAt", u.deleted_at as "deletedAt"
      from app_user u
     where u.company_id = ${companyId} and u.user_id = ${userId} and ${isMeant} for no key update`.execute(db)
  return rows[0]
}

/**
 * A person within the actor's reach, locked against other changes until the transaction ends; undefined where there is
 * none. Their readings are judged meanwhile: the ingestion holds their state before it writes their alerts.
 */
export const lockPerson = async (db: Db, actor: Actor, userId: number): Promise<Locked | undefined> => {
  const companyId = await companyOf(db, actor, 'app_user', userId)
  return companyId === undefined ? undefined : lockWhere(db, { companyId, userId }, withinReach(actor))
}

/** The same of somebody who may be deleted. */
export const lockPersonEver = async (db: Db, actor: Actor, userId: number): Promise<Locked | undefined> => {
  const companyId = await companyOf(db, actor, 'app_user', userId)
  return companyId === undefined ? undefined : lockWhere(db, { companyId, userId }, withinReachEver(actor))
}

/** The same of an account that nobody reaches for: what the ledger of erasures says is done again. */
export const lockAccount = (db: Db, person: PersonKey): Promise<Locked | undefined> => lockWhere(db, person, sql<boolean>`true`)

/** The name of a company in the actor's scope, which is kept from being deleted meanwhile; undefined for any other. */
export const lockCompanyShared = async (db: Db, actor: Actor, companyId: number): Promise<string | undefined> => {
  const { rows } = await sql<{ name: string }>`
    select c.name from company c
     where c.company_id = ${companyId} and ${customersOf(actor)} for key share`.execute(db)
  return rows[0]?.name
}

// A day becomes its beginning in Japan; the instant that was kept stays where it falls on that very day.
const instantOf = (day: string | null, storedInstant: Date | null): Date | null => {
  if (day === null) return null
  return storedInstant !== null && japanDay(storedInstant) === day ? storedInstant : japanDayRange(day).from
}

/** What a draft decides, by the columns that keep it: all but the company, which no row ever changes. */
const valuesOf = ({ companyId: _, consentAt, consentWithdrawnAt, ...fields }: Draft['fields'], saved?: Locked) => ({
  ...byColumn(storedFields, fields),
  ...(consentAt === undefined ? {} : { consent_at: instantOf(consentAt, saved?.consentAt ?? null) }),
  ...(consentWithdrawnAt === undefined ? {} : { consent_withdrawn_at: instantOf(consentWithdrawnAt, saved?.consentWithdrawnAt ?? null) }),
})

export type NewPerson = {
  readonly role: Role
  readonly loginId: string
  readonly passwordHash: string | null
  /** Whether somebody else chose the password. */
  readonly mustChangePassword: boolean
  readonly at: Date
  /** The account that this one follows, in another company: what no form shows goes along. */
  readonly follows?: Locked
}

/** Anyone who goes to another company continues signing in from where they did, and stays locked where they were. */
const takeSignInPlaces = async (db: Db, from: PersonKey, to: PersonKey): Promise<void> => {
  await sql`
    insert into sign_in_place (company_id, user_id, address, seen_at, failures, locks, locked_until)
    select ${to.companyId}, ${to.userId}, p.address, p.seen_at, p.failures, p.locks, p.locked_until from sign_in_place p
     where p.company_id = ${from.companyId} and p.user_id = ${from.userId}`.execute(db)
}

/** @throws a violation of `loginTaken` where somebody has the login ID */
export const insertPerson = async (db: Db, draft: Draft, person: NewPerson): Promise<PersonKey> => {
  const { role, loginId, passwordHash, mustChangePassword, at, follows } = person
  const { companyId } = draft.fields
  await claimLogin(db, { companyId, loginId })
  const { user_id } = await db
    .insertInto('app_user')
    .values({
      ...valuesOf(draft.fields, follows),
      company_id: companyId,
      role,
      login_id: loginId,
      password_hash: passwordHash,
      must_change_password: mustChangePassword,
      created_at: at,
      ...(follows === undefined ? {} : { disabled_at: follows.disabledAt }),
    })
    .returning('app_user.user_id')
    .executeTakeFirstOrThrow()
  if (follows !== undefined) await takeSignInPlaces(db, follows, { companyId, userId: user_id })
  return { companyId, userId: user_id }
}

export type Change = { readonly passwordHash: string | undefined; readonly movesOffice: boolean }

/**
 * Saves a draft over a locked person. Anyone who moves to another office leaves the group, which stays behind.
 * @throws as `insertPerson`
 */
export const updatePerson = async (db: Db, saved: Locked, draft: Draft, { passwordHash, movesOffice }: Change): Promise<void> => {
  const { companyId } = saved
  const { userName: loginId = saved.loginId } = draft.fields
  // The case of a login ID is only how it is written.
  const isRenamed = loginId.toLowerCase() !== saved.loginId.toLowerCase()
  if (isRenamed) await claimLogin(db, { companyId, loginId })
  await db
    .updateTable('app_user as u')
    .set({
      ...valuesOf(draft.fields, saved),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash, must_change_password: true }),
      ...(movesOffice && saved.groupId !== null ? { group_id: null, group_role: null, role: 'User' } : {}),
      version: saved.version + 1,
    })
    .where('u.company_id', '=', companyId)
    .where('u.user_id', '=', saved.userId)
    .execute()
  if (isRenamed) await releaseLogin(db, saved.loginId)
}

/**
 * Takes the places of the office that somebody leaves out of their state; times, levels and values go along. Before the
 * person's row where that changes its keys, as the ingestion locks them.
 */
export const forgetPlaces = async (db: Db, { companyId, userId }: PersonKey): Promise<void> => {
  await sql`
    update worker_state ws
       set gateway_id = null, wbgt_device_id = null, wbgt_source = null, latitude = null, longitude = null, changed_at = now()
     where ws.company_id = ${companyId} and ws.user_id = ${userId}`.execute(db)
}

/** A group that somebody left has changed: who has its form open must see that before saving it. */
export const noteDeparture = async (db: Db, { companyId, groupId }: Locked, at: Date): Promise<void> => {
  if (groupId === null) return
  await sql`
    update work_group g set version = g.version + 1, updated_at = ${at}
     where g.company_id = ${companyId} and g.group_id = ${groupId}`.execute(db)
}

/** Locks the service administrators who can sign in, and says who they are. */
export const lockServiceAdmins = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<TableRow<'app_user', 'user_id'>>`
    select u.user_id from app_user u
     where u.company_id = ${providerId} and u.role = 'AdminUnitService' and u.deleted_at is null and u.disabled_at is null
     order by u.user_id for update`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Marks a locked person's account as disabled from then on, or as not disabled. */
export const markDisabled = async (db: Db, { companyId, userId }: PersonKey, at: Date | null): Promise<void> => {
  await sql`
    update app_user u set disabled_at = ${at} where u.company_id = ${companyId} and u.user_id = ${userId}`.execute(db)
}

/** Whether somebody has still to answer an alert of the person, or a device may be about to raise one. */
export const hasOpenAlerts = async (db: Db, { companyId, userId }: PersonKey): Promise<boolean> => {
  const { rows } = await sql`
    (select 1 from alert a where a.company_id = ${companyId} and a.user_id = ${userId} and a.handling <> 'closed' and not a.withdrawn limit 1)
    union all
    (select 1 from device_alarm d where d.company_id = ${companyId} and d.user_id = ${userId} and d.state = 'pending' limit 1)`.execute(db)
  return rows.length > 0
}

/** Marks the person as gone and frees their login ID. The row stays: readings and alerts speak of them. */
export const markDeleted = async (db: Db, { companyId, userId, loginId: login_id }: Locked, at: Date): Promise<void> => {
  await sql`
    update app_user u set deleted_at = ${at}, group_id = null, group_role = null, version = u.version + 1
     where u.company_id = ${companyId} and u.user_id = ${userId}`.execute(db)
  await releaseLogin(db, login_id)
}
