import { useEffect, useRef } from 'react'
import { deviceSprite } from '../map-canvas/mark-drawings.ts'
import type { Spot } from '../map-canvas/map-geometry.ts'
import type { Frame } from '../map-canvas/screen.ts'
import type { Stage } from '../map-canvas/stage.ts'
import { useStage } from '../map-canvas/use-stage.ts'
import type { DeviceWord } from '../marks/device-shapes.ts'
import styles from './move-guide.module.css'
import { spotTexts, spotWords } from './spots.ts'

type Pixel = readonly [x: number, y: number]
type Line = readonly [from: Pixel, to: Pixel]
type ToPixel = (spot: Spot) => Pixel | null

// Far enough for the lines to cross the whole frame.
const beyond = { least: -200, most: 300 }

/**
 * The lines of a pin's two numbers: along the drawing's own sides, across the whole frame where it lies flat and within
 * the drawing where it lies on the world; of a place in degrees straight across the frame.
 */
const linesThrough = (
  type: 1 | 2 | 3,
  spot: Spot,
  toPixel: ToPixel,
  [width, height]: Pixel,
): readonly [down: Line, across: Line] | null => {
  const at = toPixel(spot)
  if (at === null) return null
  if (spot.kind === 'degrees')
    return [
      [
        [at[0], 0],
        [at[0], height],
      ],
      [
        [0, at[1]],
        [width, at[1]],
      ],
    ]
  const { least, most } = type === 1 ? beyond : { least: 0, most: 100 }
  const [top, bottom, left, right] = [
    toPixel({ ...spot, y: least }),
    toPixel({ ...spot, y: most }),
    toPixel({ ...spot, x: least }),
    toPixel({ ...spot, x: most }),
  ]
  return top && bottom && left && right
    ? [
        [top, bottom],
        [left, right],
      ]
    : null
}

const pixelsOf =
  (stage: Stage, toPixel: (at: readonly [number, number]) => Pixel | null): ToPixel =>
  (spot) => {
    const at = stage.toCoordinate(spot)
    return at && toPixel(at)
  }

const strokeLine = (context: CanvasRenderingContext2D, [[x0, y0], [x1, y1]]: Line) => {
  context.beginPath()
  context.moveTo(x0, y0)
  context.lineTo(x1, y1)
  context.stroke()
}

type Moving = { readonly word: DeviceWord; readonly from: Spot; readonly spot: Spot }

const paintGuide = (stage: Stage, { context, look, sprites, size, toPixel }: Frame, { word, from, spot }: Moving) => {
  const pixelOf = pixelsOf(stage, toPixel)
  const [before, now] = [pixelOf(from), pixelOf(spot)]
  const lines = linesThrough(stage.geometry().type, spot, pixelOf, size)
  if (before === null || now === null || lines === null) return
  context.strokeStyle = look.palette.accent
  context.globalAlpha = 0.5
  context.lineWidth = 1.5
  for (const line of lines) strokeLine(context, line)
  const ghost = deviceSprite(sprites, word, false)
  context.drawImage(ghost.canvas, before[0] - ghost.width / 2, before[1] - ghost.height / 2, ghost.width, ghost.height)
  context.globalAlpha = 1
  context.setLineDash([4, 4])
  strokeLine(context, [before, now])
}

const within = (value: number, most: number) => Math.round(Math.min(Math.max(0, value), Math.max(0, most)))

const stand = (element: HTMLElement | null, x: number, y: number, [width, height]: Pixel) => {
  if (element === null) return
  element.style.translate = `${within(x, width - element.offsetWidth)}px ${within(y, height - element.offsetHeight)}px`
}

const apart = 28

/** While a pin is on its way: lines through it, where it was, and both places in numbers. */
export const MoveGuide = ({ word, from, spot }: Moving) => {
  const stage = useStage()
  const down = useRef<HTMLDivElement>(null)
  const across = useRef<HTMLDivElement>(null)
  const readout = useRef<HTMLDivElement>(null)

  useEffect(() => stage.add({ z: 50, paint: (frame) => paintGuide(stage, frame, { word, from, spot }) }), [stage, word, from, spot])
  useEffect(() => {
    const place = () => {
      const [width = 0, height = 0] = stage.map.getSize() ?? []
      const size: Pixel = [width, height]
      const pixelOf = pixelsOf(stage, (at) => {
        const [x, y] = stage.map.getPixelFromCoordinate([...at]) ?? []
        return x === undefined || y === undefined ? null : [x, y]
      })
      const lines = linesThrough(stage.geometry().type, spot, pixelOf, size)
      const at = pixelOf(spot)
      if (lines === null || at === null) return
      const [[[x, top]], [[left, y]]] = lines
      stand(down.current, x - (down.current?.offsetWidth ?? 0) / 2, top, size)
      stand(across.current, left, y - (across.current?.offsetHeight ?? 0) / 2, size)
      const box = readout.current
      if (box === null) return
      // To the right and below, where there is room for it beside the pin.
      const isRight = at[0] + apart + box.offsetWidth <= width
      const isBelow = at[1] + apart / 2 + box.offsetHeight <= height
      stand(
        box,
        isRight ? at[0] + apart : at[0] - apart - box.offsetWidth,
        isBelow ? at[1] + apart / 2 : at[1] - apart - box.offsetHeight,
        size,
      )
    }
    place()
    stage.map.on('postrender', place)
    return () => stage.map.un('postrender', place)
  }, [stage, spot])

  const [first, second] = spotTexts(spot)
  // Across goes x, which of degrees is the second one.
  const [ofDown, ofAcross] = spot.kind === 'percent' ? [first, second] : [second, first]
  return (
    <div className={styles['guide']}>
      <div ref={down} className={styles['edge']} aria-hidden="true">
        {ofDown}
      </div>
      <div ref={across} className={styles['edge']} aria-hidden="true">
        {ofAcross}
      </div>
      <div ref={readout} className={styles['readout']} role="status">
        <strong>{spotWords(spot)}</strong>
        <span>動かす前 {spotWords(from)}</span>
      </div>
    </div>
  )
}
