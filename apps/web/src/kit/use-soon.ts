import { useCallback, useEffect, useRef } from 'react'
import { createSoon } from './soon.ts'

/**
 * Does something `milliseconds` after the first of many reasons, and again only when it is done and has rested for
 * `restMs`.
 * @returns gives a reason
 */
export const useSoon = (milliseconds: number, work: () => unknown, restMs = milliseconds): (() => void) => {
  const latest = useRef(work)
  const soon = useRef<ReturnType<typeof createSoon>>(undefined)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    const made = createSoon({ waitMs: milliseconds, restMs }, () => latest.current())
    soon.current = made
    return made.stop
  }, [milliseconds, restMs])
  return useCallback(() => soon.current?.ask(), [])
}
