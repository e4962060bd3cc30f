import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { secretHash } from '../shared/access-keys/ingest-key.ts'
import type { OfficeKey } from '../shared/organisation/keys.ts'
import { findOfficeLink } from '../shared/access-keys/office-link.ts'

const linkName = 'デモの画面'

const pathOf = (officeId: number, link: string) => `/wallboard?OfficeId=${officeId}#${link}`

/** A new link for a site; those of earlier starts, whose secrets are lost, end. */
const issueLink = async (pool: Pool, { companyId, officeId }: OfficeKey): Promise<string> => {
  await pool.query(
    `update office_link l set revoked_at = now(), revoked_by = $4
      where l.company_id = $1 and l.office_id = $2 and l.kind = 'wallboard' and l.name = $3 and l.revoked_at is null`,
    [companyId, officeId, linkName, 'デモ'],
  )
  const [linkId, secret] = [randomBytes(8).toString('hex'), randomBytes(24).toString('base64url')]
  await pool.query(
    `insert into office_link (company_id, link_id, office_id, kind, name, secret_hash, created_by, created_at)
     values ($1, $2, $3, 'wallboard', $4, $5, $6, now())`,
    [companyId, linkId, officeId, linkName, secretHash(secret), 'デモ'],
  )
  return `${linkId}.${secret}`
}

/** Path and link of a site's wallboard: those of an earlier start while they are good, so that its screen continues. */
export const ensureWallboard = async (pool: Pool, office: OfficeKey, noted: string | undefined): Promise<string> => {
  const [linkId = '', secret = ''] = (noted?.split('#')[1] ?? '').split('.')
  const link = await findOfficeLink(pool, 'wallboard', linkId, secret, new Date())
  return link?.officeId === office.officeId && noted !== undefined ? noted : pathOf(office.officeId, await issueLink(pool, office))
}
