import { useMemo } from 'react'
import type { MapGeometry } from '../map-canvas/map-geometry.ts'
import { moveByKey } from './move-by-key.ts'
import type { RowActions } from './placed-row.tsx'
import { askToTakeOff } from './save-questions.tsx'
import type { PlacingStore } from './use-placing.ts'

/** What the rows of placed devices do. */
export const useRowActions = (
  { act, latest }: Pick<PlacingStore, 'act' | 'latest'>,
  geometry: MapGeometry,
  openClone: (key: string) => void,
): RowActions =>
  useMemo(
    () => ({
      select: (key) => act({ type: 'select', key }),
      press: (key, event) => {
        if (moveByKey({ act, latest }, geometry, key, event)) event.preventDefault()
      },
      rename: (key, name) => act({ type: 'rename', key, name }),
      type: (key, spot) => act({ type: 'set', key, spot }),
      clone: openClone,
      takeOff: (key) =>
        void askToTakeOff(latest().devices.get(key)?.serial ?? '').then((isSure) => {
          if (isSure) act({ type: 'take-off', key })
        }),
      restore: (key) => act({ type: 'restore', key }),
    }),
    [act, latest, geometry, openClone],
  )
