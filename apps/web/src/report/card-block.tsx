import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsPrinting } from './use-is-printing.ts'

/** So many cards come and go together. */
export const cardsOfBlock = 20
/** Of a card that was not drawn yet, in px. */
const usualHeight = 53
/** A block this close to the screen is drawn, so that neither the thumb nor the next press of Tab gets there before it. */
const nearPx = 600

type Props = {
  readonly cards: number
  /** Drawn from the beginning: on the first screen. */
  readonly isFirst: boolean
  /** The cards of the block. */
  readonly children: () => ReactNode
}

/** Some cards of a long list, which are there only near the screen; until then, and afterwards, as much room as they need. Paper gets all. */
export const CardBlock = ({ cards, isFirst, children }: Props) => {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(isFirst)
  const [height, setHeight] = useState(cards * usualHeight)
  const isDrawn = useIsPrinting() || isNear

  useEffect(() => {
    const block = place.current
    if (block === null) return undefined
    const look = (entries: IntersectionObserverEntry[]) => {
      // Several where the page was busy: the last says how it is now.
      const entry = entries.at(-1)
      if (entry === undefined) return
      // Cards differ in height: the room that they leave is what they took.
      if (!entry.isIntersecting && entry.boundingClientRect.height > 0) setHeight(entry.boundingClientRect.height)
      setNear(entry.isIntersecting)
    }
    const margin = `${nearPx}px 0px`
    const observer = new IntersectionObserver(look, { rootMargin: margin, scrollMargin: margin })
    observer.observe(block)
    return () => observer.disconnect()
  }, [])

  return (
    <div ref={place} role="presentation" {...(!isDrawn && { style: { height } })}>
      {isDrawn && children()}
    </div>
  )
}
