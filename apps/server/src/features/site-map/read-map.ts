import { type AbsentWorker, type AnswerOf, type Gateway, leaders, type PlacedWorker, type siteMap } from '@mimamori/contract'
import { sql } from 'kysely'
import { maySeeMap } from '../../shared/monitoring/map-workers/may-see-map.ts'
import { placedWorkers } from '../../shared/monitoring/map-workers/placed-workers.ts'
import { readPresent } from '../../shared/monitoring/map-workers/map-positions.ts'
import type { PersonKey } from '../../shared/organisation/keys.ts'
import type { Context, Db } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/route.ts'
import { findEmergencies } from './emergencies.ts'
import { type SelectedMap, toMapRow } from './map-row.ts'
import { findMap, peopleOf } from './store.ts'

type Answer = AnswerOf<typeof siteMap.one>

/** The devices placed on a map, as their own slice reads them. */
export type ReadDevices = (
  db: Db,
  map: { readonly companyId: number; readonly mapId: number },
  now: Date,
) => Promise<Pick<Answer, 'listGateways' | 'listHeatIndexWatchers' | 'listReference'>>

const isMapOf = (map: Pick<SelectedMap, 'id' | 'company_id'>) => sql<boolean>`(m.company_id = ${map.company_id} and m.map_id = ${map.id})`

/**
 * A map the actor may see: of an office in scope, and for leaders one with somebody of their groups on it now.
 * @throws Refusal 404 for every other
 */
export const findSeenMap = async (context: Pick<Context, 'db' | 'pool'>, actor: Actor, mapId: number, now: Date): Promise<SelectedMap> => {
  const map = await findMap(context, actor, mapId, now)
  if (map === undefined) throw notFound()
  if (!(await maySeeMap(context.db, actor, isMapOf(map), now))) throw notFound()
  return map
}

const severity = ({ emergency, alertLevel }: PlacedWorker) => (emergency === '1' ? 10 : (alertLevel ?? -2))

/** The worst first; at one level the higher heart rate. */
const byUrgency = (one: PlacedWorker, other: PlacedWorker) =>
  severity(other) - severity(one) || (other.heartRate ?? 0) - (one.heartRate ?? 0) || one.userId - other.userId

/** The people of rows of a map. */
export const peopleIn = (rows: readonly { readonly userId: number | null }[], map: Pick<SelectedMap, 'company_id'>): PersonKey[] =>
  rows.flatMap(({ userId }) => (userId === null ? [] : [{ companyId: map.company_id, userId }]))

/** How many of these people are in an emergency and at each level: a leader counts nobody of another group. */
const countsOf = (workers: readonly PlacedWorker[]) => {
  const at = (level: number) => workers.filter(({ alertLevel }) => alertLevel === level).length
  return {
    countEmergency: workers.filter(({ emergency }) => emergency === '1').length,
    countAlertLevel0: at(0),
    countAlertLevel1: at(1),
    countAlertLevel2: at(2),
    countAlertLevel3: at(3),
  }
}

/** The gateways, each with the people behind it counted as they are listed. */
const countedBy = (workers: readonly PlacedWorker[], gateways: readonly Gateway[]): Gateway[] => {
  const behind = Map.groupBy(workers, ({ gwExtensionId }) => gwExtensionId)
  return gateways.map((gateway) => ({ ...gateway, ...countsOf(behind.get(gateway.serialNumber) ?? []) }))
}

const isMapOfOffice = ({ company_id: companyId, office_id: officeId }: Pick<SelectedMap, 'company_id' | 'office_id'>) =>
  sql<boolean>`(m.company_id = ${companyId} and m.office_id = ${officeId})`

const toAbsent = ({
  userId,
  workerName,
  alertLevel,
  emergency,
  alarm,
  reportedAt,
  status,
  groupId,
  time,
  mapIds,
  placeName,
}: PlacedWorker): AbsentWorker => ({
  userId,
  workerName,
  alertLevel,
  emergency,
  alarm,
  reportedAt,
  status,
  groupId,
  time,
  mapIds,
  placeName,
})

type OtherMaps = Answer['listOtherMaps']
type SelectedOther = Pick<SelectedMap, 'id' | 'floor' | 'location_name' | 'type' | 'corners'>

/** The other maps of the map's site, in their order. The caller has checked the scope. */
const readOtherMaps = async (db: Db, map: SelectedMap): Promise<OtherMaps> => {
  const { rows } = await sql<SelectedOther>`
    select m.map_id as id, m.floor, m.location_name, m.type, m.angle_coordinates as corners from site_map m
     where ${isMapOfOffice(map)} and m.map_id <> ${map.id} order by m.position, m.map_id`.execute(db)
  return rows.map(({ id, floor, location_name: locationName, type, corners }) => ({
    id,
    floor,
    locationName,
    type,
    angleCoordinate1: corners?.[0] ?? null,
    angleCoordinate2: corners?.[1] ?? null,
    angleCoordinate3: corners?.[2] ?? null,
    angleCoordinate4: corners?.[3] ?? null,
  }))
}

/** A leader learns only of maps that their own people are on. */
const shownTo = (actor: Actor, maps: OtherMaps, absent: readonly PlacedWorker[]): OtherMaps => {
  if (!leaders.some((role) => role === actor.role)) return maps
  const own = new Set(absent.flatMap(({ mapIds }) => mapIds))
  return maps.filter(({ id }) => own.has(id))
}

/** A map with everything on it, and the people whose health it shows. @throws Refusal 404 as `findSeenMap` */
export const readMap = async (
  context: Pick<Context, 'db' | 'pool' | 'clock'>,
  actor: Actor,
  { id: mapId, groupId }: { readonly id: number; readonly groupId: number | undefined },
  readDevices: ReadDevices,
): Promise<{ readonly map: Answer; readonly people: readonly PersonKey[] }> => {
  const { db, clock } = context
  const now = clock()
  const map = await findSeenMap(context, actor, mapId, now)
  const key = { companyId: map.company_id, officeId: map.office_id, mapId }
  const [present, otherMaps, devices] = await Promise.all([
    readPresent(db, peopleOf(actor, groupId), isMapOfOffice(map), now),
    readOtherMaps(db, map),
    readDevices(db, key, now),
  ])
  const onMap = present.filter(({ mapIds }) => mapIds.includes(mapId))
  const [placed, emergencies] = await Promise.all([
    placedWorkers(context, present, present, now),
    findEmergencies(db, actor, key, { pin: undefined, people: onMap.map(({ userId }) => userId) }, { offset: 0 }, now),
  ])
  const people = placed.map(({ row }) => row).toSorted(byUrgency)
  const workers = people.filter(({ mapIds }) => mapIds.includes(mapId))
  const absent = people.filter(({ mapIds }) => !mapIds.includes(mapId))
  const answer = {
    ...toMapRow(map),
    ...countsOf(workers),
    ...devices,
    listGateways: countedBy(workers, devices.listGateways),
    listWorkers: workers.map(({ mapIds: _, placeName: __, ...worker }) => worker),
    listAbsent: absent.map(toAbsent),
    listOtherMaps: shownTo(actor, otherMaps, people),
    listEmergencies: emergencies.data,
  }
  return { map: answer, people: peopleIn([...people, ...emergencies.data], map) }
}
