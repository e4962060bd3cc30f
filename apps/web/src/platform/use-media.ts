import { useCallback, useSyncExternalStore } from 'react'
import { narrow } from './narrow.ts'

/** True while a media query holds. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** True where a table no longer fits and rows become cards. */
export const useNarrow = (): boolean => useMedia(narrow)
