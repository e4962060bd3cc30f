import { useMatch, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * The search of the address, from the moment somebody changes it. The router draws a change when it has the time for it: until then a box
 * just ticked would be shown empty, and the next tick would begin with the choice of before and undo it.
 */
export const useNewestSearch = (): Record<string, unknown> => {
  const router = useRouter()
  const drawn: Record<string, unknown> = useSearch({ strict: false })
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname })
  const listen = useCallback((changed: () => void) => router.subscribe('onBeforeNavigate', changed), [router])
  const newest = useSyncExternalStore(listen, () => router.latestLocation)
  // A screen that is being left does not read the search of the next.
  return newest.pathname === path ? newest.search : drawn
}
