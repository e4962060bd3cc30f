import { useCallback, useEffect, useRef } from 'react'
import { createThrottle } from './throttle.ts'

/**
 * Does something at the first of many reasons, and again only when it is done and has rested: for `firstRestMs`, and longer and longer
 * up to `longestRestMs` while there are more reasons. It must not throw.
 * @returns gives a reason
 */
export const useThrottle = (firstRestMs: number, longestRestMs: number, work: () => unknown): (() => void) => {
  const latest = useRef(work)
  const throttle = useRef<ReturnType<typeof createThrottle>>(undefined)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    const made = createThrottle({ firstRestMs, longestRestMs }, () => latest.current())
    throttle.current = made
    return made.stop
  }, [firstRestMs, longestRestMs])
  return useCallback(() => throttle.current?.ask(), [])
}
