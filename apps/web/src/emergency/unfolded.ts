import { useLayoutEffect, useSyncExternalStore } from 'react'

// Counted rather than told by the path: a home screen that did not load or broke must not silence the banner too.
let places = 0
const listeners = new Set<() => void>()

const change = (by: 1 | -1) => {
  places += by
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For what shows every open emergency unfolded: as long as it stands, the banner above the screen does not. */
export const useUnfolds = (): void =>
  useLayoutEffect(() => {
    change(1)
    return () => change(-1)
  }, [])

/** True while all open emergencies stand unfolded on the screen itself. */
export const useIsUnfolded = (): boolean => useSyncExternalStore(subscribe, () => places > 0)
