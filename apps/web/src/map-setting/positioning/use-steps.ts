import { useMemo, useReducer } from 'react'
import type { Corners } from '../../map-canvas/overlay-geometry.ts'
import type { MapGeometryDraft } from '../map-place.ts'
import { positionOf, type Position, type View } from './position.ts'
import { firstSteps, isChanged, nextSteps } from './steps.ts'

/** Changes that belong to one step carry one run; null makes a step of its own. */
export type Run = string | null

export type Stepping = {
  readonly position: Position
  readonly isChanged: boolean
  readonly canUndo: boolean
  readonly setCorners: (change: (corners: Corners) => Corners, run: Run) => void
  readonly setView: (change: (view: View) => View, run: Run) => void
  readonly undo: () => void
  readonly reset: () => void
  /** Opens with another view than the map has, which is no change of anybody's. */
  readonly open: (view: View) => void
}

/** Where a map lies while it is moved about, step by step. */
export const useSteps = (map: MapGeometryDraft): Stepping => {
  const [steps, act] = useReducer(nextSteps, map, (first) => firstSteps(positionOf(first)))
  const acts = useMemo(
    () => ({
      setCorners: (change: (corners: Corners) => Corners, run: Run) =>
        act({ kind: 'change', run, change: (now) => (now.corners === null ? now : { ...now, corners: change(now.corners) }) }),
      setView: (change: (view: View) => View, run: Run) =>
        act({ kind: 'change', run, change: (now) => ({ ...now, view: change(now.view) }) }),
      undo: () => act({ kind: 'undo' }),
      reset: () => act({ kind: 'reset' }),
      open: (view: View) => act({ kind: 'open', view }),
    }),
    [],
  )
  return { ...acts, position: steps.now, isChanged: isChanged(steps), canUndo: steps.past.length > 0 }
}
