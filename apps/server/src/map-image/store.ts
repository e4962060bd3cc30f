import { sql } from 'kysely'
import { providerId } from '../organisation/keys.ts'
import { officeColumns, withinScope } from '../organisation/scope.ts'
import type { Db } from '../platform/context.ts'
import type { Actor } from '../platform/route.ts'

// A file belongs to the company of whoever uploaded it, and only that company's maps show it. What a service administrator
// uploads may be for anybody's.
const named = `m.image_key = f.file_key and (m.company_id = f.company_id or f.company_id = ${providerId})`
const isNamed = `exists (select from site_map m where ${named})`

/** A picture that is kept: its bytes and, unless it came in before they were recorded, its pixels. */
export type StoredFile = {
  readonly key: string
  readonly type: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
}

/** The same, with the company on whose record it is. */
export type FoundFile = StoredFile & { readonly companyId: number }

/** Puts a file on record before it is stored, so that one that is broken off is known and removed. */
export const recordFile = async (db: Db, actor: Actor, file: StoredFile, at: Date): Promise<void> => {
  await sql`
    insert into stored_file (file_key, company_id, uploaded_by, content_type, size, width, height, created_at)
    values (${file.key}, ${actor.companyId}, ${actor.userId}, ${file.type}, ${file.size}, ${file.width}, ${file.height}, ${at})`.execute(db)
}

/**
 * A picture the actor may see: one that a map in their scope names, or, for a day, their own that no map names yet.
 * Undefined for every other.
 */
export const findPicture = async (db: Db, actor: Actor, key: string, at: Date): Promise<FoundFile | undefined> => {
  const { rows } = await sql<FoundFile>`
    select f.company_id as "companyId", f.file_key as key, f.content_type as type, f.size, f.width, f.height
      from stored_file f
     where f.file_key = ${key}
       and (exists (select from site_map m join office o on o.company_id = m.company_id and o.office_id = m.office_id
                     where ${sql.raw(named)} and ${withinScope(actor, officeColumns)})
            or f.company_id = ${actor.companyId} and f.uploaded_by = ${actor.userId}
               and f.created_at > ${at}::timestamptz - interval '24 hours' and not ${sql.raw(isNamed)})`.execute(db)
  return rows[0]
}

/** Puts the pixels of a picture on record that came in before they were. */
export const recordPixels = async (
  db: Db,
  { companyId, key }: FoundFile,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<void> => {
  await sql`
    update stored_file f set width = ${width}, height = ${height} where f.company_id = ${companyId} and f.file_key = ${key}`.execute(db)
}

/** Prevents a file from being taken off record until the transaction ends; false where it is off already. */
export const keepFile = async (db: Db, { companyId, key }: FoundFile): Promise<boolean> => {
  const { rows } = await sql`
    select f.file_key from stored_file f where f.company_id = ${companyId} and f.file_key = ${key} for key share`.execute(db)
  return rows.length === 1
}

/** SQL: the keys of the files that no map has named for a day. */
export const unnamedFiles = `
  select f.company_id, f.file_key as key from stored_file f
   where f.created_at <= $1::timestamptz - interval '24 hours' and not ${isNamed}`

/** SQL: takes a file off record, unless a map names it by now. */
export const forgetIfUnnamed = `
  delete from stored_file f where f.company_id = $1 and f.file_key = $2 and not ${isNamed}`
