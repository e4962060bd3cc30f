import { mayOpen } from '@mimamori/contract/navigation'
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { sessionStore } from './api.ts'
import { AnswerError } from './call-error.ts'
import { landingOf, onwardPath } from './navigation.ts'
import { parseSearch } from './search-text.ts'
import { fetchViewer, type Viewer } from './viewer.ts'

const toLogin = () => redirect({ to: '/login', replace: true })

const viewerOrLogin = async (): Promise<Viewer> => {
  if (sessionStore.read() === null) {
    sessionStore.clear()
    throw toLogin()
  }
  try {
    return await fetchViewer()
  } catch (error) {
    if (error instanceof AnswerError && error.status === 401) throw toLogin()
    throw error
  }
}

/** Lets only those in who are logged in and may open the path; remembers the path for after the login. */
export const requireViewer = async (location: ParsedLocation, existing: readonly string[]): Promise<void> => {
  if (sessionStore.read() === null) sessionStore.rememberPath(location.href)
  const viewer = await viewerOrLogin()
  if (!mayOpen(viewer, location.pathname)) throw redirect({ to: landingOf(viewer, existing), replace: true })
}

/** Sends whoever is logged in to where they wanted to go; anyone else stays. */
export const sendOnward = async (existing: readonly string[]): Promise<void> => {
  if (!sessionStore.isLoggedIn()) return
  if (sessionStore.read() === null) return sessionStore.clear()
  const viewer = await viewerOrLogin()
  const [pathname = '/', search = ''] = onwardPath(viewer, existing, sessionStore.takePath()).split('?')
  throw redirect({ to: pathname, search: parseSearch(search), replace: true })
}

/** A path no screen has: the first of the role, or the login. */
export const leaveUnknownPath = async (existing: readonly string[]): Promise<never> => {
  const viewer = await viewerOrLogin()
  throw redirect({ to: landingOf(viewer, existing), replace: true })
}
