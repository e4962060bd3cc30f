import {
  type AnswerOf,
  type ApiTokenRow,
  type apiToken,
  type BodyOf,
  message,
  readKeyDays,
  type ReadScope,
  readScopeNames,
} from '@mimamori/contract'
import { dayMs } from '@mimamori/contract/day'
import { sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { japanDay } from '../../platform/japan-time.ts'
import { endAfter } from '../../shared/access-keys/end-after.ts'
import { newReadKey } from '../../shared/access-keys/read-key.ts'
import { refuseArchived } from '../../shared/organisation/archived-offices.ts'
import { customersOf } from '../../shared/organisation/scope.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import { findReadKeyRow, lockReadKey } from './store.ts'

const about = (companyId: number, keyId: string, { actor, address }: Requester, at: Date) => ({
  at,
  actor,
  address,
  resource: 'apiToken',
  resourceId: keyId,
  companyId,
  officeId: null,
})

/** Health values leave a company only where its own administrator allows it. @throws Refusal 400 for anybody else */
const refuseVitalsOf = (scopes: readonly ReadScope[], { role }: Actor): void => {
  if (scopes.includes('vitals') && role !== 'AdminUnitContract') throw badRequest(message('apiTokenHealthByCompany'))
}

/** Prevents a company's deletion until the transaction ends. @throws Refusal 404 where it is not the actor's */
const lockCompanyShared = async (trx: Db, actor: Actor, companyId: number): Promise<void> => {
  const { rows } = await sql`select from company c where c.company_id = ${companyId} and ${customersOf(actor)} for key share`.execute(trx)
  if (rows.length === 0) throw notFound()
}

type Place = { readonly office_id: number; readonly name: string; readonly is_archived: boolean }

/** The names of a company's open sites. @throws Refusal 404 where one is not the company's, 403 where one is archived */
const namesOfOffices = async (trx: Db, companyId: number, officeIds: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<Place>`
    select o.office_id, o.name, o.archived_at is not null as is_archived from office o
     where o.company_id = ${companyId} and o.office_id = any(${officeIds}::int[]) order by o.office_id for key share`.execute(trx)
  if (rows.length < officeIds.length) throw notFound()
  for (const { office_id: officeId, is_archived: isArchived } of rows) if (isArchived) await refuseArchived(trx, { companyId, officeId })
  return rows.map(({ name }) => name)
}

type NewKey = {
  readonly companyId: number
  readonly officeIds: readonly number[] | null
  readonly name: string
  readonly scopes: readonly ReadScope[]
  readonly endsAt: Date | null
}

/** Stores a key under the next number of its company, and answers its own number and its secret. */
const insertKey = async (trx: Db, { companyId, officeIds, name, scopes, endsAt }: NewKey, createdBy: string, at: Date) => {
  const { keyId, secret, hash } = newReadKey()
  // Two keys at once would take the same number.
  await sql`select pg_advisory_xact_lock(hashtext('read key'), ${companyId})`.execute(trx)
  await sql`
    insert into read_key (company_id, key_id, number, name, scopes, office_ids, secret_hash, created_at, created_by, ends_at)
    values (${companyId}, ${keyId}, ${await nextNumber(trx, companyId)}, ${name}, ${scopes}, ${officeIds}, ${hash}, ${at}, ${createdBy}, ${endsAt})`.execute(
    trx,
  )
  return { keyId, secret }
}

const nextNumber = async (trx: Db, companyId: number): Promise<number> => {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(k.number), 0) + 1 as next from read_key k where k.company_id = ${companyId}`.execute(trx)
  return rows[0]?.next ?? 1
}

/**
 * Makes a read key of a company or of some of its sites. Its secret is only in the answer; what is stored is a hash.
 * @throws Refusal 404 where the company or a site is not the actor's, 403 where a site is archived, 400 where the scopes hold what the
 * actor may not give, the end has passed, or a key of the company that is not stopped has the name
 */
export const createReadKey = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  requester: Requester,
  draft: BodyOf<typeof apiToken.create>,
): Promise<AnswerOf<typeof apiToken.create>> =>
  db.transaction().execute(async (trx) => {
    const { actor } = requester
    const { companyId, name } = draft
    const at = clock()
    await lockCompanyShared(trx, actor, companyId)
    const scopes = [...new Set(draft.scopes)]
    if (scopes.every((scope) => scope === 'vitals')) throw badRequest(message('apiTokenHealthAlone'))
    refuseVitalsOf(scopes, actor)
    const officeIds =
      draft.officeIds === undefined || draft.officeIds === null || draft.officeIds.length === 0 ? null : [...new Set(draft.officeIds)]
    const names = officeIds === null ? [] : await namesOfOffices(trx, companyId, officeIds)
    const endsOn = draft.endsOn ?? japanDay(new Date(at.getTime() + readKeyDays * dayMs))
    const { keyId, secret } = await insertKey(trx, { companyId, officeIds, name, scopes, endsAt: endAfter(endsOn, at) }, actor.fullName, at)
    const after = {
      id: keyId,
      name,
      scopes: scopes.map((scope) => readScopeNames[scope]).join('、'),
      offices: officeIds === null ? 'すべて' : names.join('、'),
      endsOn,
    }
    await writeAudit(trx, { ...about(companyId, keyId, requester, at), action: 'create', after })
    return { ...(await findReadKeyRow(trx, actor, keyId, at)), secret }
  })

/**
 * Gives a key another last day; notices start again. One that has ended is good again.
 * @throws Refusal 404 out of scope, 400 where it is stopped, the end has passed, or it holds what the actor may not give
 */
export const extendReadKey = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  requester: Requester,
  keyId: string,
  endsOn: string,
): Promise<ApiTokenRow> =>
  db.transaction().execute(async (trx) => {
    const at = clock()
    const key = await lockReadKey(trx, requester.actor, keyId, at)
    if (key.isStopped) throw badRequest(message('apiTokenStopped'))
    refuseVitalsOf(key.scopes, requester.actor)
    await sql`
      update read_key k set ends_at = ${endAfter(endsOn, at)}, told_days_before = null
       where k.company_id = ${key.companyId} and k.key_id = ${keyId}`.execute(trx)
    const named = (end: string) => ({ id: keyId, name: key.name, endsOn: end })
    const change = { action: 'update', before: named(key.endsOn), after: named(endsOn) }
    await writeAudit(trx, { ...about(key.companyId, keyId, requester, at), ...change })
    return findReadKeyRow(trx, requester.actor, keyId, at)
  })

/** Stops a key: its next call is refused. One that is stopped already stays as it is. @throws Refusal 404 out of scope */
export const stopReadKey = ({ db, clock }: Pick<Context, 'db' | 'clock'>, requester: Requester, keyId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const at = clock()
    const { companyId, name, isStopped } = await lockReadKey(trx, requester.actor, keyId, at)
    if (isStopped) return
    await sql`
      update read_key k set stopped_at = ${at}, stopped_by = ${requester.actor.fullName}
       where k.company_id = ${companyId} and k.key_id = ${keyId}`.execute(trx)
    await writeAudit(trx, { ...about(companyId, keyId, requester, at), action: 'delete', before: { id: keyId, name } })
  })
