import { screens } from '@mimamori/contract/screens'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ClosingForm } from '../emergency/later-closing.ts'
import { ResponseDialog } from '../emergency/later-dialog.ts'
import { ShownDialog } from '../kit/dialog-host.tsx'
import { useViewer } from '../platform/viewer.ts'
import { MenuDrawer, OpenUserMenu } from './later-parts.ts'
import { useWide } from './use-wide.ts'

const calmMs = 3_000

/**
 * Fetches what the next tap may need ahead of it, once the first screen shows: the answer to an alert, a question, the menu, and the screen
 * of a person's condition. By then the network may be gone.
 */
export const useCalmPreload = (): void => {
  const router = useRouter()
  const { roleKey } = useViewer()
  const wide = useWide()
  useEffect(() => {
    const timer = setTimeout(() => {
      const parts = [...(roleKey === 'User' ? [] : [ResponseDialog, ClosingForm]), ShownDialog, OpenUserMenu, ...(wide ? [] : [MenuDrawer])]
      // The tap itself tries again, and says what is wrong.
      for (const part of parts) part.preload().catch(() => undefined)
      Promise.resolve(router.loadRouteChunk(router.routesByPath[screens.conditionDetail.path])).catch(() => undefined)
    }, calmMs)
    return () => clearTimeout(timer)
  }, [router, roleKey, wide])
}
