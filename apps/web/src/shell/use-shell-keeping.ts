import { screens } from '@mimamori/contract/screens'
import { useEffect } from 'react'
import { sessionAccount } from '../platform/api.ts'
import { keepFirstCalls } from '../platform/first-calls.ts'
import { keepShell } from '../platform/service-worker.ts'

/** After the first screen, and what is fetched ahead of a tap on a person. */
const calmMs = 6_000

/** Has the browser store what the first screen of this person needed and asked, for the next opening. */
export const useShellKeeping = (): void => {
  useEffect(() => {
    const wasHome = location.pathname === screens.home.path
    const timer = setTimeout(() => {
      const account = sessionAccount()
      if (wasHome && account !== undefined) keepFirstCalls(account)
      void keepShell()
    }, calmMs)
    return () => clearTimeout(timer)
  }, [])
}
