import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import type { Context, Db } from '../platform/context.ts'
import type { Sender } from '../platform/route.ts'

export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The channel on which processes that read from a broker outside hear that an ingest key was made, changed or revoked. */
export const keysChannel = 'ingest_keys'

/** Tells those processes. Call it in the transaction that changes the key. */
export const announceKeys = async (db: Db): Promise<void> => {
  await sql`select pg_notify(${keysChannel}, '')`.execute(db)
}

type KeyRow = Sender & { readonly secretHash: Buffer }

// People read the time of last use: minutes are exact enough, and save a round trip per request.
const touchEveryMs = 60_000
const touchedAt = new WeakMap<Pool, Map<string, number>>()

const touchStatement = `
  update ingest_key k set last_used_at = now()
   where k.company_id = $2 and k.key_id = $1 and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute')`

/** Records that a valid key was used, at most once a minute from this process. */
export const noteUse = async ({ pool }: Pick<Context, 'pool'>, { companyId, keyId }: Sender): Promise<void> => {
  const touched = touchedAt.get(pool) ?? new Map<string, number>()
  touchedAt.set(pool, touched)
  const now = performance.now()
  if (now - (touched.get(keyId) ?? Number.NEGATIVE_INFINITY) < touchEveryMs) return
  touched.set(keyId, now)
  await pool.query(touchStatement, [keyId, companyId])
}

/** The key with that id, unless unknown, revoked or at its end. */
export const findKey = async ({ pool, clock }: Pick<Context, 'pool' | 'clock'>, keyId: string): Promise<KeyRow | undefined> => {
  const { rows } = await pool.query<KeyRow>({
    name: 'ingest-key',
    text: `
      select k.key_id as "keyId", k.company_id as "companyId", k.office_id as "officeId", k.secret_hash as "secretHash"
        from ingest_key k where k.key_id = $1 and k.revoked_at is null and (k.ends_at is null or k.ends_at > $2)`,
    values: [keyId, clock()],
  })
  return rows[0]
}

/** The keys among these that exist and are neither revoked nor at their end. */
export const liveKeys = async ({ pool, clock }: Pick<Context, 'pool' | 'clock'>, keyIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await pool.query<{ key_id: string }>({
    name: 'ingest-keys-live',
    text: `
      select k.key_id from ingest_key k
       where k.key_id = any($1::text[]) and k.revoked_at is null and (k.ends_at is null or k.ends_at > $2)`,
    values: [keyIds, clock()],
  })
  return new Set(rows.map((row) => row.key_id))
}

/** Checks id and secret; undefined where no valid key has them. The secret is random, so a plain hash is enough. */
export const checkKey = async (context: Pick<Context, 'pool' | 'clock'>, keyId: string, secret: string): Promise<Sender | undefined> => {
  const found = await findKey(context, keyId)
  if (found === undefined || !timingSafeEqual(found.secretHash, secretHash(secret))) return undefined
  const { companyId, officeId } = found
  await noteUse(context, { keyId, companyId, officeId })
  return { keyId, companyId, officeId }
}

/** The sender whose key is in the header as `Bearer <id>.<secret>`; undefined where it is no valid key. */
export const findSender = async (
  context: Pick<Context, 'pool' | 'clock'>,
  authorization: string | undefined,
): Promise<Sender | undefined> => {
  const [, keyId, secret] = /^Bearer +([^.\s]+)\.(\S+)$/i.exec(authorization ?? '') ?? []
  return keyId === undefined || secret === undefined ? undefined : checkKey(context, keyId, secret)
}
