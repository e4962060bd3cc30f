import { useLayoutEffect, useSyncExternalStore } from 'react'

// Counted rather than derived from the path: a home screen that did not load or broke must not silence the banner too.
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

/** For what shows every open emergency unfolded: while it is mounted, the banner above the screen is hidden. */
export const useUnfolds = (): void =>
  useLayoutEffect(() => {
    change(1)
    return () => change(-1)
  }, [])

/** True while the screen itself shows all open emergencies unfolded. */
export const useIsUnfolded = (): boolean => useSyncExternalStore(subscribe, () => places > 0)
