import { useEffect, useRef } from 'react'
import styles from './drawing-handles.module.css'
import type { Pixel } from './follow-pointers.ts'
import { haveRoom, stalkOf } from './hand-moves.ts'
import { type Handled, type Handlers, useHands } from './use-hands.ts'
import { useMapPlane } from './use-map-plane.ts'

const cornerNames = ['左上', '右上', '右下', '左下'] as const

type HandleProps = { readonly className: string | undefined; readonly at: Pixel; readonly label: string; readonly handlers: Handlers }

const Handle = ({ className, at: [x, y], label, handlers }: HandleProps) => (
  <button
    type="button"
    className={className}
    style={{ transform: `translate(${x}px, ${y}px)` }}
    aria-label={label}
    onPointerDown={handlers.onPointerDown}
    onKeyDown={handlers.onKeyDown}
  />
)

type SheetProps = { readonly corners: readonly Pixel[]; readonly handlers: Handlers }

const Sheet = ({ corners, handlers }: SheetProps) => {
  const sheet = useRef<SVGPolygonElement>(null)
  // Arrow keys move the drawing from the start; a dialog would hold the focus on its frame.
  useEffect(() => sheet.current?.focus({ preventScroll: true }), [])
  return (
    <polygon
      points={corners.map((pixel) => pixel.join(',')).join(' ')}
      className={styles['sheet']}
      role="application"
      aria-label="図面。矢印キーで移動、+と-で拡大と縮小、[と]で回転"
      tabIndex={0}
      ref={sheet}
      onPointerDown={handlers.onPointerDown}
      onKeyDown={handlers.onKeyDown}
    />
  )
}

/** The drawing's outline and handles over the map, by which hands and keys move it. */
export const DrawingHandles = (drawing: Handled) => {
  const frame = useRef<HTMLDivElement>(null)
  const { map, toPixel, planeAt } = useMapPlane()
  const handlersOf = useHands(drawing, frame, planeAt)
  const [a, b, c, d] = drawing.corners
  const corners = [toPixel(a), toPixel(b), toPixel(c), toPixel(d)] as const
  const { top, end } = stalkOf(corners, map.getSize() ?? [])
  return (
    <div ref={frame} className={styles['frame']}>
      <svg className={styles['outline']}>
        <line x1={top[0]} y1={top[1]} x2={end[0]} y2={end[1]} className={styles['stalk']} />
        <Sheet corners={corners} handlers={handlersOf('all')} />
      </svg>
      {haveRoom(corners) &&
        cornerNames.map((name, index) => (
          <Handle
            key={name}
            className={styles['corner']}
            at={corners[index] ?? corners[0]}
            label={`図面の${name}の角。矢印キーで動かす`}
            handlers={handlersOf(index)}
          />
        ))}
      <Handle className={styles['turn']} at={end} label="図面を回す。[と]のキーで回転" handlers={handlersOf('turn')} />
    </div>
  )
}
