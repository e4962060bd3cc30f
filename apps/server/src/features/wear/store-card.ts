import { sql } from 'kysely'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'

type NewCard = PersonKey & { readonly code: string; readonly secretHash: Buffer }

/** A card as it was read; null where there was none. */
type FormerCard = { readonly code: string | null; readonly secretHash: Buffer | null }

/**
 * Stores a card instead of the one before, whose PIN, time to choose one, wrong tries and lock go with it.
 * @param onlyFrom the card that it replaces; where another one came meanwhile, that one stays
 * @returns whether it was stored
 */
export const storeCard = async (
  db: Db,
  { companyId, userId, code, secretHash }: NewCard,
  now: Date,
  { onlyFrom }: { readonly onlyFrom?: FormerCard } = {},
): Promise<boolean> => {
  const isMeant =
    onlyFrom === undefined
      ? sql`true`
      : sql`c.secret_hash is not distinct from ${onlyFrom.secretHash} and c.code is not distinct from ${onlyFrom.code}`
  const { numAffectedRows } = await sql`
    insert into worker_card as c (company_id, user_id, code, secret_hash, made_at)
    values (${companyId}, ${userId}, ${code}, ${secretHash}, ${now})
    on conflict (company_id, user_id) do update
       set code = excluded.code, secret_hash = excluded.secret_hash, sealed_secret = null, made_at = excluded.made_at, pin_hash = null,
           pin_open_until = null, pin_failures = 0, pin_locks = 0, pin_locked_until = null
     where ${isMeant}`.execute(db)
  return numAffectedRows === 1n
}
