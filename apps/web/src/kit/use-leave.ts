import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Goes back to where one came from; to `to` for those who came by a link and have nothing behind them. */
export const useLeave = (to: string): (() => void) => {
  const router = useRouter()
  // Back in history keeps the list's filters and page.
  return useCallback(() => (router.history.canGoBack() ? router.history.back() : void router.navigate({ to })), [router, to])
}
