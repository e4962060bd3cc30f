import { useEffect, useRef } from 'react'

const touches = ['pointerdown', 'keydown', 'scroll'] as const

/** Calls `onIdle` once nobody has touched the page for so many seconds, while it is on. */
export const useIdle = (isOn: boolean, seconds: number, onIdle: () => void): void => {
  const latest = useRef(onIdle)
  useEffect(() => {
    latest.current = onIdle
  })
  useEffect(() => {
    if (!isOn) return undefined
    let timer = setTimeout(() => latest.current(), seconds * 1_000)
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => latest.current(), seconds * 1_000)
    }
    for (const touch of touches) addEventListener(touch, wait, true)
    return () => {
      clearTimeout(timer)
      for (const touch of touches) removeEventListener(touch, wait, true)
    }
  }, [isOn, seconds])
}
