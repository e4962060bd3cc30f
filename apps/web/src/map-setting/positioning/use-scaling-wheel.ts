import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { imageZoomRange } from '../../map-canvas/overlay-geometry.ts'
import { useStage } from '../../map-canvas/use-stage.ts'

/** By how much a step of the wheel zooms the map. */
const wheelZoom = 0.25

/** The wheel over the area around `frame`: with Shift it scales the drawing, else it zooms the map. */
export const useScalingWheel = (frame: RefObject<HTMLElement | null>, scaleBy: (factor: number) => void): void => {
  const stage = useStage()
  const scale = useRef(scaleBy)
  useLayoutEffect(() => {
    scale.current = scaleBy
  })
  useEffect(() => {
    const area = frame.current?.parentElement
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      event.stopPropagation()
      // Some browsers turn a wheel with Shift sideways.
      const isForth = (event.deltaY || event.deltaX) < 0
      const { step } = imageZoomRange
      if (event.shiftKey) return scale.current(isForth ? step : 1 / step)
      // The map zooms about what the pointer is on, also beneath the drawing.
      stage.map.getView().adjustZoom(isForth ? wheelZoom : -wheelZoom, stage.map.getEventCoordinate(event))
    }
    area?.addEventListener('wheel', wheel, { capture: true, passive: false })
    return () => area?.removeEventListener('wheel', wheel, { capture: true })
  }, [frame, stage])
}
