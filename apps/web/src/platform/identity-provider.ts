import { singleSignOn } from '@mimamori/contract/single-sign-on'
import type { QueryIn } from '@mimamori/contract/endpoint'
import { UnreachableError } from './call-error.ts'
import { writeSearch } from './search-text.ts'

const base = import.meta.env.VITE_API_BASE ?? ''

/**
 * Asks whether the server answers, before the browser leaves this page for one of its.
 * @throws UnreachableError where it does not: the browser's own page about that is no way back
 */
export const findServer = async (): Promise<void> => {
  try {
    await fetch(`${base}/healthz`, { cache: 'no-store' })
  } catch {
    throw new UnreachableError(!navigator.onLine)
  }
}

/** Leaves for the provider of a company, which answers to the login screen. */
export const leaveForProvider = (query: QueryIn<typeof singleSignOn.start>): void =>
  location.assign(`${base}${singleSignOn.start.path}${writeSearch(query)}`)
