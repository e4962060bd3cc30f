import { message } from '@mimamori/contract/messages'
import { useCallback } from 'react'
import { ownActions } from '../platform/action-queue/own-actions.ts'
import { asksForHelp, ownReports } from '../platform/action-queue/own-reports.ts'
import { useLogOut } from '../platform/log-out.ts'
import { useViewer } from '../platform/viewer.ts'
import { confirm } from './dialogs.ts'

/** Nobody who wants to leave waits longer for what is on its way. */
const patienceMs = 3_000

const sendWaiting = () => {
  const sending = Promise.all([ownActions.flush(), ownReports.flush()])
  return Promise.race([sending, new Promise((resolve) => setTimeout(resolve, patienceMs))])
}

/** How many wait, and what to know of them before leaving. */
const whatWaits = () => {
  const reports = ownReports.snapshot().waiting
  const count = ownActions.snapshot().waiting.length + reports.length
  return { count, body: reports.some(asksForHelp) ? message('reportUnsentAtLeaving') : message('unsentAtLeaving', { count }) }
}

/** Whether to leave although something was done here that the server does not know: the person is asked. */
export const mayLeave = async (): Promise<boolean> => {
  await sendWaiting()
  const { count, body } = whatWaits()
  return count === 0 || confirm({ body, verb: 'ログアウトする' })
}

/**
 * Signs the person out, after a question where something was not sent. A session by card leaves at once where nothing waits: the next person does.
 * @param ignoreBlocker as for `useLogOut`
 */
export const useSignOut = (ignoreBlocker = false): (() => void) => {
  const { card } = useViewer()
  const logOut = useLogOut(ignoreBlocker)
  const isByCard = card !== undefined
  return useCallback(() => {
    if (isByCard && whatWaits().count === 0) logOut()
    else void mayLeave().then((may) => may && logOut())
  }, [isByCard, logOut])
}
