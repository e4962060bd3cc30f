import { useEffect, useState } from 'react'
import { groundMetres } from './ground-metres.ts'
import { lengthInWords, roundLength } from './lengths.ts'
import styles from './map-canvas.module.css'
import type { Coordinate } from './map-geometry.ts'
import { overMarks } from './room.ts'
import type { Stage } from './stage.ts'
import { useStage } from './use-stage.ts'

/** The bar is so long at most, in CSS pixels. */
const longest = 110

const barOf = (stage: Stage, metresWide: number | null) => {
  const [x = 0, y = 0] = stage.map.getView().getCenter() ?? []
  const at: Coordinate = [x, y]
  const unit = groundMetres(stage.geometry(), at, metresWide)
  if (unit === null) return null
  const metresPerPixel = unit * stage.scale().resolution
  const metres = roundLength(longest * metresPerPixel)
  return { metres, width: Math.round(metres / metresPerPixel) }
}

/** How long something is on the map: a bar of a round length, also where no tiles show what is there. */
export const ScaleBar = ({ metresWide }: { readonly metresWide: number | null }) => {
  const stage = useStage()
  const [bar, setBar] = useState(() => barOf(stage, metresWide))
  useEffect(() => {
    const measure = () =>
      setBar((before) => {
        const next = barOf(stage, metresWide)
        return before?.metres === next?.metres && before?.width === next?.width ? before : next
      })
    measure()
    stage.map.on('postrender', measure)
    return () => stage.map.un('postrender', measure)
  }, [stage, metresWide])
  if (bar === null) return null
  return (
    <span className={styles['scale']} role="img" aria-label={`縮尺。この長さが${lengthInWords(bar.metres)}`} {...overMarks}>
      <span className={styles['bar']} style={{ width: bar.width }} />
      {lengthInWords(bar.metres)}
    </span>
  )
}
