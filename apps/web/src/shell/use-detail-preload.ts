import { screens } from '@mimamori/contract/screens'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const calmMs = 3_000

/** Fetches the screen of a person's condition ahead of the first tap on one: by then the network may be gone. */
export const useDetailPreload = (): void => {
  const router = useRouter()
  useEffect(() => {
    const timer = setTimeout(() => {
      // The tap itself tries again, and says what is wrong.
      Promise.resolve(router.loadRouteChunk(router.routesByPath[screens.conditionDetail.path])).catch(() => undefined)
    }, calmMs)
    return () => clearTimeout(timer)
  }, [router])
}
