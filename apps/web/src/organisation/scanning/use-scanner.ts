import { useEffect, useRef } from 'react'

/** No person types as fast as a scanner does. */
const mostBetweenKeysMs = 60
const leastLength = 3

const isTypedInto = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null

/** Takes what a scanner types (fast keys, then Enter) wherever the focus is, except in a field of its own. */
export const useScanner = (onScan: (text: string) => void): void => {
  const latest = useRef(onScan)
  useEffect(() => {
    latest.current = onScan
  })
  useEffect(() => {
    let typed = ''
    let lastAt = 0
    const take = (event: KeyboardEvent) => {
      if (isTypedInto(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.timeStamp - lastAt > mostBetweenKeysMs) typed = ''
      lastAt = event.timeStamp
      if (event.key === 'Enter' && typed.length >= leastLength) {
        // A button that has the focus would be pressed by it.
        event.preventDefault()
        latest.current(typed)
        typed = ''
      } else if (event.key.length === 1) typed += event.key
    }
    addEventListener('keydown', take, true)
    return () => removeEventListener('keydown', take, true)
  }, [])
}
