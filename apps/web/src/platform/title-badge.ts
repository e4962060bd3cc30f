import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows how many things wait, before the title of the tab and on the installed page's icon. */
export const setTitleBadge = (next: number): void => {
  if (next === count) return
  count = next
  for (const listener of listeners) listener()
  if (!('setAppBadge' in navigator)) return
  // A page that is not installed has no icon to show it on.
  const shown = next > 0 ? navigator.setAppBadge(next) : navigator.clearAppBadge()
  shown.catch(() => undefined)
}

/** How many things wait. */
export const useTitleBadge = (): number => useSyncExternalStore(subscribe, () => count)
