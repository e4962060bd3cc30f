import { screens } from '@mimamori/contract/screens'
import { HomeScreen } from '../home/home-screen.tsx'
import { FaultBoundary } from '../kit/fault-boundary.tsx'
import { LoadingOverlay } from '../kit/loading-overlay.tsx'
import { OfflineNotice } from '../kit/offline-notice.tsx'
import { TitledPage } from '../platform/titled-page.tsx'
import { Shell } from './shell.tsx'
import type { MenuName } from './wanted-menu.ts'

type Props = {
  /** Called for the button of a menu: the menus are parts of the console. */
  readonly wantMenu: (name: MenuName) => void
  /** Called where it breaks: the console may not. */
  readonly onFault: () => void
}

/** The home in its frame as the console shows it, made of the same parts, without router and menu. */
export const AheadHome = ({ wantMenu, onFault }: Props) => (
  <FaultBoundary fallback={<LoadingOverlay />} onFault={onFault}>
    <TitledPage title={screens.home.title}>
      <Shell arrived={screens.home.path} wantMenu={wantMenu}>
        <HomeScreen />
      </Shell>
      <OfflineNotice />
    </TitledPage>
  </FaultBoundary>
)
