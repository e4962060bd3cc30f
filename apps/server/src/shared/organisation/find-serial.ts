import { message } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { inOrderOfCompanies } from './company-of.ts'
import type { DeviceKey, OfficeKey } from './keys.ts'
import { deviceColumns, ofOffice, withinScope } from './scope.ts'
import { ofOpenOffice } from './archived-offices.ts'

/** The word of the ingestion's message for a device. */
export type DeviceWord = 'vital' | 'belt' | 'heat' | 'gateway' | 'barometer'

/** What a person sees as one spelling of a serial: full width and spaces around it fall away. */
export const plainSerial = (text: string): string => text.normalize('NFKC').trim()

/** The condition that a device (alias `d`) is of one of the words. */
// Words as literals: with parameters the planner would not know how many devices they name.
export const isOfWord = (words: readonly DeviceWord[]): RawBuilder<boolean> =>
  sql<boolean>`d.kind in (${sql.join(words.map((word) => sql.lit(word)))})`

export type SerialQuery = {
  readonly serial: string
  readonly companyId?: number | undefined
  readonly officeId?: number | undefined
  /** Narrows a kind of several words, or of several types. */
  readonly word?: DeviceWord | undefined
  readonly type?: number | undefined
}

/** A device, and its office. */
export type MatchedDevice = DeviceKey & OfficeKey & { readonly serial: string }

/** Of which words a device may be. */
export type OfWords = { readonly words: readonly DeviceWord[] }

/**
 * The devices in scope that a serial may mean.
 * @param locked holds them until the transaction ends, so that what is saved of one is saved one after another
 */
export const findSerials = (
  db: Db,
  actor: Actor,
  kind: OfWords,
  { serial, ...where }: SerialQuery,
  locked = false,
): Promise<MatchedDevice[]> => findAllSerials(db, actor, kind, [serial], where, locked)

/** The same of several serials at once. */
export const findAllSerials = async (
  db: Db,
  actor: Actor,
  { words }: OfWords,
  serials: readonly string[],
  { companyId, officeId, word, type }: Omit<SerialQuery, 'serial'>,
  locked = false,
): Promise<MatchedDevice[]> => {
  const conditions = [isOfWord(word === undefined ? words : [word]), withinScope(actor, deviceColumns)]
  if (companyId !== undefined) conditions.push(sql`d.company_id = ${companyId}`)
  if (officeId !== undefined) conditions.push(ofOffice(actor, deviceColumns, officeId))
  if (type !== undefined) conditions.push(sql`d.type = ${type}`)
  const { rows: found } = await sql<MatchedDevice & { readonly isOpen: boolean }>`
    select d.company_id as "companyId", d.device_id as "deviceId", d.serial, d.office_id as "officeId", ${ofOpenOffice('d')} as "isOpen"
      from device d
     where d.serial = any(${serials.map(plainSerial)}::text[]) and ${sql.join(conditions, sql` and `)}`.execute(db)
  // An archived office gives its serials free: one means the device of an open office, if there is one.
  const open = new Set(found.flatMap(({ serial, isOpen }) => (isOpen ? [serial] : [])))
  const rows = found.filter(({ serial, isOpen }) => isOpen || !open.has(serial)).map(({ isOpen: _, ...device }): MatchedDevice => device)
  if (!locked) return rows
  // What changed before the lock was had is no longer found. A cluster locks rows of a named company only.
  const stillFound: MatchedDevice[] = []
  for (const [company, own] of inOrderOfCompanies(rows))
    stillFound.push(
      ...(
        await sql<MatchedDevice>`
          select d.company_id as "companyId", d.device_id as "deviceId", d.serial, d.office_id as "officeId" from device d
           where d.company_id = ${company} and d.device_id = any(${own.map(({ deviceId }) => deviceId)}::int[])
             and d.serial = any(${serials.map(plainSerial)}::text[]) and ${sql.join(conditions, sql` and `)}
           for no key update of d`.execute(db)
      ).rows,
    )
  return stillFound
}

/** The one device among these. @throws Refusal 404 where there is none, 400 where there are several */
export const onlyOne = ([found, other]: readonly MatchedDevice[], serial: string): MatchedDevice => {
  if (found === undefined) throw notFound()
  if (other !== undefined) throw badRequest(message('deviceAmbiguous', { serial }))
  return found
}

/**
 * The device in scope that a serial names.
 * @throws Refusal 404 where there is none, 400 where there are several
 */
export const findSerial = async (db: Db, actor: Actor, kind: OfWords, wanted: SerialQuery, locked = false): Promise<MatchedDevice> =>
  onlyOne(await findSerials(db, actor, kind, wanted, locked), wanted.serial)
