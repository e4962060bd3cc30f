import { useEffect, useRef } from 'react'

/**
 * Does something again and again while `on`. TanStack's `refetchInterval` starts over with every change of the
 * cache, so where an event stream patches it each second, a refresh would never come.
 */
export const useEvery = (milliseconds: number, on: boolean, work: () => void): void => {
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useEffect(() => {
    if (!on) return undefined
    const timer = setInterval(() => latest.current(), milliseconds)
    return () => clearInterval(timer)
  }, [milliseconds, on])
}
