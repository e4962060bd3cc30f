import { screens } from '@mimamori/contract/screens'
import { useRouterState } from '@tanstack/react-router'
import type { PlainScreen } from './screen.ts'
import { visited } from './visited.ts'

const isPlain = (screen: { readonly path: string; readonly planned?: true }): screen is PlainScreen =>
  !screen.path.includes('$') && screen.planned !== true

/** The screen that this one was opened from, where Back can lead there. */
export const useScreenBehind = (): PlainScreen | undefined => {
  const { __TSR_index: index } = useRouterState({ select: ({ location }) => location.state })
  const path = visited.pathBehind(index)
  return Object.values(screens).find((screen) => screen.path === path && isPlain(screen)) as PlainScreen | undefined
}
