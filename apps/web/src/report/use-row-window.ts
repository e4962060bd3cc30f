import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useIsPrinting } from './use-is-printing.ts'

/** Fewer rows are simply all there, so that the browser's own search finds them. */
const windowFrom = 500
const around = 12

type RowWindow = {
  readonly scroller: RefObject<HTMLDivElement | null>
  /** The rows to draw: from the first, to before the last. */
  readonly from: number
  readonly to: number
  /** True where some are left out: then every row must be as high as all others. */
  readonly isLong: boolean
}

/**
 * Says which rows of a long table are in sight, and some around them. Paper gets all of them.
 * @param height of a row, in px
 */
export const useRowWindow = (count: number, height: number): RowWindow => {
  const scroller = useRef<HTMLDivElement>(null)
  const isPrinting = useIsPrinting()
  const [seen, setSeen] = useState({ first: 0, rows: 40 })
  const isLong = count >= windowFrom && !isPrinting

  useLayoutEffect(() => {
    const place = scroller.current
    if (!isLong || place === null) return undefined
    const look = () => setSeen({ first: Math.floor(place.scrollTop / height), rows: Math.ceil(place.clientHeight / height) })
    const resized = new ResizeObserver(look)
    resized.observe(place)
    place.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      place.removeEventListener('scroll', look)
    }
  }, [isLong, height])

  if (!isLong) return { scroller, from: 0, to: count, isLong }
  // In steps, so that not every line of scrolling redraws.
  const first = Math.floor(seen.first / around) * around
  return { scroller, from: Math.max(0, first - around), to: Math.min(count, first + seen.rows + 2 * around), isLong }
}
