import { Outlet, useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TitledPage } from './titled-page.tsx'

/** Rendered around every screen, the login included: the document's title and the notice of a lost connection. */
export const Root = ({ notice }: { readonly notice: ReactNode }) => {
  const title = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title !== undefined)?.staticData.title })
  const standsAlone = useMatches({ select: (matches) => matches.some((match) => match.staticData.standsAlone === true) })
  return (
    <TitledPage title={title}>
      <Outlet />
      {!standsAlone && notice}
    </TitledPage>
  )
}
