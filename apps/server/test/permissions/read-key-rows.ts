import { readScopes } from '@mimamori/contract'
import type { Db } from '../../src/platform/context.ts'
import { makeReadKey } from '../../src/shared/access-keys/test-read-key.ts'

type Place = { readonly company_id: number; readonly office_id: number }

let made = 0

/** Makes read keys of a site, and reads that were made with one, all under names that begin with `mark`. */
export const readKeyRows = (db: Db, { company_id, office_id }: Place, mark: string) => {
  const newKey = (scopes: readonly string[] = readScopes) =>
    makeReadKey(db, company_id, { name: `${mark} ${(made += 1)}`, scopes: [...scopes], office_ids: [office_id] })
  return {
    newKey,
    newRead: async () => {
      const { keyId: key_id } = await newKey()
      const minute = new Date('2026-07-20T12:59:00+09:00')
      const call = { method: 'GET', path: '/api/Map', result: 'given', address: '203.0.113.1' }
      await db
        .insertInto('read_key_use')
        .values({ company_id, key_id, minute, reads: 1, last_at: minute, ...call })
        .execute()
    },
  }
}
