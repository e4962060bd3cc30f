import { session } from '@mimamori/contract/session'
import { screens } from '@mimamori/contract/screens'
import { useCallback } from 'react'
import { call, sessionAccount, sessionStore } from './api.ts'
import { forgetDelivered, reportsHere } from './action-queue/own-reports.ts'
import { go } from './go.ts'
import { keptDrafts } from './kept-drafts.ts'
import { forgetPushHere } from './push.ts'
import { forgetReportContacts } from './report-contacts.ts'
import { forgetSiteContacts } from './site-contacts.ts'

/**
 * The numbers of an account stay where a report of it here has not arrived or was refused: the login page says whom to phone. So do those
 * of somebody who has signed in meanwhile.
 */
const forgetUnneededContacts = async () => {
  const reports = await reportsHere()
  const current = sessionAccount()
  forgetReportContacts(new Set([...reports.map(({ account }) => account), ...(current === undefined ? [] : [current])]))
}

/** Ends the session here at once, and on the server as soon as the call reaches it. */
export const endSession = (): void => {
  const tokens = sessionStore.read()
  sessionStore.clear()
  forgetPushHere()
  keptDrafts.forget()
  forgetSiteContacts()
  forgetDelivered()
  void forgetUnneededContacts()
  if (tokens === null) return
  // Offline it is the refresh token's age that ends it.
  call(session.logout, { body: { refreshToken: tokens.refreshToken } }).catch(() => undefined)
}

/**
 * Leaves for the login screen, which ends the session; a page with unsaved changes may still hold the person back.
 * @param ignoreBlocker true where nothing typed is worth a question
 */
export const useLogOut = (ignoreBlocker = false): (() => void) => {
  return useCallback(() => void go({ to: screens.login.path, state: { loggingOut: true }, ignoreBlocker }), [ignoreBlocker])
}
