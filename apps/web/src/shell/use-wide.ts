import { useSyncExternalStore } from 'react'

const query = matchMedia('(width >= 1000px)')

const subscribe = (listener: () => void) => {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether there is room for the sidebar now. */
export const isWide = (): boolean => query.matches

/** Whether there is room for the sidebar beside the screen. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, isWide)
