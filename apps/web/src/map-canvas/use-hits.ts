import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import { useEffect } from 'react'
import { sizeOf } from './map-geometry.ts'
import type { OnBoard } from './board.ts'
import type { Stage } from './stage.ts'

/** How far from a mark a press still counts as on it: pixels of the drawing (spec §9), and of the screen where there is none. */
const reach = { drawing: 100, screen: 24 } as const

/** From a point of the screen to a mark's box: nothing within it. */
const distanceTo = (stage: Stage, { mark, shift }: OnBoard, [x, y]: readonly number[]): { box: number; middle: number } => {
  const [left = 0, top = 0] = stage.map.getPixelFromCoordinate([...mark.at])
  const [across, down] = [Math.abs((x ?? 0) - left - shift[0]), Math.abs((y ?? 0) - top - shift[1])]
  const outside = Math.hypot(Math.max(0, across - mark.width / 2), Math.max(0, down - mark.height / 2))
  return { box: outside, middle: Math.hypot(across, down) }
}

/** How many pixels of the screen a press may be beside a mark. */
const reachOf = (stage: Stage): number => {
  const geometry = stage.geometry()
  if (geometry.type === 1) return Math.max(reach.screen, reach.drawing / (stage.map.getView().getResolution() ?? 1))
  if (geometry.corners === null) return reach.screen
  const { width } = sizeOf(geometry)
  const [left, right] = [0, 100].map((x) => stage.toCoordinate({ kind: 'percent', x, y: 50 }))
  if (!left || !right) return reach.screen
  const onScreen = Math.hypot(right[0] - left[0], right[1] - left[1]) / (stage.map.getView().getResolution() ?? 1)
  return Math.max(reach.screen, (reach.drawing * onScreen) / width)
}

/** The mark nearest to a point of the screen, as far as a press reaches. */
export const hitAt = (stage: Stage, pixel: readonly number[], most = reachOf(stage)): OnBoard | null => {
  let found: { readonly one: OnBoard; readonly box: number; readonly middle: number } | null = null
  for (const one of stage.board.all()) {
    const { box, middle } = distanceTo(stage, one, pixel)
    if (box > most) continue
    if (found === null || box < found.box || (box === found.box && middle < found.middle)) found = { one, box, middle }
  }
  return found?.one ?? null
}

/** A press on the map picks the nearest mark; the pointer says where there is one. */
export const useHits = (stage: Stage): void => {
  useEffect(() => {
    const press = (event: MapBrowserEvent) => {
      const hit = hitAt(stage, event.pixel)
      if (hit === null) stage.board.miss()
      else hit.source.onPick(hit.mark.key)
    }
    const move = (event: MapBrowserEvent) => {
      const target = stage.map.getTargetElement()
      if (event.dragging || !target) return
      target.style.cursor = hitAt(stage, event.pixel, 0) === null ? '' : 'pointer'
    }
    stage.map.on('click', press)
    stage.map.on('pointermove', move)
    return () => {
      stage.map.un('click', press)
      stage.map.un('pointermove', move)
    }
  }, [stage])
}
