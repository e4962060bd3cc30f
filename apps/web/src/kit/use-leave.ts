import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { PlainScreen } from '../platform/screen.ts'

/** Goes back to where one came from; to `screen` for those who came by a link and have nothing behind them. */
export const useLeave = ({ path }: PlainScreen): (() => void) => {
  const router = useRouter()
  // Back in history keeps the list's filters and page.
  return useCallback(() => (router.history.canGoBack() ? router.history.back() : void router.navigate({ to: path })), [router, path])
}
