import type { IngestKeyRow } from '@mimamori/contract'
import { sql } from 'kysely'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import { lastDayBefore, toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'

type Times = 'createdAt' | 'lastUsedAt' | 'revokedAt' | 'endsOn'
type Row = Omit<IngestKeyRow, Times> & {
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
  readonly ends_at: Date | null
}

const columns = sql`
  k.key_id as id, k.name, k.created_at, k.last_used_at, k.revoked_at, k.ends_at, k.is_trial as trial`

const asRow = ({ id, name, created_at, last_used_at, revoked_at, ends_at, trial }: Row): IngestKeyRow => ({
  id,
  name,
  createdAt: toJapanIso(created_at),
  lastUsedAt: toJapanIsoOrNull(last_used_at),
  revokedAt: toJapanIsoOrNull(revoked_at),
  endsOn: ends_at === null ? null : lastDayBefore(ends_at),
  trial,
})

/** An office's keys, those that are not revoked first, the newest first. */
export const findKeys = async (db: Db, { companyId, officeId }: OfficeKey): Promise<IngestKeyRow[]> => {
  const { rows } = await sql<Row>`
    select ${columns} from ingest_key k where k.company_id = ${companyId} and k.office_id = ${officeId}
     order by k.revoked_at is not null, k.created_at desc, k.key_id`.execute(db)
  return rows.map(asRow)
}

/** One of an office's keys, locked; undefined where the office has no such key. */
export const lockKey = async (db: Db, { companyId, officeId }: OfficeKey, keyId: string): Promise<IngestKeyRow | undefined> => {
  const { rows } = await sql<Row>`
    select ${columns} from ingest_key k
     where k.company_id = ${companyId} and k.key_id = ${keyId} and k.office_id = ${officeId} for update`.execute(db)
  return rows[0] === undefined ? undefined : asRow(rows[0])
}
