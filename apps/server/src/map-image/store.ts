import { sql } from 'kysely'
import { providerId } from '../organisation/keys.ts'
import { officeColumns, withinScope } from '../organisation/scope.ts'
import type { Db } from '../platform/context.ts'
import type { Actor } from '../platform/route.ts'

// A file belongs to the company of whoever uploaded it, and only that company's maps show it. What a service administrator
// uploads may be for anybody's.
const named = `m.image_key = f.file_key and (m.company_id = f.company_id or f.company_id = ${providerId})`
const isNamed = `exists (select from site_map m where ${named})`

export type StoredFile = { readonly key: string; readonly type: string; readonly size: number }

/** Puts a file on record before it is stored, so that one that is broken off is known and removed. */
export const recordFile = async (db: Db, actor: Actor, { key, type, size }: StoredFile, at: Date): Promise<void> => {
  await sql`
    insert into stored_file (file_key, company_id, uploaded_by, content_type, size, created_at)
    values (${key}, ${actor.companyId}, ${actor.userId}, ${type}, ${size}, ${at})`.execute(db)
}

/**
 * A picture the actor may see: one that a map in their scope names, or, for a day, their own that no map names yet.
 * Undefined for every other.
 */
export const findPicture = async (db: Db, actor: Actor, key: string, at: Date): Promise<StoredFile | undefined> => {
  const { rows } = await sql<StoredFile>`
    select f.file_key as key, f.content_type as type, f.size
      from stored_file f
     where f.file_key = ${key}
       and (exists (select from site_map m join office o on o.company_id = m.company_id and o.office_id = m.office_id
                     where ${sql.raw(named)} and ${withinScope(actor, officeColumns)})
            or f.company_id = ${actor.companyId} and f.uploaded_by = ${actor.userId}
               and f.created_at > ${at}::timestamptz - interval '24 hours' and not ${sql.raw(isNamed)})`.execute(db)
  return rows[0]
}

/** SQL: the keys of the files that no map has named for a day. */
export const unnamedFiles = `
  select f.company_id, f.file_key as key from stored_file f
   where f.created_at <= $1::timestamptz - interval '24 hours' and not ${isNamed}`

/** SQL: takes a file off record, unless a map names it by now. */
export const forgetIfUnnamed = `
  delete from stored_file f where f.company_id = $1 and f.file_key = $2 and not ${isNamed}`
