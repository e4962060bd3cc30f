import { screens } from '@mimamori/contract/screens'
import { useLayoutEffect } from 'react'
import { removeEarlyPage, wantedAnswer } from '../early/early-page.ts'
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

/** Takes the place of the early dangers once the home shows the same, and opens what somebody wanted to answer there. */
const EndOfEarlyPage = () => {
  const { officeId } = useViewer()
  const { isPending, data } = useEpisodes({ officeId: officeId ?? undefined })
  useLayoutEffect(() => {
    if (isPending) return
    const wanted = wantedAnswer()
    removeEarlyPage()
    const episode = data?.data.find(({ id }) => id === wanted)
    if (episode !== undefined) openResponse(episode)
  }, [isPending, data])
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
