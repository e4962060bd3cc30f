import { sql } from 'kysely'
import { maySeeMap } from '../../shared/monitoring/map-workers/may-see-map.ts'
import type { TenantFilter } from '../../shared/organisation/tenant-filter.ts'
import { providerId } from '../../shared/organisation/keys.ts'
import { siteMapColumns, withinScope } from '../../shared/organisation/scope.ts'
import type { Db } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/route.ts'

// A file belongs to the company of the person who uploaded it, and only that company's maps show it. What a service administrator
// uploads may be for anybody's.
/** A condition on maps (`m`): those that may name pictures of a company. */
export const mapsThatMayName = (companyId: number) =>
  companyId === providerId ? sql<boolean>`true` : sql<boolean>`m.company_id = ${companyId}`

/** True while a map names the file. */
const isNamed = async (db: Db, { companyId, key }: FileKey): Promise<boolean> => {
  const { rows } = await sql`select from site_map m where m.image_key = ${key} and ${mapsThatMayName(companyId)} limit 1`.execute(db)
  return rows.length > 0
}

export type FileKey = { readonly companyId: number; readonly key: string }

/** A picture that is kept: its bytes and, unless it came in before they were recorded, its pixels. */
export type StoredFile = {
  readonly key: string
  readonly type: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
}

/** The same, with the company on whose record it is. */
export type MatchedFile = StoredFile & { readonly companyId: number }

/** Puts a file on record before it is stored, so that one that is broken off is known and removed. */
export const recordFile = async (db: Db, actor: Actor, file: StoredFile, at: Date): Promise<void> => {
  await sql`
    insert into stored_file (file_key, company_id, uploaded_by, content_type, size, width, height, created_at)
    values (${file.key}, ${actor.companyId}, ${actor.userId}, ${file.type}, ${file.size}, ${file.width}, ${file.height}, ${at})`.execute(db)
}

type Candidate = MatchedFile & { /** Null once their account is erased. */ readonly uploadedBy: number | null; readonly isOfToday: boolean }

// A map and a file of two companies lie on two nodes of a cluster, so each is asked for by itself.
const isShownTo = async (db: Db, actor: Actor, file: Candidate, at: Date): Promise<boolean> => {
  const { companyId, key } = file
  const maps = sql<boolean>`(m.image_key = ${key} and ${mapsThatMayName(companyId)} and ${withinScope(actor, siteMapColumns)})`
  const { rows } = await sql`select from site_map m where ${maps} limit 1`.execute(db)
  if (rows.length > 0 && (await maySeeMap(db, actor, maps, at))) return true
  const isOwn = companyId === actor.companyId && file.uploadedBy === actor.userId
  return isOwn && file.isOfToday && !(await isNamed(db, file))
}

/**
 * A picture the actor may see: one that a map they may see names, or, for a day, their own that no map names yet.
 * Undefined for every other.
 */
export const findPicture = async (db: Db, actor: Actor, key: string, at: Date): Promise<MatchedFile | undefined> => {
  // Their own company's node is asked first and, where it has the picture, alone: the provider's may be away.
  const places = actor.role === 'AdminUnitService' ? [sql`true`] : [actor.companyId, providerId].map((id) => sql`f.company_id = ${id}`)
  for (const place of places) {
    const { rows } = await sql<Candidate>`
      select f.company_id as "companyId", f.file_key as key, f.content_type as type, f.size, f.width, f.height,
             f.uploaded_by as "uploadedBy", f.created_at > ${at}::timestamptz - interval '24 hours' as "isOfToday"
        from stored_file f where f.file_key = ${key} and ${place}`.execute(db)
    for (const { uploadedBy, isOfToday, ...file } of rows)
      if (await isShownTo(db, actor, { ...file, uploadedBy, isOfToday }, at)) return file
  }
  return undefined
}

/** Puts the pixels of a picture on record that came in before they were. */
export const recordPixels = async (
  db: Db,
  { companyId, key }: MatchedFile,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<void> => {
  await sql`
    update stored_file f set width = ${width}, height = ${height} where f.company_id = ${companyId} and f.file_key = ${key}`.execute(db)
}

/** Prevents a file from being taken off record until the transaction ends; false where it is off already. */
export const keepFile = async (db: Db, { companyId, key }: MatchedFile): Promise<boolean> => {
  const { rows } = await sql`
    select f.file_key from stored_file f where f.company_id = ${companyId} and f.file_key = ${key} for key share`.execute(db)
  return rows.length === 1
}

/** Files of a day and more that no map of their company names; the provider's, which any company's may name, in any case. */
export const findOldFiles = async (db: Db, at: Date, isReached: TenantFilter): Promise<FileKey[]> => {
  const { rows } = await sql<FileKey>`
    select distinct f.company_id as "companyId", f.file_key as key
      from stored_file f left join site_map m on m.company_id = f.company_id and m.image_key = f.file_key
     where f.created_at <= ${at}::timestamptz - interval '24 hours' and (f.company_id = ${providerId} or m.company_id is null)
       and ${isReached('f')}`.execute(db)
  return rows
}

/** Takes a file off record, unless a map names it by now. @returns whether it is off */
export const forgetIfUnnamed = async (db: Db, file: FileKey): Promise<boolean> => {
  const isFile = sql`f.company_id = ${file.companyId} and f.file_key = ${file.key}`
  // A process that makes sizes of it keeps it until then.
  const { rows } = await sql`select f.file_key from stored_file f where ${isFile} for update`.execute(db)
  if (rows.length === 0 || (await isNamed(db, file))) return false
  await sql`delete from stored_file f where ${isFile}`.execute(db)
  return true
}
