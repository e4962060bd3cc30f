import { message } from '@mimamori/contract/messages'
import { mayOpen } from '@mimamori/contract/navigation'
import { screens } from '@mimamori/contract/screens'
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { sessionAccount, sessionStore } from './api.ts'
import { AnswerError, UnreachableError } from './call-error.ts'
import { keptDrafts } from './kept-drafts.ts'
import { endSession } from './log-out.ts'
import { deviceLanguage } from './device-language.ts'
import { showViewerLanguage } from './language.ts'
import { landingOf, onwardPath, settlingPath } from './navigation.ts'
import { parseSearch } from './search-text.ts'
import { openFromServer } from './service-worker.ts'
import { idleSecondsLeft } from './shared-device.ts'
import { showLanguage } from './texts.ts'
import { fetchViewer, type Viewer } from './viewer.ts'

const toLogin = (why?: string) =>
  redirect({ to: screens.login.path, replace: true, ...(why !== undefined && { state: { sessionEnded: why } }) })

/** Nobody answered, or a proxy in the server's place. */
const isUnanswered = (error: unknown) =>
  error instanceof UnreachableError || (error instanceof AnswerError && [502, 503, 504].includes(error.status))

const viewerOrLogin = async (): Promise<Viewer> => {
  if (sessionStore.read() === null) {
    sessionStore.clear()
    throw toLogin()
  }
  try {
    const viewer = await fetchViewer()
    // The page of a shared device is opened again after somebody left it.
    if (viewer.card?.sharedUntil == null || idleSecondsLeft(Date.now()) > 0) return viewer
  } catch (error) {
    if (error instanceof AnswerError && error.status === 401) throw toLogin(error.message)
    if (isUnanswered(error)) await openFromServer()
    throw error
  }
  endSession()
  throw toLogin(message('sharedOver'))
}

/** Lets only those in who are logged in and may open the path; remembers the path for after the login. */
export const requireViewer = async (location: ParsedLocation): Promise<void> => {
  if (sessionStore.read() === null) sessionStore.rememberPath(location.href)
  const viewer = await viewerOrLogin()
  await showViewerLanguage(viewer)
  const account = sessionAccount()
  if (account !== undefined) keptDrafts.forgetOthers(account)
  const settling = settlingPath(viewer.owed)
  if (settling !== undefined) {
    if (location.pathname !== settling) throw redirect({ to: settling, replace: true })
    return
  }
  if (!mayOpen(viewer, location.pathname)) throw redirect({ to: landingOf(viewer), replace: true })
}

/** Sends anyone who is logged in to where they wanted to go; anyone else stays. */
export const sendOnward = async (): Promise<void> => {
  if (!sessionStore.isLoggedIn()) return showLanguage(deviceLanguage())
  if (sessionStore.read() === null) {
    sessionStore.clear()
    return showLanguage(deviceLanguage())
  }
  const viewer = await viewerOrLogin()
  const settling = settlingPath(viewer.owed)
  // What they wanted is remembered until they may go there.
  if (settling !== undefined) throw redirect({ to: settling, replace: true })
  const { pathname, search, hash } = new URL(onwardPath(viewer, sessionStore.takePath()), location.origin)
  throw redirect({ to: pathname, search: parseSearch(search.slice(1)) as never, hash: hash.slice(1), replace: true })
}

/** A path no screen has: the first of the role, or the login. */
export const leaveUnknownPath = async (): Promise<never> => {
  const viewer = await viewerOrLogin()
  throw redirect({ to: landingOf(viewer), replace: true })
}
