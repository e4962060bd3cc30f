import { randomBytes } from 'node:crypto'
import type { AnswerOf, BodyOf, ingestKey } from '@mimamori/contract'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { announceKeys, secretHash } from '../../shared/access-keys/ingest-key.ts'
import { endAfter } from '../../shared/access-keys/end-after.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { lockOfficeShared } from '../../shared/organisation/office-lock.ts'
import { lockKey } from './store.ts'

const about = (office: OfficeKey, keyId: string, requester: Requester, at: Date) => ({
  at,
  actor: requester.actor,
  address: requester.address,
  resource: 'ingestKey',
  resourceId: keyId,
  ...office,
})

type MadeKey = Pick<AnswerOf<typeof ingestKey.create>, 'id' | 'secret' | 'name'>

/**
 * Makes a key of an office in the transaction of `db`, on record. Its secret, of 192 random bits, is only in the answer; what is
 * stored is a hash.
 * @throws Refusal 404 out of scope, 400 where the end has passed; a violation of its constraint where a valid key of the office has the name
 */
export const makeKey = async (
  db: Db,
  requester: Requester,
  officeId: number,
  { name, endsOn, trial }: BodyOf<typeof ingestKey.create>,
  at: Date,
): Promise<MadeKey> => {
  const office = await lockOfficeShared(db, requester.actor, officeId)
  const [id, secret] = [randomBytes(8).toString('hex'), randomBytes(24).toString('base64url')]
  await db
    .insertInto('ingest_key')
    .values({
      key_id: id,
      company_id: office.companyId,
      office_id: officeId,
      name,
      secret_hash: secretHash(secret),
      created_at: at,
      ends_at: endAfter(endsOn, at),
      is_trial: trial,
    })
    .execute()
  await writeAudit(db, { ...about(office, id, requester, at), action: 'create', after: { id, name, endsOn, trial } })
  await announceKeys(db)
  return { id, secret, name }
}

/**
 * Makes a key of an office.
 * @throws Refusal 404 out of scope, 400 where a valid key of the office has the name, or the end has passed
 */
export const createKey = (
  { db, clock }: Context,
  requester: Requester,
  officeId: number,
  draft: BodyOf<typeof ingestKey.create>,
): Promise<MadeKey> => db.transaction().execute((trx) => makeKey(trx, requester, officeId, draft, clock()))

/**
 * Gives a key another end, or none; notices start again. One that has ended is good again.
 * @throws Refusal 404 out of scope, or where the office has no such key that is not revoked; 400 where the end has passed
 */
export const changeKeyEnd = (
  { db, clock }: Context,
  requester: Requester,
  officeId: number,
  keyId: string,
  endsOn: string | null,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const office = await lockOfficeShared(trx, requester.actor, officeId)
    const key = await lockKey(trx, office, keyId)
    if (key === undefined || key.revokedAt !== null) throw notFound()
    const at = clock()
    await trx
      .updateTable('ingest_key as k')
      // An ended key is no longer subscribed to at an outside broker; the process that reads there notes it again.
      .set({ ends_at: endAfter(endsOn, at), told_days_before: null, subscribed_at: null })
      .where('k.company_id', '=', office.companyId)
      .where('k.key_id', '=', keyId)
      .execute()
    const named = (end: string | null) => ({ id: keyId, name: key.name, endsOn: end })
    await writeAudit(trx, { ...about(office, keyId, requester, at), action: 'update', before: named(key.endsOn), after: named(endsOn) })
    await announceKeys(trx)
  })

/**
 * Revokes a key: over HTTP from the next request on, over MQTT within about a second. A key that is revoked already
 * stays as it is.
 * @throws Refusal 404 out of scope, or where the office has no such key
 */
export const revokeKey = ({ db, clock }: Context, requester: Requester, officeId: number, keyId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const office = await lockOfficeShared(trx, requester.actor, officeId)
    const key = await lockKey(trx, office, keyId)
    if (key === undefined) throw notFound()
    if (key.revokedAt !== null) return
    const at = clock()
    await trx
      .updateTable('ingest_key as k')
      .set({ revoked_at: at })
      .where('k.company_id', '=', office.companyId)
      .where('k.key_id', '=', keyId)
      .execute()
    await writeAudit(trx, { ...about(office, keyId, requester, at), action: 'delete', before: { id: keyId, name: key.name } })
    await announceKeys(trx)
  })
