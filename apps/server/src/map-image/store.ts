import { sql } from 'kysely'
import { officeColumns, withinScope } from '../organisation/scope.ts'
import type { Db } from '../platform/context.ts'
import type { Actor } from '../platform/route.ts'

const isNamed = sql`exists (select 1 from site_map m where m.image_key = f.file_key)`

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
       and (exists (select 1 from site_map m join office o on o.office_id = m.office_id
                     where m.image_key = f.file_key and ${withinScope(actor, officeColumns)})
            or f.uploaded_by = ${actor.userId} and f.created_at > ${at}::timestamptz - interval '24 hours' and not ${isNamed})`.execute(db)
  return rows[0]
}

/** SQL: the keys of the files that no map has named for a day. */
export const unnamedFiles = `
  select f.file_key as key from stored_file f
   where f.created_at <= $1::timestamptz - interval '24 hours'
     and not exists (select 1 from site_map m where m.image_key = f.file_key)`

/** SQL: takes a file off record, unless a map names it by now. */
export const forgetIfUnnamed = `
  delete from stored_file f where f.file_key = $1 and not exists (select 1 from site_map m where m.image_key = f.file_key)`
