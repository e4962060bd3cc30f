import { mayOpen, menuOf, type MenuItem, type Viewer } from '@mimamori/contract/navigation'

/** The viewer's menu as far as its screens exist. */
export const visibleMenu = (viewer: Viewer, existing: readonly string[]): MenuItem[] =>
  menuOf(viewer).filter((item) => existing.includes(item.path))

/** Where a person lands who asked for nothing particular. */
export const landingOf = (viewer: Viewer, existing: readonly string[]): string => visibleMenu(viewer, existing)[0]?.path ?? '/user'

/** Where a person goes after login: the remembered path if they may open it, else their landing. */
export const onwardPath = (viewer: Viewer, existing: readonly string[], remembered: string | null): string => {
  const path = remembered?.split(/[?#]/)[0]
  return remembered !== null && path !== undefined && mayOpen(viewer, path) ? remembered : landingOf(viewer, existing)
}
