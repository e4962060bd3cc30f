import { useEffect, useReducer } from 'react'
import { mercatorOf, type LonLat, type Point } from '../../map-canvas/mercator.ts'
import { useStage } from '../../map-canvas/use-stage.ts'
import type { Pixel } from './follow-pointers.ts'

/** Both ways between places and pixels of the map. The component that uses them is drawn again whenever the map is. */
export const useMapPlane = () => {
  const { map } = useStage()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    map.on('postrender', redraw)
    return () => map.un('postrender', redraw)
  }, [map])
  return {
    map,
    /** Where on the map a place is shown. */
    toPixel: (place: LonLat): Pixel => {
      const [x = 0, y = 0] = map.getPixelFromCoordinate([...mercatorOf(place)]) ?? []
      return [x, y]
    },
    /** The place on the plane of the map at a point of the window. */
    planeAt: ([x, y]: Pixel): Point => {
      const box = map.getViewport()?.getBoundingClientRect()
      const [east = 0, north = 0] = map.getCoordinateFromPixel([x - (box?.left ?? 0), y - (box?.top ?? 0)]) ?? []
      return [east, north]
    },
  }
}
