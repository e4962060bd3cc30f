import { useEffect, useMemo } from 'react'
import { fonts } from '../platform/tokens.ts'
import { heatLines, type Measured } from './heat-contours.ts'
import styles from './map-canvas.module.css'
import { coordinateOf, sizeOf, type Coordinate, type MapGeometry, type Spot } from './map-geometry.ts'
import { metresOf } from './overlay-geometry.ts'
import { overMarks } from './room.ts'
import type { Frame } from './screen.ts'
import { useGeometry, useStage } from './use-stage.ts'

export type CanvasWatcher = {
  readonly key: string
  readonly spot: Spot
  /** WBGT in °C; null where nothing arrives. */
  readonly value: number | null
}

type Props = {
  readonly watchers: readonly CanvasWatcher[]
  /** How wide the drawing is on the ground; null where nobody has said. A map with corners knows it by itself. */
  readonly metresWide: number | null
}

/** How large a drawing is on the ground; null where nobody has said. */
const groundOf = (geometry: MapGeometry, metresWide: number | null) => {
  if (geometry.corners !== null) return metresOf(geometry.corners)
  const { width, height } = sizeOf(geometry)
  return metresWide === null ? null : { width: metresWide, height: (metresWide * height) / width }
}

type IsoLines = {
  readonly lines: readonly { readonly value: number; readonly points: readonly Coordinate[] }[]
}

const paint = ({ context, look: { palette, isDark }, toPixel }: Frame, { lines }: IsoLines) => {
  context.lineJoin = 'round'
  context.strokeStyle = palette.ink
  for (const { value, points } of lines) {
    context.globalAlpha = isDark ? 0.6 : 0.5
    context.lineWidth = Number.isInteger(value) ? 1.6 : 0.8
    context.beginPath()
    for (const at of points) context.lineTo(...toPixel(at))
    context.stroke()
  }
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.globalAlpha = 1
  context.font = `500 12px ${fonts.face}`
  context.lineWidth = 4
  context.strokeStyle = palette.surface
  context.fillStyle = palette.ink
  for (const { value, points } of lines) {
    const middle = points[Math.floor(points.length / 2)]
    if (!Number.isInteger(value) || middle === undefined || points.length <= 8) continue
    const [x, y] = toPixel(middle)
    context.strokeText(String(value), x, y)
    context.fillText(String(value), x, y)
  }
}

/**
 * Lines of equal WBGT between where it is measured, in ink: colour stays with people. They need to know how large the
 * drawing is on the ground. The values themselves are drawn beside their devices, see `DeviceLayer`.
 */
export const HeatLayer = ({ watchers, metresWide }: Props) => {
  const stage = useStage()
  const geometry = useGeometry()
  const ground = groundOf(geometry, metresWide)
  const drawn = useMemo((): IsoLines => {
    const known = watchers.flatMap(({ spot, value }) => (value === null ? [] : [{ spot, value }]))
    const size = groundOf(geometry, metresWide)
    const measured = known.flatMap(({ spot, value }): Measured[] =>
      spot.kind === 'percent' && size !== null ? [{ x: (spot.x / 100) * size.width, y: (spot.y / 100) * size.height, value }] : [],
    )
    const lines = heatLines(measured).map(({ value, points }) => ({
      value,
      points: points.flatMap(([x, y]): Coordinate[] => {
        const at = size && coordinateOf(geometry, { kind: 'percent', x: (x / size.width) * 100, y: (y / size.height) * 100 })
        return at === null ? [] : [at]
      }),
    }))
    return { lines }
  }, [geometry, watchers, metresWide])
  useEffect(() => stage.add({ z: 10, paint: (frame) => paint(frame, drawn) }), [stage, drawn])

  if (ground !== null) return null
  return (
    <p className={styles['notice']} {...overMarks}>
      暑さの等値線は、マップ設定で図面の横幅（m）を入れると表示されます。
    </p>
  )
}
