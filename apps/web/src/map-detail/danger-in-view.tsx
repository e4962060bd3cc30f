import { useEffect, useRef } from 'react'
import { onScreen } from '../map-canvas/board.ts'
import { useStage } from '../map-canvas/use-stage.ts'
import type { CanvasWorker } from '../map-canvas/worker-layer.tsx'

/** What stays free to each side: for the buttons and half a plate across, for a plate beneath its mark along. */
const margin = { across: 64, along: 52 } as const

/** A position farther off than this many times the frame's half may be a stray one: for it the site is not made a dot. */
const farthest = 8

/** In metres of the map: people in danger are shown that far away too; what is farther is no place of work. */
const farthestDanger = 50_000

const isAtLevel = ({ grade, isReported }: CanvasWorker) => isReported || grade === 'emergency' || (grade !== 'none' && grade >= 1)
const isInDanger = ({ grade, isReported }: CanvasWorker) => grade === 'emergency' || isReported || grade === 3

/**
 * Opens a map so far out that everybody at a level is in the frame: the view was saved on a wide screen, and a
 * phone shows a quarter of it. Only the opening moves the view, never who walks or comes into danger later: signs at the
 * edge lead to them (`EdgeSigns`).
 */
export const DangerInView = ({ workers }: { readonly workers: readonly CanvasWorker[] }) => {
  const stage = useStage()
  const first = useRef(workers)
  useEffect(() => {
    const view = stage.map.getView()
    const [width = 0, height = 0] = stage.map.getSize() ?? []
    const [x = 0, y = 0] = view.getCenter() ?? []
    const half = { across: width / 2 - margin.across, along: height / 2 - margin.along }
    if (half.across <= 0 || half.along <= 0) return
    const middle = onScreen([x, y], stage.scale())
    const times = first.current.filter(isAtLevel).flatMap((worker) => {
      const at = stage.toCoordinate(worker.spot)
      if (at === null) return []
      const seen = onScreen(at, stage.scale())
      const time = Math.max(Math.abs(seen.x - middle.x) / half.across, Math.abs(seen.y - middle.y) / half.along)
      const isNear = isInDanger(worker) ? Math.hypot(at[0] - x, at[1] - y) <= farthestDanger : time <= farthest
      return isNear ? [time] : []
    })
    view.setResolution(stage.scale().resolution * Math.max(1, ...times))
  }, [stage])
  return null
}
