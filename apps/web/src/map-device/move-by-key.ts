import type { MapGeometry } from '../map-canvas/map-geometry.ts'
import { deviceNow } from './placing.ts'
import { shifted, stepOf } from './spots.ts'
import type { PlacingStore } from './use-placing.ts'

type Press = {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/**
 * Arrows move a pin by 0.1 %, with Shift by 1 %; Esc brings it back to where it was before, and releases it where it has
 * not moved; Enter leaves it where it is.
 * @returns whether the key meant the pin
 */
export const moveByKey = (
  { act, latest }: Pick<PlacingStore, 'act' | 'latest'>,
  geometry: MapGeometry,
  key: string | null,
  press: Press,
): boolean => {
  const placing = latest()
  if (press.key === 'Escape' && placing.move?.isOver === false) {
    act({ type: 'cancel' })
    return true
  }
  if (press.key === 'Escape' && placing.selected !== null) {
    act({ type: 'select', key: null })
    return true
  }
  const spot = key === null ? null : deviceNow(placing, key)?.spot
  const step = stepOf(press)
  if (key === null || spot === null || spot === undefined || step === undefined || press.altKey || press.ctrlKey || press.metaKey)
    return false
  if (placing.move?.isOver === true) act({ type: 'settle' })
  act({ type: 'move', key, spot: shifted(geometry, spot, ...step) })
  return true
}
