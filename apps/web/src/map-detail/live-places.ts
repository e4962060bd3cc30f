import type { MapWorker, PlacedWorker, SiteMap } from '@mimamori/contract/site-map'
import type { Patched } from '../kit/use-live-query.ts'

/** What of a site a map shows: itself, and one group or all. */
export type Shown = { readonly mapId: number; readonly groupId?: number | undefined }

const isEarlier = (a: string | null, b: string | null) => a !== null && b !== null && Date.parse(a) < Date.parse(b)

// The stream and a fetch may cross; the older of the two must not win.
const isOlder = (change: MapWorker, worker: MapWorker) =>
  isEarlier(change.time, worker.time) || isEarlier(change.positionAt, worker.positionAt)

/**
 * Puts what the stream tells of people into the map: who is on it now in their old place in the list, newcomers at its
 * end, and whoever went to another map, or to a group that is not shown, is gone. Those of whom nothing is told stay the
 * same objects, so that nothing of them is drawn anew.
 */
export const patchPlaces =
  ({ mapId, groupId }: Shown) =>
  (map: SiteMap, changes: readonly PlacedWorker[]): Patched<SiteMap> => {
    const isHere = (worker: PlacedWorker) => worker.mapIds.includes(mapId) && (groupId === undefined || worker.groupId === groupId)
    const byUser = new Map(changes.filter(({ officeId }) => officeId === map.officeId).map((worker) => [worker.userId, worker]))
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
    if (!touched && newcomers.length === 0) return { data: map, refetch: false }
    return { data: { ...map, listWorkers: [...known, ...newcomers] }, refetch: false }
  }
