import { randomBytes } from 'node:crypto'
import type { LinkKind, MadeOfficeLink, OfficeLinkDraft, OfficeLinkRow } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Requester } from '../../platform/audit.ts'
import type { Db } from '../../platform/context.ts'
import type { TableRow } from '../../platform/database/table-row.ts'
import { notFound } from '../../platform/errors.ts'
import { lastDayBefore, toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import type { OfficeKey } from '../organisation/keys.ts'
import { lockOfficeShared } from '../organisation/office-lock.ts'
import { writeAudit } from '../organisation/write-audit.ts'
import { endAfter } from './end-after.ts'
import { secretHash } from './ingest-key.ts'

type Times = 'createdAt' | 'lastUsedAt' | 'revokedAt' | 'endsOn'
type Row = Omit<OfficeLinkRow, Times> & {
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
  readonly endsAt: Date | null
}

/** An office's links of a kind, those in force first, the newest first. */
export const findOfficeLinks = async (db: Db, { companyId, officeId }: OfficeKey, kind: LinkKind): Promise<OfficeLinkRow[]> => {
  const { rows } = await sql<Row>`
    select l.link_id as id, l.name, l.created_by as "createdBy", l.created_at as "createdAt", l.last_used_at as "lastUsedAt",
           l.revoked_by as "revokedBy", l.revoked_at as "revokedAt", l.ends_at as "endsAt"
      from office_link l where l.company_id = ${companyId} and l.office_id = ${officeId} and l.kind = ${kind}
     order by l.revoked_at is not null, l.created_at desc, l.link_id`.execute(db)
  return rows.map(({ endsAt, ...row }) => ({
    ...row,
    createdAt: toJapanIso(row.createdAt),
    lastUsedAt: toJapanIsoOrNull(row.lastUsedAt),
    revokedAt: toJapanIsoOrNull(row.revokedAt),
    endsOn: endsAt === null ? null : lastDayBefore(endsAt),
  }))
}

/** How the log names a link, by its kind. */
const auditResource = { wallboard: 'wallboardLink', poster: 'posterLink', morningCheck: 'morningCheckLink' } as const satisfies Record<
  LinkKind,
  string
>

type Change = { readonly kind: LinkKind; readonly officeId: number; readonly requester: Requester; readonly at: Date }

const entryOf = ({ kind, requester, at }: Change, { companyId, officeId }: OfficeKey, linkId: string) => ({
  at,
  actor: requester.actor,
  address: requester.address,
  resource: auditResource[kind],
  resourceId: linkId,
  companyId,
  officeId,
})

/** What somebody who was given the link sends. Of a wallboard's the call takes the number and the secret apart. */
const givenSecret = (kind: LinkKind, id: string, secret: string): string => (kind === 'wallboard' ? secret : `${id}.${secret}`)

/** Stores a new link with a secret of 192 random bits, of which only a hash is stored. */
const insertLink = async (trx: Db, change: Change, office: OfficeKey, name: string, endsAt: Date | null): Promise<MadeOfficeLink> => {
  const [id, secret] = [randomBytes(8).toString('hex'), randomBytes(24).toString('base64url')]
  await trx
    .insertInto('office_link')
    .values({
      company_id: office.companyId,
      link_id: id,
      office_id: office.officeId,
      kind: change.kind,
      name,
      secret_hash: secretHash(secret),
      created_by: change.requester.actor.fullName,
      created_at: change.at,
      ends_at: endsAt,
    })
    .execute()
  const endsOn = endsAt === null ? null : lastDayBefore(endsAt)
  await writeAudit(trx, { ...entryOf(change, office, id), action: 'create', after: { id, name, endsOn } })
  return { id, secret: givenSecret(change.kind, id, secret), name }
}

/**
 * Makes a link of an office in a transaction. Its secret is only in the answer.
 * @throws Refusal 404 out of scope, 400 where a link of the office and kind that is not revoked has the name, or the end has passed
 */
export const createOfficeLink = async (trx: Db, change: Change, { name, endsOn }: OfficeLinkDraft): Promise<MadeOfficeLink> => {
  const office = await lockOfficeShared(trx, change.requester.actor, change.officeId)
  return insertLink(trx, change, office, name, endAfter(endsOn, change.at))
}

type StoredLink = TableRow<'office_link', 'name' | 'revoked_at' | 'ends_at'>

const lockLink = async (trx: Db, kind: LinkKind, { companyId, officeId }: OfficeKey, linkId: string): Promise<StoredLink> => {
  const { rows } = await sql<StoredLink>`
    select l.name, l.revoked_at, l.ends_at from office_link l
     where l.company_id = ${companyId} and l.link_id = ${linkId} and l.office_id = ${officeId} and l.kind = ${kind} for update`.execute(trx)
  const [link] = rows
  if (link === undefined) throw notFound()
  return link
}

const markRevoked = async (trx: Db, change: Change, office: OfficeKey, linkId: string, name: string): Promise<void> => {
  await trx
    .updateTable('office_link as l')
    .set({ revoked_at: change.at, revoked_by: change.requester.actor.fullName })
    .where('l.company_id', '=', office.companyId)
    .where('l.link_id', '=', linkId)
    .execute()
  await writeAudit(trx, { ...entryOf(change, office, linkId), action: 'delete', before: { id: linkId, name } })
}

/**
 * Revokes a link in a transaction: no further call with it is answered. A link that is revoked already stays as it is.
 * @returns the office where it was revoked now, else undefined
 * @throws Refusal 404 out of scope, or where the office has no such link of the kind
 */
export const revokeOfficeLink = async (trx: Db, change: Change, linkId: string): Promise<OfficeKey | undefined> => {
  const office = await lockOfficeShared(trx, change.requester.actor, change.officeId)
  const { name, revoked_at: revokedAt } = await lockLink(trx, change.kind, office, linkId)
  if (revokedAt !== null) return undefined
  await markRevoked(trx, change, office, linkId, name)
  return office
}

/**
 * Revokes a link and makes another of the same name and end, in a transaction: what was on a wall and was photographed stops, and
 * the place has a link all the time.
 * @throws Refusal 404 out of scope, or where the office has no such link of the kind that is not revoked
 */
export const renewOfficeLink = async (trx: Db, change: Change, linkId: string): Promise<MadeOfficeLink> => {
  const office = await lockOfficeShared(trx, change.requester.actor, change.officeId)
  const { name, revoked_at: revokedAt, ends_at: endsAt } = await lockLink(trx, change.kind, office, linkId)
  if (revokedAt !== null) throw notFound()
  await markRevoked(trx, change, office, linkId, name)
  return insertLink(trx, change, office, name, endsAt)
}
