import { isDeepStrictEqual } from 'node:util'
import { message, mostMaps } from '@mimamori/contract'
import { announce, announceMaps } from '../../shared/announcements/announce.ts'
import { nameTextOf } from '../../shared/organisation/device-name.ts'
import type { OfficeKey } from '../../shared/organisation/keys.ts'
import { lockOffice } from '../../shared/organisation/office-lock.ts'
import type { Requester } from '../../platform/audit.ts'
import { writeAudit } from '../../shared/organisation/write-audit.ts'
import type { Context, Db } from '../../platform/context.ts'
import { badRequest, Refusal, stale } from '../../platform/errors.ts'
import { actionOnVersion } from '../../platform/database/versioned.ts'
import {
  deleteMaps,
  findUsablePictures,
  insertMap,
  type ExistingMap,
  raiseVersion,
  readExistingMaps,
  readVersion,
  updateMap,
} from './change-store.ts'
import { draftedMap, lackOf, placeFaultLines } from './drafted.ts'
import { recordFollowers } from './record-devices.ts'
import { repositionDevices } from './reposition-devices.ts'
import { addFault, type NumberedDraft, readRows, type RowFaults } from './read-rows.ts'

type Drafted = { readonly row: number; readonly id: number | null; readonly map: ExistingMap }

const refusalOf = (status: 400 | 404, faults: RowFaults) => new Refusal(status, { messages: Object.fromEntries(faults) })

/** The version of the list that the request was made on, in whichever part of the request. @throws Refusal 412 if it holds two */
const versionGiven = (given: readonly (number | undefined)[]): number | undefined => {
  const [version, ...others] = new Set(given.filter((one) => one !== undefined))
  if (others.length > 0) throw stale()
  return version
}

/**
 * The rows as maps.
 * @throws Refusal 400 with the faults of each row; 404 in the same form where nothing is wrong but that rows name what is
 *   not there or another company's
 */
const draftAll = async (
  db: Db,
  { actor }: Requester,
  office: OfficeKey,
  { drafts, faults }: { drafts: readonly NumberedDraft[]; faults: RowFaults },
  existingMaps: ReadonlyMap<number, ExistingMap>,
  now: Date,
): Promise<Drafted[]> => {
  const drafted = drafts.map(({ row, draft }): Drafted => {
    const id = draft.id === 0 ? null : (draft.id ?? null)
    return { row, id, map: draftedMap(draft, id === null ? undefined : existingMaps.get(id), row - 1) }
  })
  const isNew = ({ id, map }: Drafted) => map.mapImage !== null && (id === null || existingMaps.get(id)?.mapImage !== map.mapImage)
  const keys = drafted.filter(isNew).flatMap(({ map }) => map.mapImage ?? [])
  const usable = await findUsablePictures(db, actor, office, keys, now)
  const missing: RowFaults = new Map()
  for (const one of drafted) {
    if (one.id !== null && !existingMaps.has(one.id)) addFault(missing, one.row, message('mapGone'))
    if (isNew(one) && !usable.has(one.map.mapImage ?? '')) addFault(missing, one.row, message('mapPicture'))
    const lack = lackOf(one.map)
    if (lack !== undefined) addFault(faults, one.row, lack)
    const lines = placeFaultLines(one.map, one.id === null ? undefined : existingMaps.get(one.id))
    if (lines.length > 0) addFault(faults, one.row, ...lines)
  }
  if (faults.size === 0 && missing.size > 0) throw refusalOf(404, missing)
  for (const [row, texts] of missing) addFault(faults, row, ...texts)
  if (faults.size > 0) throw refusalOf(400, faults)
  return drafted
}

const recorded = (map: ExistingMap) => ({ ...map, corners: map.corners?.join(' ') ?? null })

/** Writes what changed and announces it to the consoles. @returns whether anything did */
const apply = async (
  db: Db,
  requester: Requester,
  office: OfficeKey,
  {
    drafted,
    existingMaps,
    action,
    now,
  }: { drafted: readonly Drafted[]; existingMaps: ReadonlyMap<number, ExistingMap>; action: string; now: Date },
): Promise<boolean> => {
  const { actor, address } = requester
  const record = (mapId: number, what: { action: string; before?: object; after?: object }) =>
    writeAudit(db, { at: now, actor, address, resource: 'siteMap', resourceId: mapId, ...office, ...what })
  const stays = new Set(drafted.map(({ id }) => id))
  const gone = [...existingMaps].filter(([id]) => !stays.has(id))
  const unplaced = await deleteMaps(
    db,
    office,
    gone.map(([id]) => id),
  )
  for (const [id, before] of gone) {
    const devices = unplaced.filter((device) => device.before.mapId === id).map(nameTextOf)
    await record(id, { action: 'delete', before: { ...recorded(before), devices } })
  }
  const followers = [...unplaced]
  let changed = gone.length
  for (const { id, map } of drafted) {
    const before = id === null ? undefined : existingMaps.get(id)
    if (id === null || before === undefined) {
      await record(await insertMap(db, office, map), { action: 'create', after: recorded(map) })
    } else if (isDeepStrictEqual(before, map)) {
      continue
    } else {
      await updateMap(db, office, id, map)
      followers.push(...(await repositionDevices(db, office, id, before, map)))
      await record(id, { action, before: recorded(before), after: recorded(map) })
    }
    changed += 1
  }
  await recordFollowers(db, requester, now, office, followers)
  await announce(db, { ...office, deviceIds: followers.map(({ deviceId }) => deviceId) })
  return changed > 0
}

type Sent = { readonly rows: readonly unknown[]; readonly versions: readonly (number | undefined)[] }

/**
 * Saves an office's maps as a whole, in the order given, all rows or none. A map that is not among them is deleted, and
 * what was on it loses its place. Saves of one office come one after another.
 * @throws Refusal 404 out of scope or for what a row names and is not there, 412 where somebody else saved first, 400 by rows
 */
export const saveMaps = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  requester: Requester,
  officeId: number,
  { rows, versions }: Sent,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (rows.length > mostMaps) throw badRequest(message('mapsTooMany', { most: mostMaps }))
    const now = clock()
    const office = await lockOffice(trx, requester.actor, officeId)
    const read = readRows(rows)
    const given = versionGiven([...versions, ...read.drafts.map(({ draft }) => draft.version)])
    const action = actionOnVersion(given, await readVersion(trx, office))
    const existingMaps = await readExistingMaps(trx, office)
    const drafted = await draftAll(trx, requester, office, read, existingMaps, now)
    if (!(await apply(trx, requester, office, { drafted, existingMaps, action, now }))) return
    await raiseVersion(trx, office)
    await announceMaps(trx, office)
  })
