import type { AnswerOf, Gateway, PlacedWorker, siteMap } from '@mimamori/contract'
import { sql } from 'kysely'
import { maySeeMap } from '../monitoring/map-workers/may-see-map.ts'
import { placedWorkers } from '../monitoring/map-workers/placed-workers.ts'
import { readStandings } from '../monitoring/map-workers/standing.ts'
import type { PersonKey } from '../organisation/keys.ts'
import type { Context, Db } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { Actor } from '../platform/http/route.ts'
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
 * A map the actor may see: of an office in scope, and for leaders one on which somebody of theirs stands now.
 * @throws Refusal 404 for every other
 */
export const findSeenMap = async (
  context: Pick<Context, 'db' | 'pool'>,
  actor: Actor,
  mapId: number,
  groupId: number | undefined,
  now: Date,
): Promise<SelectedMap> => {
  const map = await findMap(context, actor, mapId, groupId, now)
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

/** A gateway with the people behind it counted as they are listed: a leader counts nobody of another group. */
const countedBy = (workers: readonly PlacedWorker[], gateway: Gateway): Gateway => {
  const own = workers.filter(({ gwExtensionId }) => gwExtensionId === gateway.serialNumber)
  const at = (level: number) => own.filter(({ alertLevel }) => alertLevel === level).length
  return {
    ...gateway,
    countEmergency: own.filter(({ emergency }) => emergency === '1').length,
    countAlertLevel0: at(0),
    countAlertLevel1: at(1),
    countAlertLevel2: at(2),
    countAlertLevel3: at(3),
  }
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
  const map = await findSeenMap(context, actor, mapId, groupId, now)
  const key = { companyId: map.company_id, officeId: map.office_id, mapId }
  const [standings, devices, emergencies] = await Promise.all([
    readStandings(db, peopleOf(actor, groupId), isMapOf(map), now),
    readDevices(db, key, now),
    findEmergencies(db, actor, key, { groupId, offset: 0, kind: undefined, serialNumber: undefined }, now),
  ])
  const workers = (await placedWorkers(context, standings, standings, now)).map(({ row }) => row).toSorted(byUrgency)
  const answer = {
    ...toMapRow(map),
    ...devices,
    listGateways: devices.listGateways.map((gateway) => countedBy(workers, gateway)),
    listWorkers: workers.map(({ mapIds: _, ...worker }) => worker),
    listEmergencies: emergencies.data,
  }
  return { map: answer, people: peopleIn([...workers, ...emergencies.data], map) }
}
