import View from 'ol/View.js'
import { Projection } from 'ol/proj.js'
import { onScreen } from './board.ts'
import { mercatorOf, type Point } from './mercator.ts'
import { metresAtZoom0, sizeOf, type MapGeometry } from './map-geometry.ts'
import { wholeView, type WholeView } from './whole-view.ts'

type Size = readonly [width: number, height: number]

const savedResolution = ({ zoom }: MapGeometry) => metresAtZoom0 / 2 ** zoom
const radiansOf = ({ rotation }: MapGeometry) => (rotation * Math.PI) / 180

/** The view of a map as it was saved; of a drawing alone, before anybody knows how large the screen is. */
export const viewOf = (geometry: MapGeometry): View => {
  if (geometry.type !== 1) {
    const [x, y] = mercatorOf(geometry.centre)
    return new View({
      center: [x, y],
      resolution: savedResolution(geometry),
      minZoom: 0,
      // Far out more than one world is seen; otherwise the map would not keep its centre there.
      multiWorld: true,
      maxZoom: 22,
      rotation: radiansOf(geometry),
      enableRotation: true,
      constrainRotation: false,
    })
  }
  const { width, height } = sizeOf(geometry)
  return new View({
    projection: new Projection({ code: 'drawing', units: 'pixels', extent: [0, 0, width, height] }),
    center: [width / 2, height / 2],
    extent: [-width, -height, width * 2, height * 2],
    constrainOnlyCenter: true,
    resolution: 1,
    minResolution: 1 / 16,
    maxResolution: Math.max(width, height) / 100,
    enableRotation: false,
  })
}

/** Whether a point lies in a frame that is looked at so. */
const isSeen = (point: Point, { centre, resolution }: WholeView, rotation: number, [width, height]: Size): boolean => {
  const [at, middle] = [onScreen([...point], { resolution, rotation }), onScreen([...centre], { resolution, rotation })]
  return Math.abs(at.x - middle.x) < width / 2 && Math.abs(at.y - middle.y) < height / 2
}

/**
 * How a drawing opens in a frame of some size: as large as it can be shown whole. One on the world opens as it was saved
 * where that shows it larger.
 * @returns null where there is no drawing
 */
export const openingView = (geometry: MapGeometry, size: Size, margin: number): WholeView | null => {
  if (geometry.type === 1) {
    const { width, height } = sizeOf(geometry)
    const ends: Point[] = [
      [0, 0],
      [width, height],
    ]
    return wholeView(ends, 0, size, margin)
  }
  if (geometry.corners === null) return null
  const rotation = radiansOf(geometry)
  const whole = wholeView(geometry.corners.map(mercatorOf), rotation, size, margin)
  const saved = { centre: mercatorOf(geometry.centre), resolution: savedResolution(geometry) }
  return saved.resolution < whole.resolution && isSeen(whole.centre, saved, rotation, size) ? saved : whole
}
