import { useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import type { Spot } from '../map-canvas/map-geometry.ts'
import type { Stage } from '../map-canvas/stage.ts'

/** A pointer that moved less than so many pixels has pressed, not dragged. */
const tremblePx = 6

/** The spot of the map under a point of the window; undefined beside the map. */
const spotUnder = (stage: Stage | null, x: number, y: number): Spot | undefined => {
  const frame = stage?.map.getTargetElement()
  if (stage === null || !frame) return undefined
  const { left, top, right, bottom } = frame.getBoundingClientRect()
  if (x < left || x > right || y < top || y > bottom) return undefined
  const [across, down] = stage.map.getCoordinateFromPixel([x - left, y - top]) ?? []
  return across === undefined || down === undefined ? undefined : stage.toSpot([across, down])
}

type Drag = { readonly pointer: number; readonly x: number; readonly y: number; readonly isFar: boolean }

/**
 * Lets something be dragged onto the map by any pointer, or be pressed. Pointer events only, so that every browser behaves
 * alike.
 * @param onDrop called with the spot of the map it was dropped on; undefined if it was pressed
 * @returns how far it has been dragged, and what the thing itself listens to
 */
export const useDropOnMap = (stage: Stage | null, onDrop: (spot: Spot | undefined) => void) => {
  const drag = useRef<Drag>(null)
  const [offset, setOffset] = useState<readonly [number, number]>()
  const hasDragged = useRef(false)

  const end = () => {
    drag.current = null
    setOffset(undefined)
  }
  const handlers = {
    onPointerDown: ({ button, pointerId, clientX, clientY, pointerType, target, currentTarget }: PointerEvent<HTMLElement>) => {
      hasDragged.current = false
      // Beside the grip a finger scrolls the page.
      const isGrasped = pointerType === 'mouse' || (target instanceof Element && target.closest('[data-grip]') !== null)
      if (button !== 0 || !isGrasped) return
      currentTarget.setPointerCapture(pointerId)
      drag.current = { pointer: pointerId, x: clientX, y: clientY, isFar: false }
    },
    onPointerMove: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const from = drag.current
      if (from === null || from.pointer !== pointerId) return
      const moved = [clientX - from.x, clientY - from.y] as const
      if (!from.isFar && Math.hypot(...moved) < tremblePx) return
      drag.current = { ...from, isFar: true }
      hasDragged.current = true
      setOffset(moved)
    },
    onPointerUp: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const from = drag.current
      if (from === null || from.pointer !== pointerId) return
      end()
      const spot = from.isFar ? spotUnder(stage, clientX, clientY) : undefined
      if (spot !== undefined) onDrop(spot)
    },
    onPointerCancel: end,
    onLostPointerCapture: end,
    onClick: (_event: MouseEvent) => {
      // Releasing what was dragged is a click too.
      if (!hasDragged.current) onDrop(undefined)
      hasDragged.current = false
    },
  }
  return { offset, handlers }
}
