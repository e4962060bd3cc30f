import { containsCoordinate } from 'ol/extent.js'
import { useEffect, useRef } from 'react'
import type { Spot } from '../map-canvas/map-geometry.ts'
import { useStage } from '../map-canvas/use-stage.ts'

/**
 * Brings somebody into the frame who was chosen while out of it. Only the choice moves the view, never their walking: one
 * of these belongs to one choice.
 * @param withFrame brings the frame itself into sight too, if the list of people is beneath it
 */
export const BroughtIntoView = ({ spot, withFrame }: { readonly spot: Spot; readonly withFrame: boolean }) => {
  const stage = useStage()
  const first = useRef({ spot, withFrame })
  useEffect(() => {
    if (first.current.withFrame) stage.map.getTargetElement()?.scrollIntoView({ block: 'nearest' })
    const at = stage.toCoordinate(first.current.spot)
    const size = stage.map.getSize()
    if (at === null || size === undefined) return
    const view = stage.map.getView()
    if (!containsCoordinate(view.calculateExtent(size), at)) view.setCenter(at)
  }, [stage])
  return null
}
