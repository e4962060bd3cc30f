import type { IngestKeyRow } from '@mimamori/contract'
import { sql } from 'kysely'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import type { Db } from '../../platform/context.ts'
import { lastDayBefore, toJapanIso, toJapanIsoOrNull } from '../../platform/japan-time.ts'

type Times = 'createdAt' | 'lastUsedAt' | 'revokedAt' | 'endsOn'
type Row = Omit<IngestKeyRow, Times> & {
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
  readonly endsAt: Date | null
}

const columns = sql`
  k.key_id as id, k.name, k.created_at as "createdAt", k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt", k.ends_at as "endsAt"`

const asRow = ({ endsAt, ...row }: Row): IngestKeyRow => ({
  ...row,
  createdAt: toJapanIso(row.createdAt),
  lastUsedAt: toJapanIsoOrNull(row.lastUsedAt),
  revokedAt: toJapanIsoOrNull(row.revokedAt),
  endsOn: endsAt === null ? null : lastDayBefore(endsAt),
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
