import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { productName } from './brand.tsx'
import { usePhrase } from './phrases.ts'
import { useTitleBadge } from './title-badge.ts'

/** Rendered around every screen, the login included: the document's title and the notice of a lost connection. */
export const Root = ({ notice }: { readonly notice: ReactNode }) => {
  const title = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title !== undefined)?.staticData.title })
  const standsAlone = useMatches({ select: (matches) => matches.some((match) => match.staticData.standsAlone === true) })
  const waiting = useTitleBadge()
  const phrase = usePhrase()
  useEffect(() => {
    const count = waiting > 0 ? `(${waiting}) ` : ''
    document.title = count + (title === undefined ? productName : `${phrase(title)}｜${productName}`)
  }, [title, waiting, phrase])
  return (
    <>
      <Outlet />
      {!standsAlone && notice}
    </>
  )
}
