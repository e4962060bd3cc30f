import { message } from '@mimamori/contract/messages'
import { useCallback } from 'react'
import { ownActions } from '../platform/action-queue/own-actions.ts'
import { ownReports } from '../platform/action-queue/own-reports.ts'
import { useLogOut } from '../platform/log-out.ts'
import { useViewer } from '../platform/viewer.ts'
import { confirm } from './dialogs.ts'

/** Whether to leave although something was done here that the server does not know. */
const mayLeave = async (): Promise<boolean> => {
  await Promise.all([ownActions.flush(), ownReports.flush()])
  const count = ownActions.snapshot().waiting.length + ownReports.snapshot().waiting.length
  return count === 0 || confirm({ body: message('unsentAtLeaving', { count }), verb: 'ログアウトする' })
}

/**
 * Signs the person out, after a question where something was not sent. A session by card sends reports alone, and leaves at once without one.
 * @param ignoreBlocker as for `useLogOut`
 */
export const useSignOut = (ignoreBlocker = false): (() => void) => {
  const { card } = useViewer()
  const logOut = useLogOut(ignoreBlocker)
  const isByCard = card !== undefined
  return useCallback(() => {
    if (isByCard && ownReports.snapshot().waiting.length === 0) logOut()
    else void mayLeave().then((may) => may && logOut())
  }, [isByCard, logOut])
}
