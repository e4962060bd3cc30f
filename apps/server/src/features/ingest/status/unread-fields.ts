import type { BodyOf, ingestStatus, ReadingKind, UnreadField } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Requester } from '../../../platform/audit.ts'
import type { Context, Db } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { toJapanIso } from '../../../platform/japan-time.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'
import { lockOffice } from '../../../shared/organisation/office-lock.ts'
import { siteIdOf } from '../../../shared/organisation/request-site.ts'
import { writeAudit } from '../../../shared/organisation/write-audit.ts'

type FieldRow = Pick<UnreadField, 'field' | 'hint' | 'keyId' | 'muted'> & {
  readonly kind: ReadingKind | ''
  readonly readings: number
  readonly lastAt: Date
  readonly serials: string[]
}

/** The fields that senders of an office use and that are not read, the newest first. @param nameOf what a key or connection is called */
export const findUnreadFields = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  nameOf: (keyId: string) => string,
): Promise<UnreadField[]> => {
  const { rows } = await sql<FieldRow>`
    select f.kind, f.field, f.hint, f.readings, f.last_at as "lastAt", f.key_id as "keyId", f.serials, f.muted
      from unread_field f
     where f.company_id = ${companyId} and f.office_id = ${officeId}
     order by f.last_at desc, f.kind, f.field, f.key_id`.execute(db)
  return rows.map(({ kind, readings, lastAt, keyId, serials, ...row }) => ({
    ...row,
    kind: kind === '' ? null : kind,
    count: readings,
    lastAt: toJapanIso(lastAt),
    keyId,
    keyName: nameOf(keyId),
    devices: serials,
  }))
}

/**
 * Hides a field that is not read, or shows it again, on record.
 * @throws Refusal 404 where the office is not the actor's, or no sender of it uses the field
 */
export const muteField = (
  { db, clock }: Context,
  { actor, address }: Requester,
  { officeId: given, kind, field, muted }: BodyOf<typeof ingestStatus.muteField>,
): Promise<Record<string, never>> =>
  db.transaction().execute(async (trx) => {
    const office = await lockOffice(trx, actor, siteIdOf(actor, given))
    const isMeant = sql`f.company_id = ${office.companyId} and f.office_id = ${office.officeId} and f.kind = ${kind ?? ''} and f.field = ${field}`
    // In the order in which they are counted.
    const { rows } = await sql<{ muted: boolean }>`
      select f.muted from unread_field f where ${isMeant} order by f.key_id for no key update`.execute(trx)
    if (rows.length === 0) throw notFound()
    if (rows.every((row) => row.muted === muted)) return {}
    await sql`update unread_field f set muted = ${muted} where ${isMeant}`.execute(trx)
    const about = { at: clock(), actor, address, resource: 'unreadField', resourceId: field, ...office }
    await writeAudit(trx, { ...about, action: 'update', before: { kind, muted: !muted }, after: { kind, muted } })
    return {}
  })
