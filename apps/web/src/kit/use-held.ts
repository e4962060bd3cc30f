import { useMemo, useState, type FocusEvent } from 'react'

/** Whether somebody points at something inside, or walks through it by keyboard; spread `handlers` on its frame. */
export const usePointedOrFocused = () => {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const handlers = useMemo(
    () => ({
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // A click leaves the focus where it was; only a person at the keyboard is still there.
      onFocus: (event: FocusEvent) => setFocused(event.target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    }),
    [],
  )
  return { held: pointed || focused, handlers }
}
