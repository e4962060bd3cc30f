import { screens } from '@mimamori/contract/screens'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The page itself comes first; somebody who types needs longer. */
const calmMs = 500

/** Fetches the frame and the home while somebody types their password: on a slow network they would wait for them afterwards. */
export const useHomePreload = (): void => {
  const router = useRouter()
  useEffect(() => {
    const timer = setTimeout(() => {
      // What fails here is fetched again after the login, which says what is wrong.
      for (const route of [router.routesById['/shell'], router.routesByPath[screens.home.path]])
        Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined)
    }, calmMs)
    return () => clearTimeout(timer)
  }, [router])
}
