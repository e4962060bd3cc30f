import { randomBytes } from 'node:crypto'
import { type LinkKind, siteReportPath } from '@mimamori/contract'
import type { Pool } from 'pg'
import { secretHash } from '../shared/access-keys/ingest-key.ts'
import { findOfficeLink } from '../shared/access-keys/office-link.ts'
import type { OfficeKey } from '../shared/organisation/keys.ts'

type DemoLink = { readonly kind: LinkKind; readonly name: string; readonly path: (officeId: number) => string }

const board: DemoLink = { kind: 'wallboard', name: 'デモの画面', path: (officeId) => `/wallboard?OfficeId=${officeId}` }
/** The poster's name is the place where it is. */
const poster: DemoLink = { kind: 'poster', name: '東側 外部足場 2段目　昇降口', path: () => siteReportPath }

/** A new link for a site; those of earlier starts, whose secrets are lost, end. */
const issueLink = async (pool: Pool, { companyId, officeId }: OfficeKey, { kind, name }: DemoLink): Promise<string> => {
  await pool.query(
    `update office_link l set revoked_at = now(), revoked_by = $4
      where l.company_id = $1 and l.office_id = $2 and l.kind = $5 and l.name = $3 and l.revoked_at is null`,
    [companyId, officeId, name, 'デモ', kind],
  )
  const [linkId, secret] = [randomBytes(8).toString('hex'), randomBytes(24).toString('base64url')]
  await pool.query(
    `insert into office_link (company_id, link_id, office_id, kind, name, secret_hash, created_by, created_at)
     values ($1, $2, $3, $7, $4, $5, $6, now())`,
    [companyId, linkId, officeId, name, secretHash(secret), 'デモ', kind],
  )
  return `${linkId}.${secret}`
}

const ensureLink = async (pool: Pool, office: OfficeKey, link: DemoLink, noted: string | undefined): Promise<string> => {
  const [linkId = '', secret = ''] = (noted?.split('#')[1] ?? '').split('.')
  const found = await findOfficeLink(pool, link.kind, linkId, secret, new Date())
  if (found?.officeId === office.officeId && noted !== undefined) return noted
  return `${link.path(office.officeId)}#${await issueLink(pool, office, link)}`
}

/** Path and link of a site's wallboard: those of an earlier start while they are good, so that its screen continues. */
export const ensureWallboard = (pool: Pool, office: OfficeKey, noted: string | undefined): Promise<string> =>
  ensureLink(pool, office, board, noted)

/** Path and link of the page behind a site's poster, as `ensureWallboard`. */
export const ensurePoster = (pool: Pool, office: OfficeKey, noted: string | undefined): Promise<string> =>
  ensureLink(pool, office, poster, noted)
