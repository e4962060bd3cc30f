import { screens } from '@mimamori/contract/screens'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { LinkedAlert } from '../emergency/linked-alert.tsx'
import { useViewer } from '../platform/viewer.ts'
import { OwingFrame } from './later-parts.ts'
import { Shell } from './shell.tsx'
import { useArrivedPath } from './use-arrived-path.ts'
import { useCalmPreload } from './use-calm-preload.ts'

/** Whose condition the screen shows, by ID as the address says it. */
const useShownPerson = () =>
  useRouterState({
    select: ({ location: { pathname, search } }) => {
      const { UserId: id } = search as { readonly UserId?: string | number }
      return pathname === screens.conditionDetail.path && id !== undefined ? String(id) : undefined
    },
  })

const FullFrame = () => {
  const { roleKey } = useViewer()
  useCalmPreload()
  return (
    <Shell arrived={useArrivedPath()} shownPerson={useShownPerson()}>
      {roleKey !== 'User' && <LinkedAlert />}
      <Outlet />
    </Shell>
  )
}

/** The frame around the screen of a signed-in person. */
export const Frame = () => {
  const [owed] = useViewer().owed
  return owed === undefined ? <FullFrame /> : <OwingFrame owed={owed} />
}
