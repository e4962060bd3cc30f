import { message } from '@mimamori/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { mapsThatMayName } from './store.ts'

const bytesOfMegabyte = 1_000_000

type Room = { readonly pictures: number; readonly bytes: number }

/** How much may be kept that no map names: by one person, and by all of a company together. */
const roomOf = {
  person: { pictures: 20, bytes: 200 * bytesOfMegabyte },
  company: { pictures: 200, bytes: 2_000 * bytesOfMegabyte },
} as const satisfies Record<string, Room>

type Unused = { readonly size: number; readonly uploaded_by: number | null }

/** Pictures on a company's record that no map names. */
const findUnused = async (db: Db, companyId: number): Promise<Unused[]> => {
  const { rows: files } = await sql<Unused & { key: string }>`
    select f.file_key as key, f.size::float8 as size, f.uploaded_by from stored_file f where f.company_id = ${companyId}`.execute(db)
  const keys = files.map(({ key }) => key)
  // Asked for by itself: maps that name the provider's pictures lie on other nodes of a cluster.
  const { rows: named } = await sql<{ key: string }>`
    select distinct m.image_key as key from site_map m where m.image_key = any(${keys}::text[]) and ${mapsThatMayName(companyId)}`.execute(
    db,
  )
  const namedKeys = new Set(named.map(({ key }) => key))
  return files.filter(({ key }) => !namedKeys.has(key))
}

const megabytes = (bytes: number): string => Math.round(bytes / bytesOfMegabyte).toLocaleString('ja-JP')

const refuseBeyond = (unused: readonly Unused[], size: number, room: Room, code: 'imagesUnusedOwn' | 'imagesUnusedCompany'): void => {
  const bytes = unused.reduce((sum, picture) => sum + picture.size, 0)
  if (unused.length < room.pictures && bytes + size <= room.bytes) return
  throw badRequest(
    message(code, {
      count: unused.length,
      size: megabytes(bytes),
      most: room.pictures,
      mostSize: megabytes(room.bytes),
    }),
  )
}

/**
 * Refuses one more picture of so many bytes to somebody who keeps too many that no map names, or whose company does.
 * Until the transaction ends nobody else of the company gets the room that there is.
 * @throws Refusal 400 with how much is kept and what to do
 */
export const claimRoom = async (trx: Db, { companyId, userId }: Actor, size: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('unused pictures of a company'), ${companyId})`.execute(trx)
  await refuseWithoutRoom(trx, { companyId, userId }, size)
}

/** The same without waiting for others: a first look, before the work of drawing the picture. */
export const refuseWithoutRoom = async (
  db: Db,
  { companyId, userId }: Pick<Actor, 'companyId' | 'userId'>,
  size: number,
): Promise<void> => {
  const unused = await findUnused(db, companyId)
  const own = unused.filter(({ uploaded_by: uploadedBy }) => uploadedBy === userId)
  refuseBeyond(own, size, roomOf.person, 'imagesUnusedOwn')
  refuseBeyond(unused, size, roomOf.company, 'imagesUnusedCompany')
}
