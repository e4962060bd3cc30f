import type { MapWorker } from '@mimamori/contract/map-worker'
import type { SiteMap } from '@mimamori/contract/site-map'
import type { Spot } from '../map-canvas/map-geometry.ts'
import type { Corners } from '../map-canvas/overlay-geometry.ts'
import type { CanvasWorker } from '../map-canvas/worker-layer.tsx'
import { gradeOf } from '../marks/grade.ts'
import { positionInWords } from './people.ts'
import { spotOfWorker } from './spots.ts'

const isSameSpot = (a: Spot, b: Spot) =>
  a.kind === 'percent'
    ? b.kind === 'percent' && a.x === b.x && a.y === b.y
    : b.kind === 'degrees' && a.longitude === b.longitude && a.latitude === b.latitude

const drawn = (worker: MapWorker, spot: Spot, note: string): CanvasWorker => ({
  userId: worker.userId,
  name: worker.workerName,
  grade: gradeOf(worker) ?? 'none',
  alarm: worker.alarm,
  isReported: worker.reportedAt !== null,
  isSilent: worker.status === '0',
  hasNoHeartRate: worker.status === '1',
  heartRate: worker.heartRate,
  spot,
  note,
  baseName: worker.baseName,
  groupName: worker.groupName,
})

/**
 * Makes what is drawn of the people on a map, those without a place left out. A person without a change stays the same object,
 * so that a change of some costs nothing for the others.
 */
export const canvasWorkers = () => {
  const known = new WeakMap<MapWorker, CanvasWorker>()
  return (map: SiteMap, corners: Corners | null, now: number): readonly CanvasWorker[] =>
    map.listWorkers.flatMap((worker) => {
      const spot = spotOfWorker(map, corners, worker)
      if (spot === null) return []
      const note = spot.kind === 'degrees' ? positionInWords(worker, now) : ''
      const before = known.get(worker)
      if (before !== undefined && before.note === note && isSameSpot(before.spot, spot)) return [before]
      const fresh = drawn(worker, spot, note)
      known.set(worker, fresh)
      return [fresh]
    })
}
