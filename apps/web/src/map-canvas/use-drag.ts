import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import PointerInteraction from 'ol/interaction/Pointer.js'
import { useEffect, type RefObject } from 'react'
import type { Spot } from './map-geometry.ts'
import type { Stage } from './stage.ts'
import { hitAt } from './use-hits.ts'

/** A press shorter than this is a click, however far the pointer moved (spec §9). */
export const dragGuardMs = 100

/** A finger may grasp a pin this far beside it, in CSS pixels. */
const grasp = 8

type Heard = {
  readonly onMove: (key: string, spot: Spot) => void
  readonly onMoveEnd: (key: string, spot: Spot) => void
}

/** Lets the marks of devices be dragged by any pointer; null lets none. */
export const useDrag = (stage: Stage, layer: 'device' | null, heard: RefObject<Heard>): void => {
  useEffect(() => {
    if (layer === null) return undefined
    let drag: { readonly key: string; readonly since: number; readonly from: readonly [number, number]; spot: Spot | null } | null = null
    const down = (event: MapBrowserEvent) => {
      const hit = hitAt(stage, event.pixel, grasp)
      if (hit === null || hit.source.layer !== layer) return false
      const [x = 0, y = 0] = event.coordinate
      drag = { key: hit.mark.key, since: event.originalEvent.timeStamp, from: [hit.mark.at[0] - x, hit.mark.at[1] - y], spot: null }
      return true
    }
    const move = (event: MapBrowserEvent) => {
      if (drag === null || event.originalEvent.timeStamp - drag.since < dragGuardMs) return
      const [x = 0, y = 0] = event.coordinate
      drag.spot = stage.toSpot([x + drag.from[0], y + drag.from[1]])
      heard.current.onMove(drag.key, drag.spot)
    }
    const up = () => {
      if (drag?.spot) heard.current.onMoveEnd(drag.key, drag.spot)
      drag = null
      return false
    }
    const interaction = new PointerInteraction({ handleDownEvent: down, handleDragEvent: move, handleUpEvent: up })
    stage.map.addInteraction(interaction)
    return () => {
      stage.map.removeInteraction(interaction)
    }
  }, [stage, layer, heard])
}
