import { useEffect, useLayoutEffect, useRef } from 'react'
import { metresAtZoom0 } from '../../map-canvas/map-geometry.ts'
import { lonLatOf, mercatorOf } from '../../map-canvas/mercator.ts'
import { wholeTurn, type Corners } from '../../map-canvas/overlay-geometry.ts'
import type { Stage } from '../../map-canvas/stage.ts'
import { useStage } from '../../map-canvas/use-stage.ts'
import { wholeView } from '../../map-canvas/whole-view.ts'
import type { View } from './position.ts'

const viewOf = ({ map }: Stage): View => {
  const [x = 0, y = 0] = map.getView().getCenter() ?? []
  const [longitude, latitude] = lonLatOf([x, y])
  return {
    // East of the date line the next world begins, which is this one.
    centre: [wholeTurn(longitude + 180) - 180, latitude],
    zoom: Math.log2(metresAtZoom0 / (map.getView().getResolution() ?? metresAtZoom0)),
    rotation: wholeTurn((map.getView().getRotation() * 180) / Math.PI),
  }
}

const look = ({ map }: Stage, { centre, zoom, rotation }: View) => {
  map.getView().setCenter([...mercatorOf(centre)])
  map.getView().setResolution(metresAtZoom0 / 2 ** zoom)
  map.getView().setRotation((rotation * Math.PI) / 180)
}

const turnBetween = (a: number, b: number) => Math.abs(wholeTurn(a - b + 180) - 180)

/** Whether two views look the same: a millimetre, or a thousandth of a degree or of a zoom, is the rounding of the map. */
const looksLike = (a: View, b: View) =>
  Math.abs(a.centre[0] - b.centre[0]) < 1e-8 &&
  Math.abs(a.centre[1] - b.centre[1]) < 1e-8 &&
  Math.abs(a.zoom - b.zoom) < 1e-3 &&
  turnBetween(a.rotation, b.rotation) < 1e-3

/** How much room stays round a drawing that is shown whole, in CSS pixels. */
const margin = 72

/** Shows the drawing whole, as the map is turned. */
export const showWhole = (stage: Stage, corners: Corners): View => {
  const [width = 1, height = 1] = stage.map.getSize() ?? []
  const { rotation } = viewOf(stage)
  const { centre, resolution } = wholeView(corners.map(mercatorOf), (rotation * Math.PI) / 180, [width, height], margin)
  return { centre: lonLatOf(centre), zoom: Math.min(22, Math.max(0, Math.log2(metresAtZoom0 / resolution))), rotation }
}

/** A drawing smaller than this on the screen can hardly be taken hold of, in CSS pixels. */
const smallest = 160

const isSeen = (stage: Stage, corners: Corners): boolean => {
  const [width = 0, height = 0] = stage.map.getSize() ?? []
  const pixels = corners.map((corner) => stage.map.getPixelFromCoordinate([...mercatorOf(corner)]))
  const [xs, ys] = [pixels.map(([x = 0]) => x), pixels.map(([, y = 0]) => y)]
  const isInside = Math.min(...xs) >= 0 && Math.max(...xs) <= width && Math.min(...ys) >= 0 && Math.max(...ys) <= height
  return isInside && Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) >= smallest
}

type ViewSyncProps = {
  readonly view: View
  /** The drawing that must be seen when the map opens. */
  readonly corners: Corners | null
  readonly onView: (view: View) => void
  readonly onOpen: (view: View) => void
}

/** Keeps the map's view and its numbers together, whichever of them somebody changes. */
export const ViewSync = ({ view, corners, onView, onOpen }: ViewSyncProps) => {
  const stage = useStage()
  const latest = useRef({ view, corners, onView, onOpen })
  useLayoutEffect(() => {
    latest.current = { view, corners, onView, onOpen }
  })

  useEffect(() => {
    if (!looksLike(viewOf(stage), view)) look(stage, view)
  }, [stage, view])

  useEffect(() => {
    const rest = () => {
      const now = viewOf(stage)
      if (!looksLike(now, latest.current.view)) latest.current.onView(now)
    }
    // Only what is drawn once knows how large the map is.
    const open = () => {
      const drawing = latest.current.corners
      if (drawing !== null && !isSeen(stage, drawing)) latest.current.onOpen(showWhole(stage, drawing))
      stage.map.on('moveend', rest)
    }
    stage.map.once('rendercomplete', open)
    return () => {
      stage.map.un('rendercomplete', open)
      stage.map.un('moveend', rest)
    }
  }, [stage])
  return null
}
