import type { IngestRefusal, ReadingKind } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/context.ts'
import { toJapanIso } from '../../../platform/japan-time.ts'
import type { OfficeKey } from '../../../shared/organisation/keys.ts'

/** So many refusals of a site are kept. */
export const mostRefusals = 200

type RefusalRow = Pick<IngestRefusal, 'keyId' | 'reason' | 'value'> & {
  readonly kind: ReadingKind | ''
  readonly serial: string
  readonly field: string
  readonly firstAt: Date
  readonly lastAt: Date
  readonly readings: number
}

/** The kept refusals of an office, the newest first. @param nameOf what a key or connection is called */
export const findRefusals = async (
  db: Db,
  { companyId, officeId }: OfficeKey,
  nameOf: (keyId: string) => string,
): Promise<IngestRefusal[]> => {
  const { rows } = await sql<RefusalRow>`
    select r.key_id as "keyId", r.kind, r.serial, r.field, r.reason, r.first_at as "firstAt", r.last_at as "lastAt", r.readings, r.value
      from ingest_refusal r
     where r.company_id = ${companyId} and r.office_id = ${officeId}
     order by r.last_at desc, r.key_id, r.kind, r.serial, r.field, r.reason limit ${mostRefusals}`.execute(db)
  return rows.map(({ keyId, kind, serial, field, reason, firstAt, lastAt, readings, value }) => ({
    at: toJapanIso(lastAt),
    since: toJapanIso(firstAt),
    count: readings,
    keyId,
    keyName: nameOf(keyId),
    kind: kind === '' ? null : kind,
    device: serial === '' ? null : serial,
    field: field === '' ? null : field,
    reason,
    value,
  }))
}
