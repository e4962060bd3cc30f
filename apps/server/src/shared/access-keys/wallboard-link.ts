import { timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import type { Reader } from '../../platform/http/route.ts'
import { reachableCompanies, refuseWhileAway } from '../cluster-health/reachable-companies.ts'
import { secretHash } from './ingest-key.ts'

type LinkRow = { readonly company_id: number; readonly office_id: number; readonly link_id: string; readonly secret_hash: Buffer }

/** Records that links were used just now. People read the time: minutes are exact enough. */
export const noteLinkUse = async (pool: Pool, companyId: number, linkIds: readonly string[], now: Date): Promise<void> => {
  await pool.query(
    `update wallboard_link l set last_used_at = $3
      where l.company_id = $1 and l.link_id = any($2::text[]) and (l.last_used_at is null or l.last_used_at < $3::timestamptz - interval '1 minute')`,
    [companyId, linkIds, now],
  )
}

/**
 * Who reads by a link: they see what the site's administrator sees, of that one site. Undefined where no valid link has
 * the id and the secret.
 */
export const findLinkReader = async (pool: Pool, id: string, secret: string, now: Date): Promise<Reader | undefined> => {
  const atHand = await reachableCompanies(pool)
  const { rows } = await pool.query<LinkRow>({
    name: 'wallboard-link',
    text: `
      select l.company_id, l.office_id, l.link_id, l.secret_hash
        from wallboard_link l join office o on o.company_id = l.company_id and o.office_id = l.office_id and o.archived_at is null
       where l.link_id = $1 and ($2::int[] is null or l.company_id = any($2)) and l.revoked_at is null
         and (l.ends_at is null or l.ends_at > $3)`,
    values: [id, atHand, now],
  })
  const [link] = rows
  if (link === undefined) refuseWhileAway(atHand)
  if (link === undefined || !timingSafeEqual(link.secret_hash, secretHash(secret))) return undefined
  const { company_id: companyId, office_id: officeId, link_id: linkId } = link
  await noteLinkUse(pool, companyId, [linkId], now)
  return { role: 'HeadquartersAdmin', companyId, officeId, groupId: null, userId: 0, linkId, sessionId: null }
}
