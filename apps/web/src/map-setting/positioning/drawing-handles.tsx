import { useEffect, useLayoutEffect, useReducer, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { lonLatOf, mercatorOf, type LonLat, type Point } from '../../map-canvas/mercator.ts'
import { changed, centreOf, imageZoomRange, type Corners, type PictureSize } from '../../map-canvas/overlay-geometry.ts'
import { useStage } from '../../map-canvas/use-stage.ts'
import styles from './drawing-handles.module.css'
import { followPointers, type Pixel } from './follow-pointers.ts'
import { keyStroke, type Stroke } from './key-stroke.ts'
import { dragged, scaledBy, turnedAlong, withCorner } from './position.ts'
import type { Run } from './use-steps.ts'

const cornerNames = ['左上', '右上', '右下', '左下'] as const

/** The handle that turns the drawing is so far above its top, in CSS pixels. */
const stalk = 40
/** So near to the map's edge a handle is hard to take hold of, in CSS pixels. */
const edge = 12
/** By how much a step of the wheel zooms the map. */
const wheelZoom = 0.25
/** Handles closer together than this would cover the drawing between them, in CSS pixels. */
const closest = 88

type Props = {
  readonly size: PictureSize
  readonly corners: Corners
  readonly onChange: (change: (corners: Corners) => Corners, run: Run) => void
  readonly onUndo: () => void
}

/** Which part of the drawing is held: all of it, the handle that turns it, or a corner by its number. */
type Part = 'all' | 'turn' | number

const middle = (a: Pixel, b: Pixel): Pixel => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]

const distance = (a: Pixel, b: Pixel) => Math.hypot(a[0] - b[0], a[1] - b[1])

/** The place of the turning handle: above the middle of the drawing's top, or below it where that would be out of sight. */
const stalkEnd = ([a, b, c, d]: readonly [Pixel, Pixel, Pixel, Pixel], [width = 0, height = 0]: readonly number[]): Pixel => {
  const [top, bottom] = [middle(a, b), middle(c, d)]
  const length = distance(top, bottom) || 1
  const [right, down] = [((top[0] - bottom[0]) / length) * stalk, ((top[1] - bottom[1]) / length) * stalk]
  const [x, y] = [top[0] + right, top[1] + down]
  const isSeen = x > edge && y > edge && x < width - edge && y < height - edge
  return isSeen ? [x, y] : [top[0] - right, top[1] - down]
}

let runs = 0
const newRun = () => `hand-${(runs += 1)}`

/** The drawing's outline and handles over the map, by which hands and keys move it. */
export const DrawingHandles = ({ size, corners, onChange, onUndo }: Props) => {
  const stage = useStage()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const frame = useRef<HTMLDivElement>(null)
  const latest = useRef(corners)
  useLayoutEffect(() => {
    latest.current = corners
  })
  const sheet = useRef<SVGPolygonElement>(null)
  const run = useRef(newRun())

  // Arrow keys move the drawing from the start; a dialog would hold the focus on its frame.
  useEffect(() => sheet.current?.focus({ preventScroll: true }), [])

  useEffect(() => {
    stage.map.on('postrender', redraw)
    return () => stage.map.un('postrender', redraw)
  }, [stage])

  const toPixel = (place: LonLat): Pixel => {
    const [x = 0, y = 0] = stage.map.getPixelFromCoordinate([...mercatorOf(place)]) ?? []
    return [x, y]
  }
  const planeAt = ([x, y]: Pixel): Point => {
    const box = stage.map.getViewport()?.getBoundingClientRect()
    const [east = 0, north = 0] = stage.map.getCoordinateFromPixel([x - (box?.left ?? 0), y - (box?.top ?? 0)]) ?? []
    return [east, north]
  }

  const movedBy = (part: Part, base: Corners, from: readonly Point[], to: readonly Point[]): Corners => {
    const [start, end] = [from[0], to[0]]
    if (part === 'all' || start === undefined || end === undefined) return dragged(size, base, from, to)
    if (part === 'turn') return turnedAlong(base, start, end)
    const [x, y] = mercatorOf(base[part] ?? centreOf(base))
    return withCorner(base, part, lonLatOf([x + end[0] - start[0], y + end[1] - start[1]]))
  }

  const hold = (part: Part) => (event: PointerEvent) => {
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
        const next = movedBy(part, base, from.map(planeAt), to.map(planeAt))
        onChange(() => next, own)
      },
      onEnd: (isTakenBack) => {
        if (isTakenBack && hasMoved) onUndo()
      },
    })
  }

  const act = (part: Part, stroke: Stroke): ((now: Corners) => Corners) => {
    if (stroke.kind === 'turn') return (now) => changed(now, { turn: stroke.degrees })
    if (stroke.kind === 'scale') return (now) => scaledBy(size, now, stroke.factor)
    const held = (now: Corners) => (typeof part === 'number' ? now[part] : undefined) ?? centreOf(now)
    const [at, next] = [planeAt([0, 0]), planeAt([stroke.right, stroke.down])]
    return (now) => {
      const [x, y] = mercatorOf(held(now))
      const place = lonLatOf([x + next[0] - at[0], y + next[1] - at[1]])
      return typeof part === 'number' ? withCorner(now, part, place) : changed(now, { centre: place })
    }
  }

  const press = (part: Part) => (event: KeyboardEvent) => {
    const stroke = keyStroke(event)
    if (stroke === null) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) run.current = newRun()
    onChange(act(part, stroke), run.current)
  }

  const scaleBy = (factor: number) => onChange((now) => scaledBy(size, now, factor), 'wheel')
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
  }, [stage])

  const [a, b, c, d] = corners
  const pixels = [toPixel(a), toPixel(b), toPixel(c), toPixel(d)] as const
  const [top, end] = [middle(pixels[0], pixels[1]), stalkEnd(pixels, stage.map.getSize() ?? [])]
  const shortest = Math.min(...pixels.map((pixel, index) => distance(pixel, pixels[(index + 1) % 4] ?? pixel)))
  const at = ([x, y]: Pixel) => ({ transform: `translate(${x}px, ${y}px)` })

  return (
    <div ref={frame} className={styles['frame']}>
      <svg className={styles['outline']}>
        <line x1={top[0]} y1={top[1]} x2={end[0]} y2={end[1]} className={styles['stalk']} />
        <polygon
          points={pixels.map((pixel) => pixel.join(',')).join(' ')}
          className={styles['sheet']}
          role="application"
          aria-label="図面。矢印キーで移動、+と-で拡大と縮小、[と]で回転"
          tabIndex={0}
          ref={sheet}
          onPointerDown={hold('all')}
          onKeyDown={press('all')}
        />
      </svg>
      {shortest >= closest &&
        pixels.map((pixel, index) => (
          <button
            key={cornerNames[index]}
            type="button"
            className={styles['corner']}
            style={at(pixel)}
            aria-label={`図面の${cornerNames[index]}の角。矢印キーで動かす`}
            onPointerDown={hold(index)}
            onKeyDown={press(index)}
          />
        ))}
      <button
        type="button"
        className={styles['turn']}
        style={at(end)}
        aria-label="図面を回す。[と]のキーで回転"
        onPointerDown={hold('turn')}
        onKeyDown={press('turn')}
      />
    </div>
  )
}
