import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import type { Database } from '../../platform/database/database-types.ts'
import { newReadKey } from './read-key.ts'

let made = 0

/** A read key of all scopes for a company, numbered as the product does, with the headers of a call that is made with it. */
export const makeReadKey = async (db: Db, companyId: number, values: Partial<Insertable<Database['read_key']>> = {}) => {
  const { keyId, secret, hash } = newReadKey()
  // Asked by itself, since a cluster takes no subquery among values.
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(k.number), 0) + 1 as next from read_key k where k.company_id = ${companyId}`.execute(db)
  await db
    .insertInto('read_key')
    .values({
      company_id: companyId,
      key_id: keyId,
      number: rows[0]?.next ?? 1,
      name: `トークン${(made += 1)}`,
      scopes: ['condition', 'vitals', 'alerts', 'reports', 'devices', 'plan'],
      secret_hash: hash,
      created_at: new Date('2026-07-01T00:00:00+09:00'),
      created_by: '管理　者',
      ends_at: new Date('2099-01-01T00:00:00+09:00'),
      ...values,
    })
    .execute()
  return { keyId, secret, headers: { authorization: `Bearer ${secret}` } }
}
