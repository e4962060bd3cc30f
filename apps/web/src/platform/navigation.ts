import { mayOpen, menuOf, type MenuItem, type Viewer } from '@mimamori/contract/navigation'
import type { Owed } from '@mimamori/contract/owed'
import { screens } from '@mimamori/contract/screens'

/** The viewer's menu as far as its screens are built. */
export const visibleMenu = (viewer: Viewer): MenuItem[] => menuOf(viewer).filter(({ screen }) => !('planned' in screens[screen]))

const settling: Record<Owed, string> = { newPassword: screens.changePassword.path, secondFactor: screens.accountSecurity.path }

/** The screen that settles what somebody has to settle first, which is all they may open; undefined where there is nothing. */
export const settlingPath = ([first]: readonly Owed[]): string | undefined => (first === undefined ? undefined : settling[first])

/** Where a person lands who asked for nothing particular: by a card on their own page. */
export const landingOf = (viewer: Viewer): string =>
  viewer.card === undefined ? (visibleMenu(viewer)[0]?.path ?? screens.account.path) : screens.conditionDetail.path

/** Where a person goes after login: the remembered path if they may open it, else their landing. */
export const onwardPath = (viewer: Viewer, remembered: string | null): string => {
  const path = remembered?.split(/[?#]/)[0]
  return remembered !== null && path !== undefined && mayOpen(viewer, path) ? remembered : landingOf(viewer)
}
