import { useEffect, type ReactNode } from 'react'
import { productName } from './brand.tsx'
import { usePhrase } from './phrases.ts'
import { useTitleBadge } from './title-badge.ts'

type Props = {
  /** The name of the screen that is shown; undefined before the first. */
  readonly title: string | undefined
  readonly children: ReactNode
}

/** The document's title around what is shown, with how many things wait. */
export const TitledPage = ({ title, children }: Props) => {
  const waiting = useTitleBadge()
  const phrase = usePhrase()
  useEffect(() => {
    const count = waiting > 0 ? `(${waiting}) ` : ''
    document.title = count + (title === undefined ? productName : `${phrase(title)}｜${productName}`)
  }, [title, waiting, phrase])
  return children
}
