import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { productName } from './brand.tsx'

/** What stands around every screen, the login included: the document's title and the notice of a lost connection. */
export const Root = ({ notice }: { readonly notice: ReactNode }) => {
  const title = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title !== undefined)?.staticData.title })
  const standsAlone = useMatches({ select: (matches) => matches.some((match) => match.staticData.standsAlone === true) })
  useEffect(() => {
    document.title = title === undefined ? productName : `${title}｜${productName}`
  }, [title])
  return (
    <>
      <Outlet />
      {!standsAlone && notice}
    </>
  )
}
