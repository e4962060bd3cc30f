import { screens } from '@mimamori/contract/screens'
import type { NavigateOptions } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { removeEarlyPage, whenEarlyShown } from '../early/early-page.ts'
import { isForAhead } from '../early/is-for-ahead.ts'
import { ResponseDialog } from '../emergency/later-dialog.ts'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { loadConsole } from '../load-console.ts'
import { onOtherPerson, onSessionEnd } from '../platform/api.ts'
import { leadBy } from '../platform/go.ts'
import { showViewerLanguage } from '../platform/language.ts'
import { keepStreamOpen } from '../platform/live.ts'
import type { ShowPage } from '../platform/page.ts'
import { withoutReading } from '../platform/query.ts'
import { noteOpened } from '../platform/service-worker.ts'
import { fetchViewer } from '../platform/viewer.ts'
import { type MenuName, wantMenu } from './wanted-menu.ts'
import { AheadHome } from './ahead-home.tsx'
import { keepPlace } from './keep-place.ts'
import { whenCalm, whenRead } from './when-calm.ts'

/**
 * Shows a leader's home before the console is loaded, and puts the console in its place once it is there and nothing is under somebody's
 * hands. For others, and where the server does not answer as it should, the console opens and decides.
 */
export const openAhead = async (show: ShowPage, openConsole: () => Promise<void>): Promise<void> => {
  // What somebody does that only the console can answer ends the waiting.
  const { promise: isHurried, resolve: hurry } = Promise.withResolvers<void>()
  let ended: { readonly why: string | undefined } | undefined
  let wanted: NavigateOptions | undefined
  const forget = onSessionEnd((why) => {
    ended = { why }
    // Nobody's values stay on the screen while the console is on its way.
    removeEarlyPage()
    show(<LoadingOverlay />)
    hurry()
  })

  show(<LoadingOverlay />)
  const viewer = await fetchViewer().catch(() => undefined)
  const isShownAhead = viewer !== undefined && isForAhead(viewer)
  if (isShownAhead) {
    // The answer to an alert comes beside what the home shows, not after it.
    const isAnswerable = ResponseDialog.preload().catch(() => undefined)
    await showViewerLanguage(viewer)
    onOtherPerson(() => location.replace('/'))
    leadBy(async (options) => {
      wanted = options as NavigateOptions
      hurry()
    })
    const openMenu = (name: MenuName) => {
      wantMenu(name)
      hurry()
    }
    await whenEarlyShown()
    if (ended === undefined) show(<AheadHome wantMenu={openMenu} onFault={hurry} />)
    noteOpened()
    await Promise.race([isHurried, whenRead()])
    // The console comes after it; the tap itself tries again.
    await Promise.race([isHurried, isAnswerable])
  }

  const { Console, router, endConsoleSession } = await loadConsole()
  const isShownNow = isShownAhead && ended === undefined
  if (isShownNow && wanted === undefined) {
    await router.load()
    await Promise.race([isHurried, whenCalm()])
  }
  forget()
  if (ended !== undefined) endConsoleSession(ended.why)
  else if (wanted !== undefined) await router.navigate(wanted)
  if (!isShownNow) return openConsole()
  removeEarlyPage()
  const release = keepStreamOpen()
  const putBack = wanted === undefined ? keepPlace() : () => undefined
  // What the router has drawn for the first time it shows from its top, in the same moment or a little later.
  const stopWaiting = router.subscribe('onRendered', ({ toLocation }) => {
    stopWaiting()
    if (toLocation.pathname === screens.home.path) putBack()
  })
  withoutReading(() => flushSync(() => show(<Console />)))
  putBack()
  release()
}
