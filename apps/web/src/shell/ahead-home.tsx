import { screens } from '@mimamori/contract/screens'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { leaveEarlyPage, removeEarlyPage, wantedAnswer } from '../early/early-page.ts'
import { openResponse } from '../emergency/response-store.ts'
import { useEpisodes } from '../emergency/use-episodes.ts'
import { HomeScreen } from '../home/home-screen.tsx'
import { FaultBoundary } from '../kit/fault-boundary.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { OfflineNotice } from '../kit/offline-notice.tsx'
import { useViewer } from '../platform/viewer.ts'
import { TitledPage } from '../platform/titled-page.tsx'
import { Shell } from './shell.tsx'
import type { MenuName } from './wanted-menu.ts'

type Props = {
  /** Called for the button of a menu: the menus are parts of the console. */
  readonly wantMenu: (name: MenuName) => void
  /** Called where it breaks: the console may not. */
  readonly onFault: () => void
}

/** What does not come by then is shown as missing by the home itself. */
const longestWaitMs = 5_000

/** Takes the place of the early dangers once the home has read all it shows, or at once to open what somebody wanted to answer there. */
const EndOfEarlyPage = () => {
  const { officeId } = useViewer()
  const { data } = useEpisodes({ officeId: officeId ?? undefined })
  const isRead = useIsFetching() === 0
  useLayoutEffect(() => {
    const episode = data?.data.find(({ id }) => id === wantedAnswer())
    if (episode !== undefined) {
      removeEarlyPage()
      openResponse(episode)
    } else if (data !== undefined && isRead) leaveEarlyPage()
  }, [isRead, data])
  useEffect(() => {
    const timer = setTimeout(leaveEarlyPage, longestWaitMs)
    return () => clearTimeout(timer)
  }, [])
  return null
}

/** The home in its frame as the console shows it, made of the same parts, without router and menu. */
export const AheadHome = ({ wantMenu, onFault }: Props) => (
  <FaultBoundary fallback={<LoadingOverlay />} onFault={onFault}>
    <TitledPage title={screens.home.title}>
      <Shell arrived={screens.home.path} wantMenu={wantMenu}>
        <HomeScreen />
        <EndOfEarlyPage />
      </Shell>
      <OfflineNotice />
    </TitledPage>
  </FaultBoundary>
)
