import { createHash, timingSafeEqual } from 'node:crypto'
import { type IngestWay, ingestWays } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { Counter } from 'prom-client'
import type { Context, Db } from '../../platform/context.ts'
import type { Sender } from '../../platform/http/route.ts'
import { reachableCompanies } from '../cluster-health/reachable-companies.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import { readBearer } from './bearer.ts'
import { createCompanyLookup } from './company-lookup.ts'

export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** The channel that announces to processes that read from a broker outside that an ingest key was made, changed or revoked. */
export const keysChannel = 'ingest_keys'

/** Tells those processes. Call it in the transaction that changes the key. */
export const announceKeys = async (db: Db): Promise<void> => {
  await sql`select pg_notify(${keysChannel}, '')`.execute(db)
}

/** Why a key is no longer good. */
export type KeyEnd = 'revoked' | 'ended'

type KeyRow = Sender & { readonly secretHash: Buffer }
type AnyKeyRow = KeyRow & { readonly revokedAt: Date | null; readonly endsAt: Date | null }

const refusals = new Counter({
  name: 'mimamori_keys_refused_total',
  help: 'Ingest keys that were refused: unknown or with a wrong secret, revoked, or at their end',
  labelNames: ['reason', 'by'] as const,
})
for (const reason of ['unknown', 'revoked', 'ended'] as const) for (const by of ingestWays) refusals.inc({ reason, by }, 0)

type OnEndedKey = (sender: Sender, end: KeyEnd, via: IngestWay) => void
const endedKeyListeners = new WeakMap<Pool, OnEndedKey>()

/** Has it noted where somebody signs in with the right secret of a key that is revoked or at its end. */
export const onEndedKey = ({ pool }: Pick<Context, 'pool'>, listener: OnEndedKey): void => void endedKeyListeners.set(pool, listener)

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

const findInCompany = createCompanyLookup()

const findAnyKey = ({ pool }: Pick<Context, 'pool'>, keyId: string): Promise<AnyKeyRow | undefined> =>
  findInCompany(pool, keyId, async (among) => {
    const { rows } = await pool.query<AnyKeyRow>({
      name: 'ingest-key',
      text: `
      select k.key_id as "keyId", k.company_id as "companyId", k.office_id as "officeId", k.secret_hash as "secretHash",
             k.is_trial as "isTrial", k.revoked_at as "revokedAt", k.ends_at as "endsAt"
        from ingest_key k
        join office o on o.company_id = k.company_id and o.office_id = k.office_id and o.archived_at is null
       where k.key_id = $1 and ($2::int[] is null or k.company_id = any($2))`,
      values: [keyId, among],
    })
    return rows[0]
  })

const endOf = ({ revokedAt, endsAt }: AnyKeyRow, now: Date): KeyEnd | null => {
  if (revokedAt !== null) return 'revoked'
  return endsAt !== null && endsAt <= now ? 'ended' : null
}

/**
 * The key with that id, unless unknown, revoked or at its end, or of an archived office.
 * @throws DatabaseAwayError where it may be one of a company that cannot be reached just now
 */
export const findKey = async (context: Pick<Context, 'pool' | 'clock'>, keyId: string): Promise<KeyRow | undefined> => {
  const found = await findAnyKey(context, keyId)
  return found === undefined || endOf(found, context.clock()) !== null ? undefined : found
}

/** The senders' keys that were revoked, came to their end, are gone or are of an archived office; not those of companies that cannot be reached just now. */
export const endedKeys = async ({ pool, clock }: Pick<Context, 'pool' | 'clock'>, senders: readonly Sender[]): Promise<Set<string>> => {
  const atHand = await reachableCompanies(pool)
  const reachable = atHand === null ? senders : senders.filter(({ companyId }) => atHand.includes(companyId))
  const { rows } = await pool.query<TableRow<'ingest_key', 'key_id'>>({
    name: 'ingest-keys-live',
    text: `
      select k.key_id from ingest_key k
        join office o on o.company_id = k.company_id and o.office_id = k.office_id and o.archived_at is null
       where k.company_id = any($3::int[]) and k.key_id = any($1::text[]) and k.revoked_at is null and (k.ends_at is null or k.ends_at > $2)`,
    values: [reachable.map(({ keyId }) => keyId), clock(), [...new Set(reachable.map(({ companyId }) => companyId))]],
  })
  const live = new Set(rows.map((row) => row.key_id))
  return new Set(reachable.flatMap(({ keyId }) => (live.has(keyId) ? [] : [keyId])))
}

/** Checks id and secret; undefined where no valid key has them. The secret is random, so a plain hash is enough. */
export const checkKey = async (
  context: Pick<Context, 'pool' | 'clock'>,
  keyId: string,
  secret: string,
  via: IngestWay = 'http',
): Promise<Sender | undefined> => {
  const found = await findAnyKey(context, keyId)
  if (found === undefined || !timingSafeEqual(found.secretHash, secretHash(secret))) {
    refusals.inc({ reason: 'unknown', by: via })
    return undefined
  }
  const { companyId, officeId, isTrial } = found
  const sender = { keyId, companyId, officeId, ...(isTrial === true && { isTrial }) }
  const end = endOf(found, context.clock())
  if (end !== null) {
    refusals.inc({ reason: end, by: via })
    endedKeyListeners.get(context.pool)?.(sender, end, via)
    return undefined
  }
  await noteUse(context, sender)
  return sender
}

/** The sender whose key is in the header as `Bearer <id>.<secret>`; undefined where it is no valid key. */
export const findSender = async (
  context: Pick<Context, 'pool' | 'clock'>,
  authorization: string | undefined,
): Promise<Sender | undefined> => {
  const bearer = readBearer(authorization)
  return bearer === undefined ? undefined : checkKey(context, bearer.id, bearer.secret, 'http')
}
