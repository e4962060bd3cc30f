import { labelOf, message } from '@mimamori/contract'
import { announce, announceMaps } from '../../shared/announcements/announce.ts'
import type { DeviceKey, OfficeKey } from '../../shared/organisation/keys.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import { violatedConstraint } from '../../platform/database/constraints.ts'
import type { Context, Db } from '../../platform/context.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { actionOnVersion } from '../../platform/database/versioned.ts'
import { type StoredDraft, valuesOf } from './columns.ts'
import { type DeviceWord, findSerial, findSerials, type MatchedDevice, type SerialQuery } from '../../shared/organisation/find-serial.ts'
import { type DeviceKind, type DeviceRowBase, recordOf, typeName } from './kind.ts'
import { deleteDevices, moveDevice } from './leave.ts'
import { lockOffice, lockOffices } from '../../shared/organisation/office-lock.ts'
import { lockDevice } from './lock-device.ts'

/** A device as a form wants it saved. */
export type DeviceDraft = StoredDraft & {
  readonly officeId: number
  readonly word: DeviceWord
  readonly type: number
  readonly serial: string
}

export type DeviceChange = DeviceDraft & {
  readonly version?: number | undefined
  readonly fromOfficeId?: number | undefined
  /** What it is now, where its type may become that of another word. */
  readonly fromWord?: DeviceWord
}

const readOne = async <Row extends DeviceRowBase>(db: Db, kind: DeviceKind<Row>, key: DeviceKey, now: Date): Promise<Row> => {
  const [row] = await kind.read(db, [key], now)
  if (row === undefined) throw notFound()
  return row
}

const fieldName = ({ resource, serialField }: Pick<DeviceKind, 'resource' | 'serialField'>) => labelOf(resource, serialField) ?? serialField

/** The constraint that refuses a serial which its office has. */
const serialTaken = 'device_serial_unique'

const serialTakenBy = (kind: Pick<DeviceKind, 'resource' | 'serialField'>) => badRequest(message('E009', { field: fieldName(kind) }))

/** Runs the work; a serial that is taken at its office is refused under the resource's own name for it. */
const orTaken = async <Answer>(kind: Pick<DeviceKind, 'resource' | 'serialField'>, work: Promise<Answer>): Promise<Answer> => {
  try {
    return await work
  } catch (error) {
    if (violatedConstraint(error) !== serialTaken) throw error
    throw serialTakenBy(kind)
  }
}

type DoneAction = { readonly action: string; readonly before?: object; readonly after?: object }

/** Writes an action on a device to the audit log, under the office it belongs or belonged to. */
export const recordAction = (
  db: Db,
  requester: Requester,
  at: Date,
  kind: Pick<DeviceKind, 'resource'>,
  office: OfficeKey,
  serial: string,
  done: DoneAction,
): Promise<void> =>
  writeAudit(db, {
    at,
    actor: requester.actor,
    address: requester.address,
    resource: kind.resource,
    resourceId: serial,
    ...office,
    ...done,
  })

/**
 * Registers a device of a locked office in the transaction of `db`, on record.
 * @returns undefined where the office has one of its serial already
 */
export const insertDevice = async <Row extends DeviceRowBase>(
  db: Db,
  requester: Requester,
  kind: DeviceKind<Row>,
  office: OfficeKey,
  draft: Omit<DeviceDraft, 'officeId'>,
  now: Date,
): Promise<Row | undefined> => {
  const made = await db
    .insertInto('device')
    .values({
      company_id: office.companyId,
      office_id: office.officeId,
      kind: draft.word,
      type: draft.type,
      serial: draft.serial,
      ...valuesOf(draft),
    })
    .onConflict((conflict) => conflict.constraint(serialTaken).doNothing())
    .returning('device.device_id')
    .executeTakeFirst()
  if (made === undefined) return undefined
  const row = await readOne(db, kind, { companyId: office.companyId, deviceId: made.device_id }, now)
  await recordAction(db, requester, now, kind, office, row.id, { action: 'create', after: recordOf(kind, row) })
  await announce(db, { ...office, deviceIds: [made.device_id] })
  return row
}

/**
 * Registers a device.
 * @throws Refusal 404 where the office is not the actor's, 400 where the serial is taken there
 */
export const createDevice = <Row extends DeviceRowBase>(
  { db, clock }: Context,
  requester: Requester,
  kind: DeviceKind<Row>,
  draft: DeviceDraft,
): Promise<Row> =>
  db.transaction().execute(async (trx) => {
    const office = await lockOffice(trx, requester.actor, draft.officeId)
    const row = await insertDevice(trx, requester, kind, office, draft, clock())
    if (row === undefined) throw serialTakenBy(kind)
    return row
  })

/** The device that a change means: at its `fromOfficeId`, else at its `officeId`, else at any office in scope. */
const locate = async (db: Db, requester: Requester, kind: Pick<DeviceKind, 'words'>, change: DeviceChange): Promise<MatchedDevice> => {
  const wanted: SerialQuery = { serial: change.serial, word: change.fromWord ?? change.word }
  if (change.fromOfficeId !== undefined) return findSerial(db, requester.actor, kind, { ...wanted, officeId: change.fromOfficeId })
  const found = await findSerials(db, requester.actor, kind, wanted)
  return found.find(({ officeId }) => officeId === change.officeId) ?? findSerial(db, requester.actor, kind, wanted)
}

const isMove = (from: OfficeKey, to: OfficeKey) => from.officeId !== to.officeId

type Rows<Row> = { readonly before: Row; readonly after: Row }

/** A move is recorded at both offices; neither record shows the other office's data. */
const recordChange = async <Row extends DeviceRowBase>(
  db: Db,
  requester: Requester,
  at: Date,
  kind: DeviceKind<Row>,
  offices: { from: OfficeKey; to: OfficeKey },
  rows: Rows<Row>,
  action: string,
) => {
  const [before, after] = [recordOf(kind, rows.before), recordOf(kind, rows.after)]
  const serial = rows.after.id
  if (!isMove(offices.from, offices.to)) return recordAction(db, requester, at, kind, offices.to, serial, { action, before, after })
  const staysInCompany = offices.from.companyId === offices.to.companyId
  const [gone, come] = staysInCompany ? ['movedToOtherSite', 'movedFromOtherSite'] : ['movedToOtherCompany', 'create']
  await recordAction(db, requester, at, kind, offices.from, serial, { action: gone, before })
  await recordAction(db, requester, at, kind, offices.to, serial, { action: come, after })
}

const officeOf = (offices: Map<number, OfficeKey>, officeId: number): OfficeKey => {
  const office = offices.get(officeId)
  if (office === undefined) throw notFound()
  return office
}

const removeBeltSetting = (db: Db, { companyId, deviceId }: DeviceKey) =>
  db.deleteFrom('belt_setting').where('belt_setting.company_id', '=', companyId).where('belt_setting.device_id', '=', deviceId).execute()

/**
 * Changes a device. Where its office differs it moves: its wearer takes it off, its links, its location and its
 * place on the map go; to another company goes a new device, and this one is deleted. The same goes where a vital device becomes a belt or a belt a vital device; a belt's setting goes too.
 * @throws Refusal 404 where it or the office is not the actor's, 412 where somebody else was first, 400 where the serial
 *   names several, where the type differs and may not, or where the serial is taken among its new like
 */
export const updateDevice = <Row extends DeviceRowBase>(
  { db, clock }: Context,
  requester: Requester,
  kind: DeviceKind<Row>,
  change: DeviceChange,
): Promise<Row> =>
  orTaken(
    kind,
    db.transaction().execute(async (trx) => {
      const now = clock()
      const found = await locate(trx, requester, kind, change)
      const offices = await lockOffices(trx, requester.actor, [found.officeId, change.officeId])
      const [from, to] = [officeOf(offices, found.officeId), officeOf(offices, change.officeId)]
      const { version, type, kind: word } = await lockDevice(trx, found)
      const before = await readOne(trx, kind, found, now)
      const action = actionOnVersion(change.version, version)
      if (type !== change.type && kind.mayChangeType !== true) throw badRequest(message('fieldFixed', { field: typeName(kind) }))
      const moves = isMove(from, to) || word !== change.word
      const key = moves ? await moveDevice(trx, found, from, to, now) : found
      if (word !== change.word) await removeBeltSetting(trx, key)
      const { map_id: mapId } = await trx
        .updateTable('device')
        .set({ kind: change.word, type: change.type, ...valuesOf(change), version: key.deviceId === found.deviceId ? version + 1 : 1 })
        .where('device.company_id', '=', key.companyId)
        .where('device.device_id', '=', key.deviceId)
        .returning('device.map_id')
        .executeTakeFirstOrThrow()
      const after = await readOne(trx, kind, key, now)
      await recordChange(trx, requester, now, kind, { from, to }, { before, after }, action)
      await announce(trx, { ...to, deviceIds: [key.deviceId] })
      if (mapId !== null) await announceMaps(trx, to)
      return after
    }),
  )

/**
 * Deletes a device. Its readings and alerts stay; what it was part of ends.
 * @throws Refusal 404 where there is none, 400 where the serial names several
 */
export const removeDevice = <Row extends DeviceRowBase>(
  { db, clock }: Context,
  requester: Requester,
  kind: DeviceKind<Row>,
  wanted: SerialQuery,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const now = clock()
    const found = await findSerial(trx, requester.actor, kind, wanted)
    const office = await lockOffice(trx, requester.actor, found.officeId)
    await lockDevice(trx, found)
    const before = await readOne(trx, kind, found, now)
    await deleteDevices(trx, office, [found.deviceId], now)
    await recordAction(trx, requester, now, kind, office, before.id, { action: 'delete', before: recordOf(kind, before) })
  })
