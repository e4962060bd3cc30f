import { useLayoutEffect, useRef, useState } from 'react'

/**
 * The width of an element in px, kept current, so that a drawing's words keep their size in it.
 * @param usual what is drawn until it is known
 */
export const useWidth = (usual: number) => {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(usual)
  useLayoutEffect(() => {
    if (element.current === null) return undefined
    // Whole pixels: a part of one more or less draws the same.
    const take = (taken: number) => taken > 0 && setWidth(Math.floor(taken))
    take(element.current.getBoundingClientRect().width)
    const observer = new ResizeObserver(([entry]) => entry !== undefined && take(entry.contentRect.width))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width] as const
}
