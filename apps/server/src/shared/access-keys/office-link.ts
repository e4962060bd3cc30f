import { timingSafeEqual } from 'node:crypto'
import type { LinkKind } from '@mimamori/contract'
import type { Pool } from 'pg'
import type { AccessLink } from '../../platform/http/route.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import { reachableCompanies, refuseWhileAway } from '../cluster-health/reachable-companies.ts'
import { secretHash } from './ingest-key.ts'

type LinkRow = TableRow<'office_link', 'company_id' | 'office_id' | 'secret_hash'>

/** Records that links were used just now. People read the time: minutes are exact enough. */
export const noteLinkUse = async (pool: Pool, companyId: number, linkIds: readonly string[], now: Date): Promise<void> => {
  await pool.query(
    `update office_link l set last_used_at = $3
      where l.company_id = $1 and l.link_id = any($2::text[]) and (l.last_used_at is null or l.last_used_at < $3::timestamptz - interval '1 minute')`,
    [companyId, linkIds, now],
  )
}

/**
 * The link of a kind that has this id and secret, and notes its use. Undefined where there is none, or it is revoked, at its end,
 * of another kind or of an archived office. A link gives its site and no role: what it opens is what the calls of its kind answer.
 * @throws DatabaseAwayError where it may be one of a company that cannot be reached just now
 */
export const findOfficeLink = async (
  pool: Pool,
  kind: LinkKind,
  linkId: string,
  secret: string,
  now: Date,
): Promise<AccessLink | undefined> => {
  const reachable = await reachableCompanies(pool)
  const { rows } = await pool.query<LinkRow>({
    name: 'office-link',
    text: `
      select l.company_id, l.office_id, l.secret_hash
        from office_link l join office o on o.company_id = l.company_id and o.office_id = l.office_id and o.archived_at is null
       where l.link_id = $1 and l.kind = $4 and ($2::int[] is null or l.company_id = any($2)) and l.revoked_at is null
         and (l.ends_at is null or l.ends_at > $3)`,
    values: [linkId, reachable, now, kind],
  })
  const [row] = rows
  if (row === undefined) refuseWhileAway(reachable)
  if (row === undefined || !timingSafeEqual(row.secret_hash, secretHash(secret))) return undefined
  await noteLinkUse(pool, row.company_id, [linkId], now)
  return { kind, linkId, companyId: row.company_id, officeId: row.office_id }
}
