import { randomBytes } from 'node:crypto'
import type { AnswerOf, ingestKey } from '@mimamori/contract'
import { type By, writeAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { secretHash } from '../organisation/ingest-key.ts'
import { holdSite, lockKey, type Site } from './store.ts'

type Doing = Pick<Context, 'db' | 'clock'>

const about = (site: Site, keyId: string, by: By, at: Date) => ({
  at,
  actor: by.actor,
  address: by.address,
  resource: 'ingestKey',
  resourceId: keyId,
  ...site,
})

/**
 * Makes a key of a site. Its secret, of 192 random bits, is in the answer and nowhere else; what is kept is a hash.
 * @throws Refusal 404 out of scope, 400 where a living key of the site has the name
 */
export const createKey = (
  { db, clock }: Doing,
  by: By,
  officeId: number,
  name: string,
): Promise<Omit<AnswerOf<typeof ingestKey.create>, 'mqtt'>> =>
  db.transaction().execute(async (trx) => {
    const site = await holdSite(trx, by.actor, officeId)
    if (site === undefined) throw notFound()
    const [id, secret] = [randomBytes(8).toString('hex'), randomBytes(24).toString('base64url')]
    const at = clock()
    await trx
      .insertInto('ingest_key')
      .values({ key_id: id, office_id: officeId, name, secret_hash: secretHash(secret), created_at: at })
      .execute()
    await writeAudit(trx, { ...about(site, id, by, at), action: 'create', after: { id, name } })
    return { id, secret, name }
  })

/**
 * Takes a key out of force: over HTTP from the next request on, over MQTT within about a second. A key that was taken
 * out already stays as it is.
 * @throws Refusal 404 out of scope, or where the site has no such key
 */
export const revokeKey = ({ db, clock }: Doing, by: By, officeId: number, keyId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const site = await holdSite(trx, by.actor, officeId)
    const key = site === undefined ? undefined : await lockKey(trx, officeId, keyId)
    if (site === undefined || key === undefined) throw notFound()
    if (key.revokedAt !== null) return
    const at = clock()
    await trx.updateTable('ingest_key').set({ revoked_at: at }).where('ingest_key.key_id', '=', keyId).execute()
    await writeAudit(trx, { ...about(site, keyId, by, at), action: 'delete', before: { id: keyId, name: key.name } })
  })
