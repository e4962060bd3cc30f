import { message } from '@mimamori/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../platform/context.ts'
import { badRequest, notFound } from '../platform/errors.ts'
import { listOrder, pageOf } from '../platform/list-order.ts'
import type { Actor } from '../platform/route.ts'
import { deviceColumns, withinScope } from '../organisation/scope.ts'
import { type At, type DeviceKind, type DeviceWord, type Placed, plainSerial } from './kind.ts'
import { bySerial } from './selected.ts'

export type DeviceFilter = {
  readonly officeId?: number | undefined
  /** Part of the serial. */
  readonly serialNumber?: string | undefined
  readonly types?: readonly number[] | undefined
}

export type DevicePage = {
  readonly offset: number
  readonly limit?: number | undefined
  readonly sortKey?: string | undefined
  readonly sortOrder?: 'asc' | 'desc' | undefined
}

const defaultLimit = 20
const steady = sql`${bySerial}, d.type, d.device_id`
const steadyBackwards = sql`${bySerial} desc, d.type desc, d.device_id desc`

// Words as literals: as parameters the planner could not tell how many devices they name.
const isOf = (words: readonly DeviceWord[]) => sql<boolean>`d.kind in (${sql.join(words.map((word) => sql.lit(word)))})`

/** The devices (alias `d`, site `o`) of a kind in the actor's scope that a filter names. */
export const matching = (
  actor: Actor,
  { words }: Pick<DeviceKind, 'words'>,
  { officeId, serialNumber, types = [] }: DeviceFilter,
): RawBuilder<boolean> => {
  const conditions = [isOf(words), withinScope(actor, deviceColumns)]
  if (officeId !== undefined) conditions.push(sql`d.office_id = ${officeId}`)
  if (serialNumber !== undefined && serialNumber !== '')
    conditions.push(sql`strpos(lower(d.serial), ${plainSerial(serialNumber).toLowerCase()}) > 0`)
  if (types.length > 0) conditions.push(sql`d.type = any(${types}::int[])`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

type Piece = { readonly offset: number; readonly limit: number; readonly backwards: boolean }

// The planner leaves out the joins to whole tables that an order does without, but not all of the others.
const joinFor = ({ joins }: Sorted, { sortKey = '' }: DevicePage): RawBuilder<unknown> =>
  Object.entries(joins).find(([key]) => key.toLowerCase() === sortKey.toLowerCase())?.[1] ?? sql``

const readPiece = async (
  db: Db,
  kind: Sorted,
  matches: RawBuilder<boolean>,
  page: DevicePage,
  { offset, limit, backwards }: Piece,
): Promise<number[]> => {
  const order = listOrder(kind.resource, kind.sortings, { ...page, backwards }, backwards ? steadyBackwards : steady)
  const { rows } = await sql<{ device_id: number }>`
    select d.device_id
      from device d
      left join office o on o.office_id = d.office_id
      left join company c on c.company_id = o.company_id
      left join device_state s on s.device_id = d.device_id
      ${joinFor(kind, page)}
     where ${matches} order by ${order} ${pageOf({ offset, limit })}`.execute(db)
  const deviceIds = rows.map((row) => row.device_id)
  return backwards ? deviceIds.toReversed() : deviceIds
}

const countAll = async (db: Db, matches: RawBuilder<boolean>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from device d left join office o on o.office_id = d.office_id where ${matches}`.execute(db)
  return rows[0]?.count ?? 0
}

type Pieces = Readonly<Record<string, RawBuilder<unknown>>>
type Sorted = Pick<DeviceKind, 'resource'> & { readonly sortings: Pieces; readonly joins: Pieces }

const piecesAt = (now: Date, pieces: Readonly<Record<string, At>> = {}): Pieces =>
  Object.fromEntries(Object.entries(pieces).map(([key, piece]) => [key, typeof piece === 'function' ? piece(now) : piece]))

/** The first page is read while all are counted; one of the second half is read from the end, so that the last costs what the first does. */
const findPage = async (
  db: Db,
  kind: Sorted,
  matches: RawBuilder<boolean>,
  page: DevicePage,
): Promise<{ deviceIds: number[]; count: number }> => {
  const { offset, limit = defaultLimit } = page
  const read = (piece: Piece) => readPiece(db, kind, matches, page, piece)
  if (offset === 0) {
    const [deviceIds, count] = await Promise.all([read({ offset, limit, backwards: false }), countAll(db, matches)])
    return { deviceIds, count }
  }
  const count = await countAll(db, matches)
  // Asked of an empty page too, for an order that the list does not have is refused wherever one looks.
  const length = Math.max(0, Math.min(limit, count - offset))
  const fromEnd = count - offset - length
  const backwards = length > 0 && fromEnd < offset
  return { deviceIds: await read({ offset: backwards ? fromEnd : offset, limit: length, backwards }), count }
}

/**
 * One page of the devices in scope, and how many match in all.
 * @throws Refusal 400 where the list has no such key to sort by
 */
export const findDevices = async <Row extends Placed>(
  db: Db,
  actor: Actor,
  kind: DeviceKind<Row>,
  filter: DeviceFilter,
  page: DevicePage,
  now: Date,
): Promise<{ data: Row[]; count: number }> => {
  const sorted: Sorted = { resource: kind.resource, sortings: piecesAt(now, kind.sortings), joins: piecesAt(now, kind.joins) }
  const { deviceIds, count } = await findPage(db, sorted, matching(actor, kind, filter), page)
  return { data: await kind.read(db, deviceIds, now), count }
}

export type Wanted = {
  readonly serial: string
  readonly officeId?: number | undefined
  /** Narrows a kind of several words, or of several types. */
  readonly word?: DeviceWord | undefined
  readonly type?: number | undefined
}

export type Found = { readonly device_id: number; readonly office_id: number }

// A SisMil ID loses its zeros on the way through a spreadsheet.
const paddedFor = ({ words }: Pick<DeviceKind, 'words'>, serial: string) =>
  words.includes('heat') && /^\d{1,5}$/.test(serial) ? serial.padStart(6, '0') : serial

/** The devices in scope that a serial may mean. */
export const findSerials = async (
  db: Db,
  actor: Actor,
  kind: Pick<DeviceKind, 'words'>,
  { serial, officeId, word, type }: Wanted,
): Promise<Found[]> => {
  const conditions = [isOf(word === undefined ? kind.words : [word]), withinScope(actor, deviceColumns)]
  if (officeId !== undefined) conditions.push(sql`d.office_id = ${officeId}`)
  if (type !== undefined) conditions.push(sql`d.type = ${type}`)
  const { rows } = await sql<Found>`
    select d.device_id, d.office_id from device d join office o on o.office_id = d.office_id
     where d.serial = ${paddedFor(kind, plainSerial(serial))} and ${sql.join(conditions, sql` and `)}`.execute(db)
  return rows
}

/**
 * The device in scope that a serial names.
 * @throws Refusal 404 where there is none, 400 where there are several
 */
export const findSerial = async (db: Db, actor: Actor, kind: Pick<DeviceKind, 'words'>, wanted: Wanted): Promise<Found> => {
  const [found, other] = await findSerials(db, actor, kind, wanted)
  if (found === undefined) throw notFound()
  if (other !== undefined) throw badRequest(message('deviceAmbiguous', { serial: wanted.serial }))
  return found
}

/** The row of the device that a serial names. @throws as `findSerial` */
export const findDevice = async <Row extends Placed>(
  db: Db,
  actor: Actor,
  kind: DeviceKind<Row>,
  wanted: Wanted,
  now: Date,
): Promise<Row> => {
  const { device_id } = await findSerial(db, actor, kind, wanted)
  const [row] = await kind.read(db, [device_id], now)
  if (row === undefined) throw notFound()
  return row
}
