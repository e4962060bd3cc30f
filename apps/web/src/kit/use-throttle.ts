import { useCallback, useEffect, useRef } from 'react'
import { createThrottle } from './throttle.ts'

/**
 * Does something `milliseconds` after the first of many reasons, and again only when it is done and has rested for
 * `restMs`.
 * @returns gives a reason
 */
export const useThrottle = (milliseconds: number, work: () => unknown, restMs = milliseconds): (() => void) => {
  const latest = useRef(work)
  const throttle = useRef<ReturnType<typeof createThrottle>>(undefined)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    const made = createThrottle({ waitMs: milliseconds, restMs }, () => latest.current())
    throttle.current = made
    return made.stop
  }, [milliseconds, restMs])
  return useCallback(() => throttle.current?.ask(), [])
}
