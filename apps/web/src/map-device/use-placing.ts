import { useCallback, useRef, useState } from 'react'
import { placingReducer, type Placing, type PlacingAction } from './placing.ts'

export type PlacingStore = {
  readonly placing: Placing
  readonly act: (action: PlacingAction) => void
  /** The present state, for code that asks outside of rendering: before leaving, after a call. */
  readonly latest: () => Placing
}

/** What is done on the screen before it is saved. */
export const usePlacing = (start: () => Placing): PlacingStore => {
  const [placing, setPlacing] = useState(start)
  const now = useRef(placing)
  const act = useCallback((action: PlacingAction) => {
    now.current = placingReducer(now.current, action)
    setPlacing(now.current)
  }, [])
  return { placing, act, latest: useCallback(() => now.current, []) }
}
