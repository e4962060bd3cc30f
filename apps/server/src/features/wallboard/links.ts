import { randomBytes } from 'node:crypto'
import type { AnswerOf, BodyOf, WallboardLinkRow, wallboardLink } from '@mimamori/contract'
import { sql } from 'kysely'
import { announceOffice } from '../../shared/announcements/announce.ts'
import { endAfter } from '../../shared/access-keys/end-after.ts'
import { secretHash } from '../../shared/access-keys/ingest-key.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { lockOfficeShared } from '../../shared/organisation/office-lock.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { lastDayBefore, toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'
import type { TableRow } from '../../platform/database/table-row.ts'

type Times = 'createdAt' | 'lastUsedAt' | 'revokedAt' | 'endsOn'
type Row = Omit<WallboardLinkRow, Times> & {
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
  readonly endsAt: Date | null
}

/** An office's links, those in force first, the newest first. */
export const findLinks = async (db: Db, { companyId, officeId }: OfficeKey): Promise<WallboardLinkRow[]> => {
  const { rows } = await sql<Row>`
    select l.link_id as id, l.name, l.created_by as "createdBy", l.created_at as "createdAt", l.last_used_at as "lastUsedAt",
           l.revoked_by as "revokedBy", l.revoked_at as "revokedAt", l.ends_at as "endsAt"
      from wallboard_link l where l.company_id = ${companyId} and l.office_id = ${officeId}
     order by l.revoked_at is not null, l.created_at desc, l.link_id`.execute(db)
  return rows.map(({ endsAt, ...row }) => ({
    ...row,
    createdAt: toJapanIso(row.createdAt),
    lastUsedAt: toJapanIsoOrNull(row.lastUsedAt),
    revokedAt: toJapanIsoOrNull(row.revokedAt),
    endsOn: endsAt === null ? null : lastDayBefore(endsAt),
  }))
}

const about = (office: OfficeKey, linkId: string, requester: Requester, at: Date) => ({
  at,
  actor: requester.actor,
  address: requester.address,
  resource: 'wallboardLink',
  resourceId: linkId,
  companyId: office.companyId,
  officeId: office.officeId,
})

/**
 * Makes a link of an office. Its secret, of 192 random bits, is only in the answer; what is stored is a hash.
 * @throws Refusal 404 out of scope, 400 where a link of the office that is not revoked has the name, or the end has passed
 */
export const createLink = (
  { db, clock }: Context,
  requester: Requester,
  officeId: number,
  { name, endsOn }: BodyOf<typeof wallboardLink.create>,
): Promise<AnswerOf<typeof wallboardLink.create>> =>
  db.transaction().execute(async (trx) => {
    const office = await lockOfficeShared(trx, requester.actor, officeId)
    const [id, secret] = [randomBytes(8).toString('hex'), randomBytes(24).toString('base64url')]
    const at = clock()
    await trx
      .insertInto('wallboard_link')
      .values({
        company_id: office.companyId,
        link_id: id,
        office_id: officeId,
        name,
        secret_hash: secretHash(secret),
        created_by: requester.actor.fullName,
        created_at: at,
        ends_at: endAfter(endsOn, at),
      })
      .execute()
    await writeAudit(trx, { ...about(office, id, requester, at), action: 'create', after: { id, name, endsOn } })
    return { id, secret, name }
  })

/**
 * Revokes a link: no further call is answered, and every open board that uses it is notified and ended. A link that is
 * revoked already stays as it is.
 * @throws Refusal 404 out of scope, or where the office has no such link
 */
export const revokeLink = ({ db, clock }: Context, requester: Requester, officeId: number, linkId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const office = await lockOfficeShared(trx, requester.actor, officeId)
    const { rows } = await sql<TableRow<'wallboard_link', 'name' | 'revoked_at'>>`
      select l.name, l.revoked_at from wallboard_link l
       where l.company_id = ${office.companyId} and l.link_id = ${linkId} and l.office_id = ${officeId} for update`.execute(trx)
    const [link] = rows
    if (link === undefined) throw notFound()
    if (link.revoked_at !== null) return
    const at = clock()
    await trx
      .updateTable('wallboard_link as l')
      .set({ revoked_at: at, revoked_by: requester.actor.fullName })
      .where('l.company_id', '=', office.companyId)
      .where('l.link_id', '=', linkId)
      .execute()
    await writeAudit(trx, { ...about(office, linkId, requester, at), action: 'delete', before: { id: linkId, name: link.name } })
    await announceOffice(trx, office)
  })
