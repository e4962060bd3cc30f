import { randomBytes } from 'node:crypto'
import type { AnswerOf, ingestKey } from '@mimamori/contract'
import { type Requester, writeAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { secretHash } from '../organisation/ingest-key.ts'
import type { OfficeKey } from '../organisation/keys.ts'
import { keepOffice } from '../organisation/office-lock.ts'
import { lockKey } from './store.ts'

const about = (office: OfficeKey, keyId: string, requester: Requester, at: Date) => ({
  at,
  actor: requester.actor,
  address: requester.address,
  resource: 'ingestKey',
  resourceId: keyId,
  ...office,
})

/**
 * Makes a key of an office. Its secret, of 192 random bits, is in the answer and nowhere else; what is kept is a hash.
 * @throws Refusal 404 out of scope, 400 where a valid key of the office has the name
 */
export const createKey = (
  { db, clock }: Context,
  requester: Requester,
  officeId: number,
  name: string,
): Promise<Omit<AnswerOf<typeof ingestKey.create>, 'mqtt'>> =>
  db.transaction().execute(async (trx) => {
    const office = await keepOffice(trx, requester.actor, officeId)
    const [id, secret] = [randomBytes(8).toString('hex'), randomBytes(24).toString('base64url')]
    const at = clock()
    await trx
      .insertInto('ingest_key')
      .values({ key_id: id, company_id: office.companyId, office_id: officeId, name, secret_hash: secretHash(secret), created_at: at })
      .execute()
    await writeAudit(trx, { ...about(office, id, requester, at), action: 'create', after: { id, name } })
    return { id, secret, name }
  })

/**
 * Revokes a key: over HTTP from the next request on, over MQTT within about a second. A key that is revoked already
 * stays as it is.
 * @throws Refusal 404 out of scope, or where the office has no such key
 */
export const revokeKey = ({ db, clock }: Context, requester: Requester, officeId: number, keyId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const office = await keepOffice(trx, requester.actor, officeId)
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
  })
