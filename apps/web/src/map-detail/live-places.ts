import type { AbsentWorker, MapWorker, PlacedWorker } from '@mimamori/contract/map-worker'
import type { SiteMap } from '@mimamori/contract/site-map'
import type { Patched } from '../kit/use-live-query.ts'

/** What of a site a map shows: itself, and one group or all. */
export type ShownScope = { readonly mapId: number; readonly groupId?: number | undefined }

const isEarlier = (a: string | null, b: string | null) => a !== null && b !== null && Date.parse(a) < Date.parse(b)

// The stream and a fetch may cross; the older of the two must not win.
const isOlder = (change: MapWorker, worker: MapWorker) =>
  isEarlier(change.time, worker.time) || isEarlier(change.positionAt, worker.positionAt)

const isShownAnyway = ({ mapIds, emergency, reportedAt, alertLevel, status }: AbsentWorker) =>
  mapIds.length > 0 || emergency === '1' || reportedAt !== null || (alertLevel ?? 0) >= 1 || status !== '0'

const absentOf = ({
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

/**
 * Those who are not on the map with the news in it: who came onto it is gone, who left it comes in. Anyone who is silent, calm
 * and on no map may have gone home: only the server knows, so they do not come in.
 */
const patchAbsent = (
  { listAbsent: absent, listWorkers }: Pick<SiteMap, 'listAbsent' | 'listWorkers'>,
  changes: readonly PlacedWorker[],
  { mapId, groupId }: ShownScope,
): AbsentWorker[] => {
  const onMap = new Set(listWorkers.map(({ userId }) => userId))
  const byUser = new Map(changes.map((worker) => [worker.userId, worker]))
  const isAbsent = (worker: PlacedWorker) =>
    !onMap.has(worker.userId) && !worker.mapIds.includes(mapId) && (groupId === undefined || worker.groupId === groupId)
  let touched = false
  const known = absent.flatMap((worker) => {
    const change = byUser.get(worker.userId)
    byUser.delete(worker.userId)
    if (change === undefined || isEarlier(change.time, worker.time)) return [worker]
    touched = true
    return isAbsent(change) ? [absentOf(change)] : []
  })
  const newcomers = [...byUser.values()].filter(isAbsent).map(absentOf).filter(isShownAnyway)
  return touched || newcomers.length > 0 ? [...known, ...newcomers] : absent
}

/**
 * Puts the stream's news of people into the map: who is on it now in their old place in the list, newcomers at its
 * end, and anyone who went to another map, or to a group that is not shown, is gone. People without news stay the
 * same objects, so that nothing of them is redrawn.
 */
export const patchPlaces =
  ({ mapId, groupId }: ShownScope) =>
  (map: SiteMap, changes: readonly PlacedWorker[]): Patched<SiteMap> => {
    const ofSite = changes.filter(({ officeId }) => officeId === map.officeId)
    if (ofSite.length === 0) return { data: map, refetch: false }
    const isHere = (worker: PlacedWorker) => worker.mapIds.includes(mapId) && (groupId === undefined || worker.groupId === groupId)
    const byUser = new Map(ofSite.map((worker) => [worker.userId, worker]))
    let touched = false
    const known = map.listWorkers.flatMap((worker) => {
      const change = byUser.get(worker.userId)
      if (change === undefined) return [worker]
      byUser.delete(worker.userId)
      if (isOlder(change, worker)) return [worker]
      touched = true
      return isHere(change) ? [change] : []
    })
    const newcomers = [...byUser.values()].filter(isHere)
    const listWorkers = touched || newcomers.length > 0 ? [...known, ...newcomers] : map.listWorkers
    const listAbsent = patchAbsent({ listAbsent: map.listAbsent, listWorkers }, ofSite, { mapId, groupId })
    const isSame = listWorkers === map.listWorkers && listAbsent === map.listAbsent
    return { data: isSame ? map : { ...map, listWorkers, listAbsent }, refetch: false }
  }
