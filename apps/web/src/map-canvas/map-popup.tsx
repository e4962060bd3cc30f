import { useEffect, useRef, type ReactNode } from 'react'
import styles from './map-canvas.module.css'
import type { Coordinate } from './map-geometry.ts'
import { useStage } from './use-stage.ts'

type Props = {
  readonly at: Coordinate
  /** How far above or below its place it stands, in CSS pixels. */
  readonly away?: number
  readonly label: string
  readonly children: ReactNode
}

const edge = 8

/** A box that stays beside a place of the map while the map moves, and never leaves the frame. */
export const MapPopup = ({ at, away = 26, label, children }: Props) => {
  const stage = useStage()
  const box = useRef<HTMLDivElement>(null)
  const [x, y] = at

  useEffect(() => {
    const stand = () => {
      const element = box.current
      const pixel = stage.map.getPixelFromCoordinate([x, y])
      const [width = 0, height = 0] = stage.map.getSize() ?? []
      if (element === null || pixel === null) return
      const [left = 0, top = 0] = pixel
      const { offsetWidth, offsetHeight } = element
      const above = top - away - offsetHeight
      const within = (value: number, most: number) => Math.round(Math.min(Math.max(edge, value), Math.max(edge, most - edge)))
      element.style.translate = `${within(left - offsetWidth / 2, width - offsetWidth)}px ${within(above > edge ? above : top + away, height - offsetHeight)}px`
    }
    stand()
    stage.map.on('postrender', stand)
    return () => stage.map.un('postrender', stand)
  }, [stage, x, y, away])

  return (
    <div ref={box} className={styles['popup']} role="dialog" aria-label={label}>
      {children}
    </div>
  )
}
