import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { PlainScreen } from '../platform/screen.ts'
import { parseSearch } from '../platform/search-text.ts'
import { visited } from '../platform/visited.ts'

/**
 * Leads to a screen as it was last seen in this tab, with its filters and page, whatever screen the person came from.
 * @param search the search used for people who do not come from there
 */
export const useWayTo = ({ path }: PlainScreen, search?: Readonly<Record<string, unknown>>): (() => void) => {
  const router = useRouter()
  return useCallback(() => {
    const { __TSR_index: index } = router.history.location.state
    // Back in history keeps the place in the list, too.
    if (visited.pathBehind(index) === path) router.history.back()
    else void router.navigate({ to: path, search: (search ?? parseSearch(visited.queryOf(path))) as never })
  }, [router, path, search])
}
