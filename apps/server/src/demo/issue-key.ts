import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { Context } from '../platform/context.ts'
import { checkKey, secretHash } from '../shared/access-keys/ingest-key.ts'
import type { OfficeKey } from '../shared/organisation/keys.ts'

/** A new key for a site; those of earlier starts, whose secrets are lost, end. */
export const issueKey = async (
  pool: Pool,
  { companyId, officeId }: OfficeKey,
  keyName = 'デモ用の親機',
  isTrial = false,
): Promise<string> => {
  await pool.query(
    `update ingest_key k set revoked_at = now()
      where k.company_id = $1 and k.office_id = $2 and k.name = $3 and k.revoked_at is null`,
    [companyId, officeId, keyName],
  )
  const keyId = randomBytes(8).toString('hex')
  const secret = randomBytes(24).toString('base64url')
  await pool.query('insert into ingest_key (company_id, key_id, office_id, name, secret_hash, is_trial) values ($1, $2, $3, $4, $5, $6)', [
    companyId,
    keyId,
    officeId,
    keyName,
    secretHash(secret),
    isTrial,
  ])
  return `${keyId}.${secret}`
}

/** Whether a key of an earlier start is still good at the site. */
export const isLive = async ({ pool, clock }: Pick<Context, 'pool' | 'clock'>, key: string, officeId: number): Promise<boolean> => {
  const dot = key.indexOf('.')
  return (await checkKey({ pool, clock }, key.slice(0, dot), key.slice(dot + 1)))?.officeId === officeId
}
