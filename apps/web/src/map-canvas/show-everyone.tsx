import { Button } from 'antd'
import styles from './map-canvas.module.css'
import { mercatorOf, type Point } from './mercator.ts'
import { metresAtZoom0, sizeOf, type MapGeometry } from './map-geometry.ts'
import { overMarks } from './room.ts'
import { useStage } from './use-stage.ts'
import { wholeView } from './whole-view.ts'
import type { CanvasWorker } from './worker-marks.ts'

/** What stays free to each side, in CSS pixels: for half a mark and its plate. */
const margin = 56
/** Nobody needs to see people who are all in one place nearer than this. */
const nearestZoom = 19

/** The drawing is part of what shows where people are; the world around them is not. */
const cornersOf = (geometry: MapGeometry): readonly Point[] => {
  if (geometry.type === 1) {
    const { width, height } = sizeOf(geometry)
    return [
      [0, 0],
      [width, height],
    ]
  }
  return (geometry.corners ?? []).map(mercatorOf)
}

/** A button that moves the view so that everybody on the map is in it, with the whole drawing. */
export const ShowEveryone = ({ workers }: { readonly workers: readonly CanvasWorker[] }) => {
  const stage = useStage()
  if (workers.length === 0) return null
  const show = () => {
    const geometry = stage.geometry()
    const points = [...workers.flatMap(({ spot }) => [stage.toCoordinate(spot)].filter((at) => at !== null)), ...cornersOf(geometry)]
    const [width = 0, height = 0] = stage.map.getSize() ?? []
    const { centre, resolution } = wholeView(points, stage.scale().rotation, [width, height], margin)
    const nearest = geometry.type === 1 ? 0 : metresAtZoom0 / 2 ** nearestZoom
    stage.lookAt([...centre], Math.max(resolution, nearest))
  }
  return (
    <div className={styles['everyone']} {...overMarks}>
      <Button onClick={show}>全員を表示</Button>
    </div>
  )
}
