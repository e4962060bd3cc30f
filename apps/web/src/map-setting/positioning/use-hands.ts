import { useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import type { Point } from '../../map-canvas/mercator.ts'
import { scaledBy } from './position.ts'
import type { Corners, PictureSize } from '../../map-canvas/overlay-geometry.ts'
import { followPointers, type Pixel } from './follow-pointers.ts'
import { movedByHands, movedByKey, type Part } from './hand-moves.ts'
import { keyStroke } from './key-stroke.ts'
import { useScalingWheel } from './use-scaling-wheel.ts'
import type { Run } from './use-steps.ts'

export type Handled = {
  readonly size: PictureSize
  readonly corners: Corners
  readonly onChange: (change: (corners: Corners) => Corners, run: Run) => void
  readonly onUndo: () => void
}

let runs = 0
const newRun = () => `hand-${(runs += 1)}`

/** What moves a part of the drawing, to be spread on its handle. */
export type Handlers = {
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Moves the drawing by pointers, keys and the wheel over the area around `frame`. */
export const useHands = (
  { size, corners, onChange, onUndo }: Handled,
  frame: RefObject<HTMLElement | null>,
  planeAt: (pixel: Pixel) => Point,
): ((part: Part) => Handlers) => {
  const latest = useRef(corners)
  useLayoutEffect(() => {
    latest.current = corners
  })
  const keyRun = useRef(newRun())
  useScalingWheel(frame, (factor) => onChange((now) => scaledBy(size, now, factor), 'wheel'))

  const hold = (part: Part, event: PointerEvent) => {
    const area = frame.current?.parentElement
    if (event.button !== 0 || !area) return
    event.preventDefault()
    if (event.currentTarget instanceof HTMLElement || event.currentTarget instanceof SVGElement)
      event.currentTarget.focus({ preventScroll: true })
    const own = newRun()
    let base = latest.current
    let hasMoved = false
    followPointers(event.nativeEvent, area, {
      onGrasp: () => {
        base = latest.current
      },
      onMove: (from, to) => {
        hasMoved = true
        const next = movedByHands(size, part, base, { from: from.map(planeAt), to: to.map(planeAt) })
        onChange(() => next, own)
      },
      onEnd: (isTakenBack) => {
        if (isTakenBack && hasMoved) onUndo()
      },
    })
  }

  const press = (part: Part, event: KeyboardEvent) => {
    const stroke = keyStroke(event)
    if (stroke === null) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) keyRun.current = newRun()
    onChange(movedByKey(size, part, stroke, planeAt), keyRun.current)
  }

  return (part) => ({ onPointerDown: (event) => hold(part, event), onKeyDown: (event) => press(part, event) })
}
